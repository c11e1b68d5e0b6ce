/** Formats that a client may request instead of the envelope: format → media type. */
export type Formats<F extends string> = Readonly<Record<F, string>>;

/**
 * Returns the format in the `format` parameter, else the first one in `Accept` that is offered; undefined for
 * JSON. Quality values are ignored.
 */
export function formatOf<F extends string>(
  formats: Formats<F>,
  asked: F | undefined,
  accept: string | undefined,
): F | undefined {
  if (asked !== undefined) return asked;
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
