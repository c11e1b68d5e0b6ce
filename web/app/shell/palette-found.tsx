import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { sharedFilter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import { facetsQuestion } from '../../lib/questions.ts';
import { useChosenFilter, useFilter } from '../../lib/use-filter.ts';
import { PaletteEntry } from './palette-entry.tsx';

/** Maximum number of servers, codes and groups each; the typed words select among all of them. */
const SHOWN = 60;

/** What can be found by name: servers and codes of the range, error groups, rules. */
function useNames() {
  const search = sharedFilter(useChosenFilter());
  const { data: facets } = useQuery(facetsQuestion(useFilter()));
  const { data: rules } = useQuery(question('GET /api/v1/rules', { query: search }));
  const { data: groups } = useQuery(
    question('GET /api/v1/error-groups', { query: { ...search, limit: SHOWN } }),
  );
  return {
    servers: facets?.servers ?? [],
    codes: facets?.codes ?? [],
    rules: rules?.items ?? [],
    groups: groups?.items ?? [],
  };
}

/** The entry whose whole name is typed, which is what is meant; undefined if there is none. */
export function useMeant(wanted: string): string | undefined {
  const { servers, codes, rules } = useNames();
  return [
    ...servers.map(({ value }) => ({ name: value, entry: `server ${value}` })),
    ...codes.map(({ value }) => ({ name: value, entry: `code ${value}` })),
    ...rules.map(({ id, title }) => ({ name: id, entry: `rule ${id} ${title}` })),
  ].find(({ name }) => name.toLowerCase() === wanted)?.entry;
}

/** The servers, codes, error groups and rules; `wanted`, in lower case, selects among more than can be rendered. */
export function PaletteFound({ wanted }: { wanted: string }) {
  const navigate = useNavigate();
  const search = sharedFilter(useChosenFilter());
  const { servers, codes, rules, groups } = useNames();
  const named = (values: readonly { readonly value: string }[]) =>
    values.filter(({ value }) => value.toLowerCase().includes(wanted)).slice(0, SHOWN);
  return (
    <>
      <Command.Group heading="Servers">
        {named(servers).map(({ value }) => (
          <PaletteEntry
            key={value}
            value={`server ${value}`}
            hint="overview"
            onChoose={() => void navigate({ to: '/', search: { ...search, server: [value] } })}
          >
            {value}
          </PaletteEntry>
        ))}
      </Command.Group>
      <Command.Group heading="Codes">
        {named(codes).map(({ value }) => (
          <PaletteEntry
            key={value}
            value={`code ${value}`}
            hint="responses"
            onChoose={() => void navigate({ to: '/traffic', search: { ...search, code: [value] } })}
          >
            <code>{value}</code>
          </PaletteEntry>
        ))}
      </Command.Group>
      <Command.Group heading="Error groups">
        {groups.map(({ id, code, operation, server, message }) => (
          <PaletteEntry
            key={id}
            value={`group ${code ?? 'no code'} ${operation ?? ''} ${server} ${message ?? ''} ${id}`}
            hint={server}
            onChoose={() => void navigate({ to: '/errors/$group', params: { group: id }, search })}
          >
            <code>{code ?? 'no code'}</code> {operation}
          </PaletteEntry>
        ))}
      </Command.Group>
      <Command.Group heading="Rules">
        {rules.map(({ id, title }) => (
          <PaletteEntry
            key={id}
            value={`rule ${id} ${title}`}
            onChoose={() => void navigate({ to: '/rules/$id', params: { id }, search })}
          >
            <code>{id}</code> {title}
          </PaletteEntry>
        ))}
      </Command.Group>
    </>
  );
}
