import { useMutation } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import { GROUP_STATES } from '../../../shared/group-state.ts';
import { csvOf } from '../../../shared/text/csv.ts';
import { saveCsv } from '../../lib/download.ts';
import { count, counted } from '../../lib/numbers.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Button, Segments } from '../../ui/button.tsx';
import { GROUP_MARKS } from '../../ui/looks.ts';
import { toast } from '../../ui/toast.tsx';
import { everyGroup } from './queries.ts';
import { useGroups } from './use-groups.ts';

const COLUMNS = [
  'state',
  'category',
  'code',
  'operation',
  'message',
  'server',
  'clients',
  'count',
  'share',
  'first_seen',
  'last_seen',
] as const satisfies readonly (keyof ErrorGroup)[];

/** The states with their counts, one of which can be selected, and the list as CSV. */
export function ListHead({ children }: { children: ReactNode }) {
  const { groups, states, failures } = useGroups();
  const filter = useFilter();
  const search = useSearch({ from: '/errors' });
  const { state: chosen = 'all' } = search;
  const { group } = useParams({ strict: false });
  const setSearch = useSetSearch();
  const all = states && GROUP_STATES.reduce((sum, state) => sum + states[state], 0);
  const label = (word: string, n: number | undefined) => (
    <>
      {word} {n !== undefined && count(n)}
    </>
  );
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => everyGroup(filter, search),
    onSuccess: (all) => saveCsv('error-groups.csv', csvOf(COLUMNS, all)),
    onError: (error) => toast({ message: error.message }),
  });
  return (
    <header className="errors-bar">
      <Segments
        label="State"
        value={chosen}
        choices={[
          { value: 'all', label: label('All', all) },
          ...GROUP_STATES.map((state) => ({
            value: state,
            label: label(GROUP_MARKS[state].word, states?.[state]),
          })),
        ]}
        onChoose={(state) => setSearch({ state: state === 'all' ? undefined : state })}
      />
      {failures !== undefined && failures > 0 && (
        <span className="sm muted ell" style={{ flex: '1 60px' }}>
          {counted(chosen === 'all' ? (all ?? 0) : (states?.[chosen] ?? 0), 'group')}
          <span className={group && 'hide-m'}>, share of {counted(failures, 'failure')}</span>
        </span>
      )}
      {children}
      <Button
        kind="ghost"
        className="end no-print"
        // Disabled meanwhile, it would lose the focus.
        onClick={() => isPending || save()}
        disabled={groups.length === 0}
      >
        <Download size={14} aria-hidden="true" /> CSV
      </Button>
    </header>
  );
}
