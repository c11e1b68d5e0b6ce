export function WarningsPage() {
  return (
    <div className="page">
      <h1>Warnings</h1>
    </div>
  );
}
