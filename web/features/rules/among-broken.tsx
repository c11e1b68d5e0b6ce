import { useQuery } from '@tanstack/react-query';
import { counted } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Neighbours } from '../../ui/neighbours.tsx';
import { useBrokenRules } from '../../ui/violation-table.tsx';
import { violationsQuestion } from './queries.ts';

/** A rule's place among those that are broken, in the order in which the tables of violations were left, and the way to its neighbours. */
export function AmongBroken({ id }: { id: string }) {
  const { data } = useQuery(violationsQuestion(useFilter()));
  const rules = useBrokenRules(data?.items ?? []);
  const at = rules.indexOf(id);
  if (at < 0) return null;
  return (
    <>
      <span className="muted">
        {at + 1} of {counted(rules.length, 'broken rule')}
      </span>
      <Neighbours
        what="broken rule"
        items={rules}
        at={at}
        to={(rule) => ({ to: '/rules/$id', params: { id: rule }, search: true })}
      />
    </>
  );
}
