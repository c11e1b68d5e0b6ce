import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { counted } from '../../lib/format.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { LevelMark } from '../../ui/mark.tsx';
import { Prose } from '../../ui/prose.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { Examples } from './example.tsx';
import { Offenders } from './offenders.tsx';
import { ruleQuestion } from './queries.ts';
import './rules.css';

const SCOPES = {
  response: 'one response',
  'request+response': 'a response and its request',
  'cross-response': 'several responses',
} as const;

/** One rule: its clause, why it matters, a good and a bad example, and who breaks it. */
export function RulePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(ruleQuestion(id, useFilter()));
  const rule = query.data;
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>
          <span className="mono">{id}</span> {rule !== undefined && <Prose text={rule.title} />}
        </h1>
        {rule !== undefined &&
          (rule.off ? <span className="muted">switched off</span> : <LevelMark level={rule.level} />)}
        <Link className="link end no-print" to="/conformance" search={true}>
          All rules
        </Link>
      </div>
      <div className="rule-two">
        <DataPanel title="What it says" query={query} height={220} timeless>
          {({ condition, reason, source, pointer, dialects, scope, in_seeds }) => (
            <dl className="kv">
              <dt>Broken when</dt>
              <dd className="break">
                <Prose text={condition} />
              </dd>
              <dt>Why</dt>
              <dd className="break">
                <Prose text={reason} />
              </dd>
              <dt>Clause</dt>
              <dd className="break">{source}</dd>
              <dt>Place</dt>
              <dd className="mono break">{pointer}</dd>
              <dt>Dialects</dt>
              <dd>{dialects.join(', ')}</dd>
              <dt>Needs</dt>
              <dd>
                {SCOPES[scope]}
                {!in_seeds && <span className="muted">; from the wider specification</span>}
              </dd>
            </dl>
          )}
        </DataPanel>
        <DataPanel title="Breaks it" query={query} height={220} timeless>
          {({ bad }) => <Examples examples={bad} good={false} />}
        </DataPanel>
        <DataPanel title="Keeps it" query={query} height={220} timeless>
          {({ good }) => <Examples examples={good} good />}
        </DataPanel>
      </div>
      <DataPanel
        title="Offenders"
        note={({ count, responses }) => `${counted(count, 'violation')} in ${counted(responses, 'response')}`}
        flush
        query={query}
        height={160}
        empty={({ offenders }) => (offenders.length === 0 ? 'response breaks this rule' : undefined)}
        goodWhenEmpty
      >
        {({ offenders }) => <Offenders rows={offenders} />}
      </DataPanel>
    </div>
  );
}
