import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../../lib/numbers.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { QUARANTINED } from '../../lib/view.ts';

/** Links to the responses quarantined because their time cannot be trusted, whenever they arrived, and back to the log. */
export function Quarantined({ shown }: { shown: boolean }) {
  const { data } = useQuery(statusQuestion());
  const some = data?.stored.quarantined ?? 0;
  if (shown)
    return (
      <span className="sm">
        with an untrusted time, latest arrival first.{' '}
        <Link to="/traffic" className="link">
          Back to the log
        </Link>
      </span>
    );
  if (some === 0) return null;
  return (
    <Link to="/traffic" search={QUARANTINED} className="link sm">
      {counted(some, 'more', 'more')} with an untrusted time
    </Link>
  );
}
