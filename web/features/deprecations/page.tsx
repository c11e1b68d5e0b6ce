export function DeprecationsPage() {
  return (
    <div className="page">
      <h1>Deprecations</h1>
    </div>
  );
}
