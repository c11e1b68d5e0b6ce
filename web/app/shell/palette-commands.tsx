import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { prefer, preferences } from '../../lib/preferences.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { copyPermalink } from '../../ui/permalink.ts';
import { openDialog } from './dialogs.ts';
import { logOut } from './log-out.ts';
import { PaletteEntry } from './palette-entry.tsx';

/** The commands that every page has. */
export function PaletteCommands() {
  const filter = useFilter();
  const { theme, zone, live } = useStore(preferences);
  const { data: status } = useQuery(statusQuestion());
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const otherTheme = isDark ? 'light' : 'dark';
  const otherZone = zone === 'utc' ? 'local' : 'utc';
  return (
    <Command.Group heading="Commands">
      <PaletteEntry
        value="command copy link to this view pinned"
        hint="pinned"
        onChoose={() => void copyPermalink(filter)}
      >
        Copy link to this view
      </PaletteEntry>
      <PaletteEntry value={`command use ${otherTheme} theme`} onChoose={() => prefer({ theme: otherTheme })}>
        Use {otherTheme} theme
      </PaletteEntry>
      <PaletteEntry
        value={`command show ${otherZone} times zone`}
        onChoose={() => prefer({ zone: otherZone })}
      >
        {otherZone === 'local' ? 'Show local times' : 'Show UTC times'}
      </PaletteEntry>
      <PaletteEntry
        value={`command ${live ? 'pause' : 'resume'} live updates`}
        onChoose={() => prefer({ live: !live })}
      >
        {live ? 'Pause live updates' : 'Resume live updates'}
      </PaletteEntry>
      {status?.token_required === true && (
        <PaletteEntry value="command log out" onChoose={logOut}>
          Log out
        </PaletteEntry>
      )}
      <PaletteEntry value="command keyboard shortcuts help" hint="?" onChoose={() => openDialog.set('help')}>
        Keyboard shortcuts
      </PaletteEntry>
    </Command.Group>
  );
}
