import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { focusMain, isFocusLost } from '../../lib/focus.ts';
import { counted } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { isLive } from '../../lib/question.ts';
import { responseQuestion } from '../../lib/questions.ts';
import { clockSeconds, duration, ms, span, zoneName } from '../../lib/times.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { LEVEL_MARKS } from '../../ui/looks.ts';
import { Mark, OutcomeMark, SeverityMark } from '../../ui/mark.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { decidedWords } from '../../ui/verdict/words.ts';
import { TEST_TOOL } from './queries.ts';

function Rules({ must, should, info }: ResponseDetail) {
  const worst = must > 0 ? 'must' : should > 0 ? 'should' : info > 0 ? 'info' : null;
  const figures = `${must} MUST, ${should} SHOULD, ${info} INFO`;
  return (
    <>
      {worst === null ? (
        <Mark name="tick" tone="ok" word="No violations" />
      ) : (
        <Mark {...LEVEL_MARKS[worst]} word={counted(must + should + info, 'violation')} />
      )}{' '}
      <span className="muted">{figures}</span>
    </>
  );
}

function Warnings({ verdict }: ResponseDetail) {
  const { warnings } = verdict;
  if (warnings.length === 0) return <span className="muted">none</span>;
  return warnings.slice(0, 3).map(({ index, severity, defaulted, code }) => (
    <span key={index} className="row wrap">
      <SeverityMark severity={severity} defaulted={defaulted} />{' '}
      <code className="muted break">
        <Captured text={code ?? `a ${SEVERITY_WORDS[severity]} warning`} />
      </code>
    </span>
  ));
}

function Facts({ response }: { response: ResponseDetail }) {
  return (
    <dl className="kv">
      <dt>Operation</dt>
      <dd>
        <code className="break">
          <Captured text={response.operation ?? response.tool ?? 'not reported'} />
        </code>
      </dd>
      <dt>Outcome</dt>
      <dd>
        <OutcomeMark outcome={response.outcome} />{' '}
        <span className="muted">{response.duration_ms === null ? '' : duration(response.duration_ms)}</span>
      </dd>
      <dt>Dialect</dt>
      <dd>
        {response.dialect} <span className="muted">{decidedWords(response.verdict)}</span>
      </dd>
      <dt>Rules</dt>
      <dd>
        <Rules {...response} />
      </dd>
      <dt>Warnings</dt>
      <dd>
        <Warnings {...response} />
      </dd>
    </dl>
  );
}

/** What has been shown to work: the connection, or only Mailroom itself. */
function shownBy(response: ResponseDetail | undefined, isTest: boolean): string {
  if (response === undefined) return 'A response arrived';
  return isTest ? 'Mailroom received the test response' : `${response.server} is connected`;
}

/**
 * The card once a response has arrived, green: what the first response was, or the newest if what arrived `isOlder`,
 * and where to go next.
 */
export function Connected({
  id,
  isOlder,
  since,
  onAnother,
}: {
  id: string;
  isOlder: boolean;
  since: number;
  onAnother: () => void;
}) {
  const zone = useZone();
  const client = useQueryClient();
  // What was answered before it arrived may be opened next.
  useEffect(() => void fetchAgain(client, { predicate: isLive }), [client]);
  const card = useRef<HTMLDivElement>(null);
  // It has taken the place of what may have had the focus. On a phone, this also brings it into view.
  useEffect(() => {
    if (isFocusLost()) card.current?.focus();
  }, []);
  const { data: response } = useQuery(responseQuestion(id));
  const isTest = response?.tool === TEST_TOOL && !isOlder;
  const after = response === undefined ? 0 : ms(response.received_at) - since;
  return (
    <div className="panel connect-card connected" ref={card} tabIndex={-1}>
      <div className="row">
        <svg width="28" height="28" viewBox="0 0 28 28" className="ok" aria-hidden="true">
          <circle cx="14" cy="14" r="13" fill="currentColor" />
          <path
            d="m8 14.5 4 4 8-8.5"
            fill="none"
            stroke="var(--ok-bg)"
            strokeWidth="2.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <div role="status">
          <h2 className="ok break">
            <Captured text={shownBy(response, isTest)} sentence />
          </h2>
          {response !== undefined && (
            <p className="sm">
              {isOlder ? (
                'What arrived is older than its newest response, which is shown here.'
              ) : isTest ? (
                <>
                  It came from this page. <Captured text={response.server} /> itself has yet to send one.
                </>
              ) : (
                <>
                  First response{after > 0 && ` after ${span(after)}`}, at{' '}
                  {clockSeconds(response.received_at, zone)} {zoneName(zone)}
                </>
              )}
            </p>
          )}
        </div>
      </div>
      <div className="connect-facts">
        {response === undefined ? <Skeleton height={116} /> : <Facts response={response} />}
      </div>
      <footer>
        <Link className={buttonClass({ kind: 'primary' })} to="/">
          Go to overview
        </Link>
        <Link className={buttonClass()} to="/traffic/$response" params={{ response: id }}>
          Open response
        </Link>
        <button
          type="button"
          className="link end"
          onClick={() => {
            focusMain();
            onAnother();
          }}
        >
          {isTest ? 'Wait for the server' : 'Connect another server'}
        </button>
      </footer>
    </div>
  );
}
