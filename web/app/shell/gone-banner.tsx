import { useQueryClient } from '@tanstack/react-query';
import { clockSeconds } from '../../lib/times.ts';
import { ClockTime } from '../../ui/time.tsx';

/** Says for the whole page that the server cannot be reached, and as of when the data shown is. */
export function GoneBanner({ since }: { since: number }) {
  const client = useQueryClient();
  return (
    <aside className="banner tint bad" role="alert">
      <b className="bad">Mailroom is not responding</b> since <ClockTime at={since} format={clockSeconds} />.
      Any data shown is the last received; it refreshes once Mailroom is back.{' '}
      <button type="button" className="link" onClick={() => void client.invalidateQueries()}>
        Retry
      </button>
    </aside>
  );
}
