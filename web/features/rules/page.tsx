import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { RuleDetail } from '../../../shared/api/rules.ts';
import { counted } from '../../lib/numbers.ts';
import { useShownOne } from '../../lib/title.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { DataBody, DataPanel } from '../../ui/data-panel.tsx';
import { LevelMark } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Prose } from '../../ui/prose.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { AmongBroken } from './among-broken.tsx';
import { Examples } from './example.tsx';
import { Offenders } from './offenders.tsx';
import { ruleQuestion } from './queries.ts';
import './rules.css';

const SCOPES = {
  response: 'one response',
  'request+response': 'a response and its request',
  'cross-response': 'several responses',
} as const;

/** One rule: who breaks it, its clause, why it matters, and good and bad examples. */
export function RulePage() {
  const { id } = useParams({ from: '/rules/$id' });
  return <Rule key={id} id={id} />;
}

function Rule({ id }: { id: string }) {
  const query = useQuery(ruleQuestion(id, useFilter()));
  const rule = query.data;
  useShownOne(id);
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>
          <span className="mono">{id}</span> {rule !== undefined && <Prose text={rule.title} />}
        </h1>
        {rule !== undefined &&
          (rule.off ? <span className="muted">off</span> : <LevelMark level={rule.level} />)}
        <span className="row end no-print">
          <AmongBroken id={id} />
          <Link className="link" to="/conformance" search={true}>
            All rules
          </Link>
        </span>
      </div>
      <DataBody query={query} height={480} skeleton={<SkeletonRows rows={12} />}>
        {(answer) => (
          <>
            <DataPanel
              title="Offenders"
              note={({ count, responses }) =>
                `${counted(count, 'violation')} in ${counted(responses, 'response')}`
              }
              query={query}
              height={160}
              empty={({ offenders }) => (offenders.length === 0 ? 'response breaks this rule' : undefined)}
              goodWhenEmpty
            >
              {({ offenders }) => <Offenders rule={id} rows={offenders} />}
            </DataPanel>
            <Panel title="About this rule" padded>
              <About rule={answer} />
            </Panel>
            <div className="rule-two">
              <Panel title="Incorrect" padded>
                <Examples examples={answer.bad} good={false} />
              </Panel>
              <Panel title="Correct" padded>
                <Examples examples={answer.good} good />
              </Panel>
            </div>
          </>
        )}
      </DataBody>
    </div>
  );
}

function About({ rule }: { rule: RuleDetail }) {
  const { condition, reason, source, pointer, dialects, scope, in_seeds } = rule;
  return (
    <dl className="kv">
      <dt>Violated when</dt>
      <dd className="break">
        <Prose text={condition} />
      </dd>
      <dt>Why</dt>
      <dd className="break">
        <Prose text={reason} />
      </dd>
      <dt>Clause</dt>
      <dd className="break">{source}</dd>
      <dt>Location</dt>
      <dd className="mono break">{pointer || 'root'}</dd>
      <dt>Dialects</dt>
      <dd>{dialects.join(', ')}</dd>
      <dt>Scope</dt>
      <dd>
        {SCOPES[scope]}
        {!in_seeds && <span className="muted">; from the wider specification</span>}
      </dd>
    </dl>
  );
}
