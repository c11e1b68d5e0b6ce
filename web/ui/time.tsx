import { iso } from '../../shared/time/instant.ts';
import { useNow } from '../lib/now.ts';
import { useZone } from '../lib/preferences.ts';
import { age, clock, exact, ms } from '../lib/times.ts';

/** How long ago, kept up to date, with the exact time as a tooltip. `ago` adds that word. */
export function RelativeTime({ at, ago = false }: { at: string; ago?: boolean }) {
  const zone = useZone();
  const now = useNow();
  const past = now - ms(at);
  const words = past < 10_000 ? 'now' : `${age(past)}${ago ? ' ago' : ''}`;
  return (
    <time dateTime={iso(ms(at))} title={exact(at, zone)}>
      {words}
    </time>
  );
}

/** A clock time with the exact time as a tooltip. */
export function ClockTime({ at, format = clock }: { at: string | number; format?: typeof clock }) {
  const zone = useZone();
  return (
    <time dateTime={iso(ms(at))} title={exact(at, zone)}>
      {format(at, zone)}
    </time>
  );
}
