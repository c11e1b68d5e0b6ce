import { digest } from '../../shared/text/digest.ts';

/**
 * Assigns each name a colour of the palette, by the name and not by its rank, so that it stays when ranks
 * change. If two names want the same one, the later in the alphabet takes the next free one.
 */
export function ownColors(
  names: readonly string[],
  palette: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const taken = new Set<number>();
  const colors = new Map<string, string | undefined>();
  for (const name of names.toSorted()) {
    let at = Number.parseInt(digest(name).slice(0, 8), 16) % palette.length;
    while (taken.has(at) && taken.size < palette.length) at = (at + 1) % palette.length;
    taken.add(at);
    colors.set(name, palette[at]);
  }
  return colors;
}
