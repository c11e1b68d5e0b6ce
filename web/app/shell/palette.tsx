import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useEffect, useState } from 'react';
import { sharedFilter } from '../../lib/filter.ts';
import { logOut } from '../../lib/log-out.ts';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { question } from '../../lib/question.ts';
import { facetsQuestion, statusQuestion } from '../../lib/questions.ts';
import { useChosenFilter, useFilter } from '../../lib/use-filter.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PAGES } from '../pages.ts';
import { asked, typedEarly } from './asked.ts';
import { matchOf } from './palette-match.ts';
import { copyPermalink } from './permalink.ts';
import './palette.css';

/** Maximum number of servers, codes and groups each; the typed words select among all of them. */
const SHOWN = 60;

/** Finds every page, server, code, rule and group by a part of its name, and offers the global commands. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const filter = useFilter();
  const search = sharedFilter(useChosenFilter());
  const { theme, zone, live } = {
    theme: usePreference('theme'),
    zone: usePreference('zone'),
    live: usePreference('live'),
  };
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const early = typedEarly.get();
    setTyped((held) => held + early);
    typedEarly.set('');
  }, []);
  const { data: status } = useQuery(statusQuestion());
  const { data: facets } = useQuery(facetsQuestion(filter));
  const { data: rules } = useQuery(question('GET /api/v1/rules', { query: search }));
  const { data: groups } = useQuery(
    question('GET /api/v1/error-groups', { query: { ...search, limit: SHOWN } }),
  );

  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const wanted = typed.trim().toLowerCase();
  const named = (values: readonly { readonly value: string }[] = []) =>
    values.filter(({ value }) => value.toLowerCase().includes(wanted)).slice(0, SHOWN);
  /** The entry whose whole name is typed, which is what is meant; else the search comes first. */
  const meant = [
    ...(facets?.servers ?? []).map(({ value }) => ({ name: value, entry: `server ${value}` })),
    ...(facets?.codes ?? []).map(({ value }) => ({ name: value, entry: `code ${value}` })),
    ...(rules?.items ?? []).map(({ id, title }) => ({ name: id, entry: `rule ${id} ${title}` })),
  ].find(({ name }) => name.toLowerCase() === wanted)?.entry;
  // The names may arrive after something else was selected.
  const [selected, setSelected] = useState('');
  useEffect(() => {
    if (meant !== undefined) setSelected(meant);
  }, [meant]);
  const run = (action: () => unknown) => () => {
    onClose();
    void action();
  };
  const item = (value: string, action: () => unknown, words: ReactNode, hint?: string) => (
    <Command.Item key={value} className="menu-item" value={value} onSelect={run(action)}>
      <span className="ell">{words}</span>
      {hint !== undefined && <span className="muted nowrap end">{hint}</span>}
    </Command.Item>
  );
  const searching = (
    <Command.Group heading="Traffic" forceMount>
      <Command.Item
        forceMount
        className="menu-item"
        value={`search ${typed}`}
        onSelect={run(() => navigate({ to: '/traffic', search: { ...search, q: typed.trim() } }))}
      >
        Search responses for “{typed.trim()}”
      </Command.Item>
    </Command.Group>
  );
  return (
    <Dialog label="Search and commands" onClose={onClose}>
      <Command
        label="Search and commands"
        className="palette"
        filter={matchOf}
        value={selected}
        onValueChange={setSelected}
      >
        <Command.Input
          data-autofocus
          value={typed}
          onValueChange={setTyped}
          placeholder="Search or run a command"
        />
        <Command.List>
          <Command.Empty>No results</Command.Empty>
          <Command.Group heading="Pages">
            {PAGES.map(({ to, name, key }) =>
              item(`page ${name}`, () => navigate({ to, search }), name, `g ${key}`),
            )}
            {item('page Connect', () => navigate({ to: '/connect' }), 'Connect')}
          </Command.Group>
          {wanted !== '' && (
            <>
              {meant === undefined && searching}
              <Command.Group heading="Servers">
                {named(facets?.servers).map(({ value }) =>
                  item(
                    `server ${value}`,
                    () => navigate({ to: '/', search: { ...search, server: [value] } }),
                    value,
                    'overview',
                  ),
                )}
              </Command.Group>
              <Command.Group heading="Codes">
                {named(facets?.codes).map(({ value }) =>
                  item(
                    `code ${value}`,
                    () => navigate({ to: '/traffic', search: { ...search, code: [value] } }),
                    <code>{value}</code>,
                    'responses',
                  ),
                )}
              </Command.Group>
              <Command.Group heading="Error groups">
                {groups?.items.map(({ id, code, operation, server, message }) =>
                  item(
                    `group ${code ?? 'no code'} ${operation ?? ''} ${server} ${message ?? ''} ${id}`,
                    () => navigate({ to: '/errors/$group', params: { group: id }, search }),
                    <>
                      <code>{code ?? 'no code'}</code> {operation}
                    </>,
                    server,
                  ),
                )}
              </Command.Group>
              <Command.Group heading="Rules">
                {rules?.items.map(({ id, title }) =>
                  item(
                    `rule ${id} ${title}`,
                    () => navigate({ to: '/rules/$id', params: { id }, search }),
                    <>
                      <code>{id}</code> {title}
                    </>,
                  ),
                )}
              </Command.Group>
              {meant !== undefined && searching}
            </>
          )}
          <Command.Group heading="Commands">
            {item(
              'command copy link pinned',
              () => copyPermalink(filter),
              'Copy link to this view',
              'fixed times',
            )}
            {item(
              'command theme',
              () => prefer({ theme: isDark ? 'light' : 'dark' }),
              `Use ${isDark ? 'light' : 'dark'} theme`,
            )}
            {item(
              'command zone time',
              () => prefer({ zone: zone === 'utc' ? 'local' : 'utc' }),
              zone === 'utc' ? 'Show local times' : 'Show UTC times',
            )}
            {item(
              'command live pause',
              () => prefer({ live: !live }),
              live ? 'Pause live updates' : 'Resume live updates',
            )}
            {status?.token_required === true && item('command log out', logOut, 'Log out')}
            {item('command keyboard shortcuts help', () => asked.set('help'), 'Keyboard shortcuts', '?')}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
