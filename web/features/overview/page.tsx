export function OverviewPage() {
  return (
    <div className="page">
      <h1>Overview</h1>
    </div>
  );
}
