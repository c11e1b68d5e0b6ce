import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { UNIDENTIFIED } from '../../../shared/unidentified.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { duration } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { childOf, type JsonNode, jsonTree } from '../../ui/json/json-tree.ts';
import { JsonView } from '../../ui/json/json-view.tsx';
import { OutcomeMark } from '../../ui/mark.tsx';
import { CARRIER_WORDS, decidedWords, outcomeWords } from '../../ui/verdict/words.ts';
import { Members } from './members.tsx';
import { SameBreaks } from './same-breaks.tsx';

/** What was requested, by whom, and how the verdict was reached. */
export function Context({ response }: { response: ResponseDetail }) {
  const { verdict, children, parent } = response;
  const params = useMemo(() => paramsOf(response.raw), [response.raw]);
  return (
    <aside className="context" aria-label="Context">
      <section>
        <h3>Request</h3>
        <Facts
          facts={[
            ['Method', response.method],
            ['Tool', response.tool],
            ['Operation', response.operation],
            [
              'Client',
              response.client === null
                ? UNIDENTIFIED
                : [response.client, response.client_version].filter(Boolean).join(' '),
            ],
            ['Session', response.session],
            ['Request', response.request_id],
            ['Transport', response.transport],
            ['Duration', response.duration_ms === null ? null : duration(response.duration_ms)],
          ]}
        />
        {params !== undefined && (
          <>
            <h3>Params</h3>
            <div className="context-json">
              <JsonView label="Params" node={params} />
            </div>
          </>
        )}
      </section>
      <section>
        <h3>Dialect</h3>
        <p className="b">{verdict.dialect}</p>
        <p className="sm muted">
          {decidedWords(verdict)} Envelope: {CARRIER_WORDS[verdict.carrier]}.
        </p>
        <Link
          className="link sm"
          to="/servers"
          search={(held) => ({ ...sharedFilter(held), server: [response.server] })}
        >
          Pin a dialect for <Captured text={response.server} />
        </Link>
      </section>
      <section>
        <h3>Outcome</h3>
        <p>
          <OutcomeMark outcome={verdict.outcome} /> <span className="muted">{outcomeWords(verdict)}</span>
        </p>
      </section>
      <SameBreaks response={response} />
      {(children.length > 0 || parent !== null) && (
        <section>
          <h3>Batch</h3>
          {parent !== null && (
            <Link className="link sm" to="/traffic/$response" params={{ response: parent }} search={true}>
              Parent batch
            </Link>
          )}
          <Members all={children} />
        </section>
      )}
    </aside>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string | null])[] }) {
  return (
    <dl className="kv">
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono break">
              <Captured text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** `params` of the capture as written; undefined if there are none. */
function paramsOf(raw: string): JsonNode | undefined {
  try {
    return childOf(jsonTree(raw).node, 'params');
  } catch {
    return undefined;
  }
}
