export function ErrorsPage() {
  return (
    <div className="page">
      <h1>Errors</h1>
    </div>
  );
}
