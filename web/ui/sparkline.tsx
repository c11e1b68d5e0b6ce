export interface SparklineProps {
  /** Oldest first; includes zeros. */
  readonly values: readonly number[];
  readonly kind?: 'bars' | 'line';
  /** Lowest and highest value of a line's scale; by default from 0 to its highest value. */
  readonly scale?: readonly [low: number, high: number];
  readonly color?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Shortens a series to at most `most` values: neighbours are summed, or averaged if a sum is meaningless. */
export function condensed(values: readonly number[], most = 28, how: 'sum' | 'mean' = 'sum'): number[] {
  const size = Math.ceil(values.length / most);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const part = values.slice(index * size, (index + 1) * size);
    const sum = part.reduce((total, value) => total + value, 0);
    return how === 'sum' ? sum : sum / part.length;
  });
}

const BASE = { fill: 'none', stroke: 'var(--line-strong)' } as const;

function bars(values: readonly number[], width: number, height: number, top: number): string {
  const step = width / values.length;
  const thick = Math.max(0.75, step - (step > 3 ? 1 : 0.5));
  return values
    .map((value, index) => {
      if (value <= 0) return '';
      const tall = Math.max(1, (value / top) * (height - 1));
      return `M${(index * step).toFixed(2)} ${height}v${(-tall).toFixed(2)}h${thick.toFixed(2)}V${height}z`;
    })
    .join('');
}

/** A trend without axes, next to its figures. */
export function Sparkline({
  values,
  kind = 'bars',
  color = 'var(--text-3)',
  width = 84,
  height = 26,
  scale: [low, top] = [0, Math.max(...values, 0)],
}: SparklineProps) {
  const empty = values.length === 0 || top === low;
  const x = (index: number) =>
    values.length === 1 ? width / 2 : 2 + (index / (values.length - 1)) * (width - 5);
  const y = (value: number) => height - 2 - ((value - low) / (top - low || 1)) * (height - 4);
  const last = values.at(-1) ?? 0;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {(empty || kind === 'bars') && (
        <path d={`M0 ${height - 0.5}H${width}`} {...BASE} opacity={empty ? 1 : 0.6} />
      )}
      {!empty && kind === 'bars' && <path d={bars(values, width, height, top)} fill={color} />}
      {!empty && kind === 'line' && (
        <>
          <path
            d={values
              .map(
                (value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(2)} ${y(value).toFixed(2)}`,
              )
              .join('')}
            fill="none"
            stroke={color}
            strokeWidth={1.3}
            strokeLinejoin="round"
          />
          <circle cx={x(values.length - 1)} cy={y(last)} r={1.8} fill={color} />
        </>
      )}
    </svg>
  );
}
