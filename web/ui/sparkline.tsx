export interface SparklineProps {
  /** Oldest first; includes zeros. A line leads straight over what is null. */
  readonly values: readonly (number | null)[];
  readonly kind?: 'bars' | 'line';
  /** Lowest and highest value of a line's scale; by default from 0 to its highest value. */
  readonly scale?: readonly [low: number, high: number];
  readonly color?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Divides a series into at most `most` parts of neighbours. */
function partsOf<T>(values: readonly T[], most: number): (readonly T[])[] {
  const size = Math.ceil(values.length / most) || 1;
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Shortens a series to at most `most` values, each the sum of neighbours. */
export function condensed(values: readonly number[], most = 28): number[] {
  return partsOf(values, most).map(total);
}

/** Shortens a series to at most `most` values, each the mean of those neighbours that are not null, or null. */
export function averaged(values: readonly (number | null)[], most: number): (number | null)[] {
  return partsOf(values, most).map((part) => {
    const known = part.filter((value) => value !== null);
    return known.length === 0 ? null : total(known) / known.length;
  });
}

const BASE = { fill: 'none', stroke: 'var(--line-strong)' } as const;

function bars(values: readonly (number | null)[], width: number, height: number, top: number): string {
  const step = width / values.length;
  const thick = Math.max(0.75, step - (step > 3 ? 1 : 0.5));
  return values
    .map((value, index) => {
      if (value === null || value <= 0) return '';
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
  scale: [low, top] = [0, Math.max(...values.map((value) => value ?? 0), 0)],
}: SparklineProps) {
  const x = (index: number) =>
    values.length === 1 ? width / 2 : 2 + (index / (values.length - 1)) * (width - 5);
  const y = (value: number) => height - 2 - ((value - low) / (top - low || 1)) * (height - 4);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ cx: x(index).toFixed(2), cy: y(value).toFixed(2) }],
  );
  const empty = points.length === 0 || top === low;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M0 ${height - 0.5}H${width}`} {...BASE} opacity={empty ? 1 : 0.6} />
      {!empty && kind === 'bars' && <path d={bars(values, width, height, top)} fill={color} />}
      {!empty && kind === 'line' && (
        <>
          <path
            d={points.map(({ cx, cy }, index) => `${index === 0 ? 'M' : 'L'}${cx} ${cy}`).join('')}
            fill="none"
            stroke={color}
            strokeWidth={1.3}
            strokeLinejoin="round"
          />
          <circle {...points.at(-1)} r={1.8} fill={color} />
        </>
      )}
    </svg>
  );
}
