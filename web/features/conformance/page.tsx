import { useQuery } from '@tanstack/react-query';
import type { Conformance } from '../../../shared/api/conformance.ts';
import type { ViolationRow } from '../../../shared/api/violations.ts';
import { SCORE_WORDS } from '../../../shared/score.ts';
import { isNarrowed } from '../../lib/filter.ts';
import { count, counted } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { ViolationTable } from '../../ui/violation-table.tsx';
import { Catalogue } from './catalogue.tsx';
import { catalogueQuestion, conformanceQuestion } from './queries.ts';
import { Report } from './report.tsx';
import { ServerScores } from './servers.tsx';

/** `4 of 12 scored servers break a MUST`; null if none is scored. */
function summary(conformance: Conformance): string | null {
  const servers = conformance.servers.filter(({ score }) => score !== null);
  const broken = servers.filter(({ must_responses }) => must_responses > 0).length;
  if (servers.length === 0) return null;
  if (broken === 0) return 'No servers break a MUST';
  const one = servers.length < conformance.servers.length ? 'scored server' : 'server';
  return `${count(broken)} of ${counted(servers.length, one)} ${broken === 1 ? 'breaks' : 'break'} a MUST`;
}

/** `14 rules, 4 servers`; null if there are none. */
function rulesBroken(violations: readonly ViolationRow[]): string | null {
  const rules = new Set(violations.map(({ rule }) => rule)).size;
  const servers = new Set(violations.map(({ server }) => server)).size;
  return rules === 0 ? null : `${counted(rules, 'rule')}, ${counted(servers, 'server')}`;
}

/** The score of each server, what it breaks and where, and the catalogue. */
export function ConformancePage() {
  const filter = useFilter();
  const isOfSome = filter.rule !== undefined || filter.level !== undefined;
  const query = useQuery(conformanceQuestion(filter));
  const catalogue = useQuery(catalogueQuestion(filter));
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Conformance</h1>
        <span className="muted">{query.data !== undefined && summary(query.data)}</span>
        <span className="end no-print">
          <Report />
        </span>
      </div>
      <DataPanel
        title="Scores"
        members={['servers']}
        note={({ servers }) =>
          `${counted(servers.length, 'server')}${isOfSome ? ', scored by all rules' : ''}`
        }
        query={query}
        height={240}
        skeleton={<SkeletonRows rows={6} />}
        empty={({ servers }) => (servers.length === 0 ? 'responses to score' : undefined)}
        footer={() => SCORE_WORDS}
      >
        {({ servers, bucket_ms }) => <ServerScores rows={servers} bucketMs={bucket_ms} />}
      </DataPanel>
      {/* Their position depends on the answer above. */}
      {!query.isPending && (
        <>
          {/* Without responses, the scores say so. */}
          {query.data?.servers.length !== 0 && (
            <DataPanel
              title="Violations"
              members={['violations']}
              note={({ violations }) => rulesBroken(violations.filter(({ proven }) => proven))}
              query={query}
              height={96}
              empty={({ violations }) => {
                if (violations.some(({ proven }) => proven)) return undefined;
                return violations.length === 0 ? 'violations' : 'violations by proven servers';
              }}
              goodWhenEmpty={!isNarrowed(filter)}
            >
              {({ violations }) => <ViolationTable all={violations} proven />}
            </DataPanel>
          )}
          {query.data?.violations.some(({ proven }) => !proven) === true && (
            <DataPanel
              title="Unproven servers"
              members={['violations']}
              note="have not shown that they follow this dialect, so these violations don’t affect scores"
              query={query}
              height={120}
            >
              {({ violations }) => <ViolationTable all={violations} proven={false} />}
            </DataPanel>
          )}
          <DataPanel
            title="Catalogue"
            note={({ items }) => counted(items.length, 'rule')}
            query={catalogue}
            height={320}
            skeleton={<SkeletonRows rows={10} />}
          >
            {({ items }) => <Catalogue rows={items} />}
          </DataPanel>
        </>
      )}
    </div>
  );
}
