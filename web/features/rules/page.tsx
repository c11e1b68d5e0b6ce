export function RulePage() {
  return (
    <div className="page">
      <h1>Rule</h1>
    </div>
  );
}
