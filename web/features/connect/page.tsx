export function ConnectPage({ onDone }: { onDone?: () => void }) {
  return (
    <div className="page">
      <h1>Connect your first server</h1>
      <button type="button" onClick={onDone}>
        Go to the overview
      </button>
    </div>
  );
}
