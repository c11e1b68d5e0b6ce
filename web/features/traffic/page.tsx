export function TrafficPage() {
  return (
    <div className="page">
      <h1>Traffic</h1>
    </div>
  );
}
