import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { useNow } from '../../lib/now.ts';
import { count } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { rangeWords } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { LevelMark } from '../../ui/mark.tsx';
import { sameBreaksQuestion } from './queries.ts';

/** How many of the server's responses break the rules that this one breaks, itself among them if it is in the range. */
export function SameBreaks({ response }: { response: ResponseDetail }) {
  const filter = useFilter();
  const zone = useZone();
  const now = useNow(MINUTE);
  const { data } = useQuery({
    ...sameBreaksQuestion(filter, response),
    enabled: response.verdict.violations.length > 0,
  });
  if (data === undefined || data.items.length === 0) return null;
  const { from, to } = filter;
  return (
    <section>
      <h3>Responses that break the same rules</h3>
      <ul>
        {data.items.map(({ rule, level, responses, since_version }) => (
          <li key={rule} className="row">
            <LevelMark level={level} bare />
            <Link
              className="link mono nowrap"
              to="/traffic"
              search={defined({ from, to, server: [response.server], rule: [rule] })}
            >
              {rule}
            </Link>
            <span className="sm muted ell">
              {since_version !== null && (
                <>
                  since <Captured text={since_version} />
                </>
              )}
            </span>
            <span className="end nowrap">
              {count(responses)}{' '}
              <span className="sm muted">{responses === 1 ? 'response' : 'responses'}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="sm muted">
        On <Captured text={response.server} />. {rangeWords(filter, zone, now)}.
      </p>
    </section>
  );
}
