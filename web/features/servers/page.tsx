export function ServersPage() {
  return (
    <div className="page">
      <h1>Servers</h1>
    </div>
  );
}
