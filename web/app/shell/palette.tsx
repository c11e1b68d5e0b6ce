import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { sharedFilter } from '../../lib/filter.ts';
import { useChosenFilter } from '../../lib/use-filter.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PAGES } from '../pages.ts';
import { typedEarly } from './dialogs.ts';
import { PaletteCommands } from './palette-commands.tsx';
import { PaletteEntry } from './palette-entry.tsx';
import { PaletteFound, useMeant } from './palette-found.tsx';
import { matchOf } from './palette-match.ts';
import './palette.css';

/** Finds every page, server, code, rule and group by a part of its name, and offers the global commands. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const search = sharedFilter(useChosenFilter());
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const early = typedEarly.get();
    setTyped((held) => held + early);
    typedEarly.set('');
  }, []);
  const text = typed.trim();
  const wanted = text.toLowerCase();
  const meant = useMeant(wanted);
  // The names may arrive after something else was selected.
  const [selected, setSelected] = useState('');
  useEffect(() => {
    if (meant !== undefined) setSelected(meant);
  }, [meant]);
  const searching = (
    <Command.Group heading="Traffic" forceMount>
      {[
        { where: 'messages', sought: { q: text } },
        { where: 'all text', sought: { contains: text } },
      ].map(({ where, sought }) => (
        <PaletteEntry
          key={where}
          value={`search ${where} ${typed}`}
          onChoose={() => void navigate({ to: '/traffic', search: { ...search, ...sought } })}
        >
          Search {where} for “{text}”
        </PaletteEntry>
      ))}
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
          <Command.Group heading="Pages">
            {PAGES.map(({ to, name, key }) => (
              <PaletteEntry
                key={name}
                value={`page ${name}`}
                hint={`g ${key}`}
                onChoose={() => void navigate({ to, search })}
              >
                {name}
              </PaletteEntry>
            ))}
            <PaletteEntry value="page Connect" onChoose={() => void navigate({ to: '/connect', search })}>
              Connect
            </PaletteEntry>
          </Command.Group>
          {wanted !== '' && (
            <>
              {/* What is meant comes before the search. */}
              {meant === undefined && searching}
              <PaletteFound wanted={wanted} />
              {meant !== undefined && searching}
            </>
          )}
          <PaletteCommands />
        </Command.List>
      </Command>
    </Dialog>
  );
}
