import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leavesFocus } from '../../lib/focus.ts';

/** Says for the whole page what keeps Mailroom from answering (`children`), and what of the page remains. */
export function TroubleBanner({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <aside ref={leavesFocus} className="banner tint bad" role="alert">
      {children} Any data shown is the last received; it refreshes once Mailroom is back.{' '}
      <button type="button" className="link" onClick={() => void client.invalidateQueries()}>
        Retry
      </button>
    </aside>
  );
}
