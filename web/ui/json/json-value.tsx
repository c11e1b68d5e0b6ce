import { useState } from 'react';
import { counted } from '../../lib/numbers.ts';
import { seen } from '../captured.tsx';
import type { JsonNode } from './json-tree.ts';
import { inlineText } from './layout.ts';
import { focusLine } from './line-focus.ts';

const TOKEN_CLASS = { string: 'json-string', number: 'json-number', word: 'json-word' } as const;

/** Characters of a string shown at first: a page lays out thousands well, but not a million. */
const FIRST_CHARACTERS = 3000;

/** A value on one line, as written; a long string in part, the rest on request. */
export function JsonValue({ node, className = '' }: { node: JsonNode; className?: string }) {
  const [whole, setWhole] = useState(false);
  if (node.kind === 'object' || node.kind === 'array') return <Container node={node} className={className} />;
  const hidden = whole ? 0 : Math.max(0, node.raw.length - FIRST_CHARACTERS);
  return (
    <>
      <span
        className={`${TOKEN_CLASS[node.kind]} ${className}`}
        dir={node.kind === 'string' ? 'auto' : undefined}
      >
        {seen(hidden === 0 ? node.raw : node.raw.slice(0, FIRST_CHARACTERS))}
      </span>
      {hidden > 0 && (
        <button
          type="button"
          className="link json-more"
          onClick={({ currentTarget }) => {
            focusLine(currentTarget, 0);
            setWhole(true);
          }}
        >
          … {counted(hidden, 'more character')}
        </button>
      )}
    </>
  );
}

function Container({ node, className }: { node: JsonNode; className: string }) {
  if (node.kind !== 'object')
    return <span className={className}>{seen(inlineText(node, Number.POSITIVE_INFINITY) ?? '')}</span>;
  if (node.members.length === 0) return <span className={className}>{'{}'}</span>;
  return (
    <span className={className}>
      <span className="faint">{'{ '}</span>
      {node.members.map((member, index) => (
        <span key={member.at}>
          <span>{seen(member.raw)}</span>
          <span className="faint">: </span>
          <JsonValue node={member.value} />
          {index < node.members.length - 1 && <span className="faint">, </span>}
        </span>
      ))}
      <span className="faint">{' }'}</span>
    </span>
  );
}
