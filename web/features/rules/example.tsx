import type { RuleDetail } from '../../../shared/api/rules.ts';
import { jsonTree } from '../../../shared/json-tree.ts';
import { JsonView } from '../../ui/json/json-view.tsx';
import { Icon } from '../../ui/mark.tsx';
import { Prose } from '../../ui/prose.tsx';

type Shown = RuleDetail['bad'][number];

/** The tree of an example, which is ours and therefore JSON. */
const treeOf = (value: unknown) => jsonTree(JSON.stringify(value)).node;

/** Exchanges that keep the rule, or break it. */
export function Examples({ examples, good }: { examples: readonly Shown[]; good: boolean }) {
  if (examples.length === 0) return <p className="muted">None.</p>;
  return (
    <ul className="rule-examples">
      {examples.map(({ note, exchange }) => (
        <li key={JSON.stringify(exchange)}>
          <p className="row">
            <Icon name={good ? 'tick' : 'cross'} tone={good ? 'ok' : 'bad'} />
            <span>{note === undefined ? good ? 'Keeps it' : 'Breaks it' : <Prose text={note} />}</span>
          </p>
          <JsonView
            label={good ? 'An exchange that keeps the rule' : 'An exchange that breaks the rule'}
            node={treeOf(exchange)}
          />
        </li>
      ))}
    </ul>
  );
}
