export function ConformancePage() {
  return (
    <div className="page">
      <h1>Conformance</h1>
    </div>
  );
}
