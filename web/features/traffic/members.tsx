import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { focusLast } from '../../lib/focus.ts';
import { count } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { OutcomeMark } from '../../ui/mark.tsx';

type Member = ResponseDetail['children'][number];

/** Members shown at once; each request for more shows ten times as many. */
const FIRST = 100;

const failedFirst = (a: Member, b: Member) =>
  Number(b.outcome === 'failure') - Number(a.outcome === 'failure');

/** The members of a batch, as sent; of more than FIRST, those that failed first. */
export function Members({ all }: { all: readonly Member[] }) {
  const [most, setMost] = useState(FIRST);
  const members = all.length > FIRST ? all.toSorted(failedFirst) : all;
  return (
    <>
      <ul>
        {members.slice(0, most).map((member) => (
          <li key={member.id} className="row">
            <OutcomeMark outcome={member.outcome} bare />
            <Link className="mono ell" to="/traffic/$response" params={{ response: member.id }} search={true}>
              {member.index} <Captured text={member.operation ?? 'no operation'} />{' '}
              <Captured text={member.code} />
            </Link>
          </li>
        ))}
      </ul>
      {all.length > most && (
        <p className="row sm">
          <span className="muted">
            {count(most)} of {count(all.length)}, failed first
          </span>
          <button
            type="button"
            className="link no-print"
            onClick={({ currentTarget }) => {
              focusLast(currentTarget);
              setMost(most * 10);
            }}
          >
            Show {count(Math.min(most * 9, all.length - most))} more
          </button>
        </p>
      )}
    </>
  );
}
