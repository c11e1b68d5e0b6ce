import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNamedResponse } from '../../lib/named-response.ts';
import { question } from '../../lib/question.ts';
import { facetsQuestion } from '../../lib/questions.ts';
import { useChosenFilter, useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { PaletteEntry } from './palette-entry.tsx';

/** Names of the range by kind, each kind with the filter that a name sets and the page that opens. */
const KINDS = [
  { list: 'servers', heading: 'Servers', dimension: 'server', mono: false, to: '/' },
  { list: 'clients', heading: 'Clients', dimension: 'client', mono: false, to: '/' },
  { list: 'operations', heading: 'Operations', dimension: 'operation', mono: true, to: '/' },
  { list: 'codes', heading: 'Codes', dimension: 'code', mono: true, to: '/traffic' },
  { list: 'warnings', heading: 'Warnings', dimension: 'warning', mono: true, to: '/traffic' },
] as const;

/** Maximum number of entries per kind; the typed words select among all of them. */
const SHOWN = 30;
/** Maximum number of error groups to select among: a page of the API. */
const GROUPS = 500;

const entryOf = ({ id, code, operation, server, message }: ErrorGroup) =>
  `group ${code ?? 'no code'} ${operation ?? ''} ${server} ${message ?? ''} ${id}`;

/** What can be found by name: names of the range, error groups, rules; each with the value of its entry. */
function useNames() {
  const search = sharedFilter(useChosenFilter());
  const { data: facets } = useQuery(facetsQuestion(useFilter()));
  const { data: rules } = useQuery(question('GET /api/v1/rules', { query: search }));
  const { data: groups } = useQuery(
    question('GET /api/v1/error-groups', { query: { ...search, limit: GROUPS } }),
  );
  return {
    kinds: KINDS.map(({ list, ...kind }) => ({
      ...kind,
      names: (facets?.[list] ?? []).map(({ value }) => ({
        name: value,
        entry: `${kind.dimension} ${value}`,
      })),
    })),
    rules: (rules?.items ?? []).map(({ id, title }) => ({ name: id, title, entry: `rule ${id} ${title}` })),
    groups: (groups?.items ?? []).map((group) => ({ ...group, entry: entryOf(group) })),
  };
}

/** The response whose id is typed, if there is one. */
function useResponses(wanted: string) {
  const name = useNamedResponse(wanted);
  return name === undefined ? [] : [{ name, entry: `response ${name}` }];
}

/** The entry whose whole name is typed, which is what is meant; undefined if there is none. */
export function useMeant(wanted: string): string | undefined {
  const { kinds, rules } = useNames();
  const responses = useResponses(wanted);
  const named = [...responses, ...kinds.flatMap(({ names }) => names), ...rules];
  return named.find(({ name }) => name.toLowerCase() === wanted)?.entry;
}

/** The names, error groups and rules; `wanted`, in lower case, selects among more than can be rendered. */
export function PaletteFound({ wanted }: { wanted: string }) {
  const navigate = useNavigate();
  const search = sharedFilter(useChosenFilter());
  const { kinds, rules, groups } = useNames();
  const responses = useResponses(wanted);
  const words = wanted.split(/\s+/);
  const hasWords = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return (
    <>
      {responses.map(({ name, entry }) => (
        <Command.Group key={name} heading="Response">
          <PaletteEntry
            value={entry}
            onChoose={() => void navigate({ to: '/traffic/$response', params: { response: name }, search })}
          >
            <code>{name}</code>
          </PaletteEntry>
        </Command.Group>
      ))}
      {kinds.map(({ heading, dimension, mono, to, names }) => (
        <Command.Group key={dimension} heading={heading}>
          {names
            .filter(({ name }) => hasWords(name))
            .slice(0, SHOWN)
            .map(({ name, entry }) => (
              <PaletteEntry
                key={name}
                value={entry}
                hint={to === '/' ? 'overview' : 'responses'}
                onChoose={() => void navigate({ to, search: { ...search, [dimension]: [name] } })}
              >
                <span className={mono ? 'mono' : undefined}>
                  <Captured text={name} />
                </span>
              </PaletteEntry>
            ))}
        </Command.Group>
      ))}
      <Command.Group heading="Error groups">
        {groups
          .filter(({ entry }) => hasWords(entry))
          .slice(0, SHOWN)
          .map(({ id, entry, code, operation, server }) => (
            <PaletteEntry
              key={id}
              value={entry}
              onChoose={() => void navigate({ to: '/errors/$group', params: { group: id }, search })}
            >
              <code>
                <Captured text={code ?? 'no code'} />
              </code>{' '}
              <code>
                <Captured text={operation} />
              </code>{' '}
              <span className="muted">
                <Captured text={server} />
              </span>
            </PaletteEntry>
          ))}
      </Command.Group>
      <Command.Group heading="Rules">
        {rules.map(({ name, title, entry }) => (
          <PaletteEntry
            key={name}
            value={entry}
            onChoose={() => void navigate({ to: '/rules/$id', params: { id: name }, search })}
          >
            <code>{name}</code> {title}
          </PaletteEntry>
        ))}
      </Command.Group>
    </>
  );
}
