export function PlaygroundPage() {
  return (
    <div className="page">
      <h1>Playground</h1>
    </div>
  );
}
