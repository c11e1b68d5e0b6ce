/** Formats that a client may request instead of the envelope: format → media type. */
type Formats<F extends string> = Readonly<Record<F, string>>;

/** The first format in `Accept` that is offered; undefined for JSON. Quality values are ignored. */
export function acceptedFormat<F extends string>(
  formats: Formats<F>,
  accept: string | undefined,
): F | undefined {
  const offered = new Map<string, F>();
  for (const format in formats) offered.set(formats[format], format);
  for (const range of (accept ?? '').split(',')) {
    const type = range.split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/json' || type === '*/*') return undefined;
    const format = offered.get(type);
    if (format !== undefined) return format;
  }
  return undefined;
}
