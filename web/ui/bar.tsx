import './swatch.css';

/** A share from 0 to 1 as a bar, next to its figure. A share above 0 is always visible. */
export function Bar({ share, color }: { share: number; color?: string }) {
  const width = share <= 0 ? 0 : Math.max(1, Math.min(100, share * 100));
  return (
    <span className="bar" aria-hidden="true">
      <i style={{ width: `${width}%`, background: color }} />
    </span>
  );
}
