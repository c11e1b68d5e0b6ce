import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RuleDetail } from '../../../shared/api/rules.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { pasted } from '../../lib/pasted.ts';
import type { JsonMark } from '../../ui/json/json-line.tsx';
import { jsonTree } from '../../ui/json/json-tree.ts';
import { JsonView } from '../../ui/json/json-view.tsx';
import { LEVEL_MARKS } from '../../ui/looks.ts';
import { Icon } from '../../ui/mark.tsx';
import { Prose } from '../../ui/prose.tsx';
import { violationKey } from '../../ui/verdict/marks.tsx';
import { placesOf, pointerInWhole } from '../../ui/verdict/place.ts';

type Shown = RuleDetail['bad'][number];

/** Marks on the places that break the rule; pointers are from the root of what is shown. */
function marksOf({ exchange, verdicts }: Shown): JsonMark[] {
  return verdicts.flatMap(({ carrier, violations }, index) => {
    const one: unknown = Array.isArray(exchange) ? exchange[index] : exchange;
    const places = placesOf(JSON.stringify(one), carrier, true);
    if (places === undefined) return [];
    return violations.map((violation) => ({
      key: `${index} ${violationKey(violation)}`,
      pointer: (Array.isArray(exchange) ? `/${index}` : '') + pointerInWhole(places, violation),
      icon: LEVEL_MARKS[violation.level].name,
      tone: LEVEL_MARKS[violation.level].tone,
      label: LEVEL_MARKS[violation.level].word,
      note: violation.message,
      wavy: true,
    }));
  });
}

/** Exchanges that keep the rule, or break it where marked. */
export function Examples({ examples, good }: { examples: readonly Shown[]; good: boolean }) {
  if (examples.length === 0) return <p className="muted">None.</p>;
  return (
    <ul className="rule-examples">
      {examples.map((example, index) => (
        <Example
          key={JSON.stringify(example.exchange)}
          example={example}
          good={good}
          label={`${good ? 'Correct' : 'Incorrect'} example ${index + 1}`}
        />
      ))}
    </ul>
  );
}

interface ExampleProps {
  readonly example: Shown;
  readonly good: boolean;
  readonly label: string;
}

function Example({ example, good, label }: ExampleProps) {
  const { note, exchange } = example;
  // Our own examples are always JSON.
  const [{ node, marks }] = useState(() => ({
    node: jsonTree(JSON.stringify(exchange)).node,
    marks: marksOf(example),
  }));
  return (
    <li>
      {note !== undefined && (
        <p className="row">
          <Icon name={good ? 'tick' : 'cross'} tone={good ? 'ok' : 'bad'} />
          <span>
            <Prose text={note} />
          </span>
        </p>
      )}
      <JsonView label={label} node={node} marks={marks} />
      <Link
        className="link sm no-print"
        to="/playground"
        search={sharedFilter}
        onClick={() => pasted.set({ text: JSON.stringify(exchange, null, 2) })}
      >
        Open in Playground
      </Link>
    </li>
  );
}
