import { isObject, member, parseJson } from '../../shared/json/value.ts';
import { createStore, useStore } from './store.ts';
import type { Zone } from './times.ts';

/** What this browser remembers. None of it changes what a view contains, so it is not in the URL. */
interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly zone: Zone;
  readonly live: boolean;
  /** Whether the log inserts new rows on top by itself; rows never move under the pointer. */
  readonly follow: boolean;
  readonly shortcuts: boolean;
  /** The standard (of the contract's `Reinspection`) by which to reinspect later; empty if none was put off. */
  readonly putOff: string;
}

const KEY = 'mailroom';

function remembered(): unknown {
  try {
    return parseJson(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

function read(value: unknown): Preferences {
  const held = (name: string) => (isObject(value) ? member(value, name) : undefined);
  const theme = held('theme');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    zone: held('zone') === 'local' ? 'local' : 'utc',
    live: held('live') !== false,
    follow: held('follow') === true,
    shortcuts: held('shortcuts') !== false,
    putOff: String(held('putOff') ?? ''),
  };
}

export const preferences = createStore<Preferences>(read(remembered()));

function apply({ theme }: Preferences): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}

/** Applies the remembered preferences; call once, before the first paint. */
export function startPreferences(): void {
  apply(preferences.get());
}

/** Changes preferences and remembers them. */
export function prefer(changed: Partial<Preferences>): void {
  const next = { ...preferences.get(), ...changed };
  preferences.set(next);
  apply(next);
  try {
    // Keep what another tab chose meanwhile.
    localStorage.setItem(KEY, JSON.stringify({ ...read(remembered()), ...changed }));
  } catch {
    // Without storage, they are forgotten at the next visit; the page still works.
  }
}

export function usePreference<K extends keyof Preferences>(name: K): Preferences[K] {
  return useStore(preferences)[name];
}

export function useZone(): Zone {
  return usePreference('zone');
}
