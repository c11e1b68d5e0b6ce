/** The first format in `Accept` that is offered, by its media type; undefined for JSON. Quality values are ignored. */
export function acceptedFormat<F extends string>(
  formats: Readonly<Record<F, string>>,
  accept = '',
): F | undefined {
  for (const range of accept.split(',')) {
    const type = range.split(';')[0]?.trim().toLowerCase();
    if (type === 'application/json' || type === '*/*') return undefined;
    for (const format in formats) if (formats[format] === type) return format;
  }
  return undefined;
}
