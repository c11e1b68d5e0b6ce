import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import type { GroupPatch } from '../../../shared/api/error-groups.ts';
import { iso } from '../../../shared/time/instant.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/units.ts';
import { serverNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { fieldTime } from '../../lib/time-field.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItem, Popover } from '../../ui/popover.tsx';
import { TimeField } from '../../ui/time-field.tsx';

const MUTES: readonly { name: string; patch: () => GroupPatch; key?: string }[] = [
  { name: 'For an hour', patch: () => mutedFor(HOUR) },
  { name: 'For a day', patch: () => mutedForADay(), key: 'm' },
  { name: 'For a week', patch: () => mutedFor(7 * DAY) },
  { name: 'Until 100 more failures', patch: () => ({ state: 'muted', until_count: 100 }) },
  { name: 'Until 1,000 more failures', patch: () => ({ state: 'muted', until_count: 1000 }) },
  { name: 'Until reopened', patch: () => ({ state: 'muted' }) },
];

/** A patch that mutes for this many ms from now. */
function mutedFor(ms: number): GroupPatch {
  return { state: 'muted', until: iso(serverNow() + ms) };
}

export const mutedForADay = () => mutedFor(DAY);

/** A custom time or number of failures. */
function OwnEnd({ choose }: { choose: (patch: GroupPatch) => void }) {
  const id = useId();
  const zone = useZone();
  const until = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = fieldTime(new FormData(event.currentTarget).get('until'), zone);
    if (at > serverNow()) choose({ state: 'muted', until: iso(at) });
  };
  const untilCount = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose({ state: 'muted', until_count: Number(new FormData(event.currentTarget).get('count')) });
  };
  return (
    <>
      <form className="actions-until" onSubmit={until}>
        <TimeField
          name="until"
          label={zone === 'utc' ? 'Until (UTC)' : 'Until'}
          at={serverNow() + DAY}
          min={serverNow() + MINUTE}
        />
        <Button type="submit">Mute</Button>
      </form>
      <form className="actions-until" onSubmit={untilCount}>
        <label htmlFor={id}>More failures</label>
        <input
          id={id}
          name="count"
          type="number"
          className="field"
          required
          min={1}
          max={1_000_000_000}
          step={1}
          defaultValue={10}
        />
        <Button type="submit">Mute</Button>
      </form>
    </>
  );
}

/** How long to mute: some common ends, or a custom one. */
export function Mute({ act, keys }: { act: (patch: GroupPatch) => void; keys: boolean }) {
  return (
    <Popover
      label={
        <>
          Mute <ChevronDown size={12} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <>
          {MUTES.map(({ name, patch, key }) => (
            <MenuItem
              key={name}
              hint={keys && key !== undefined && <kbd>{key}</kbd>}
              onChoose={() => act(patch())}
            >
              {name}
            </MenuItem>
          ))}
          <hr />
          <OwnEnd
            choose={(patch) => {
              act(patch);
              close();
            }}
          />
        </>
      )}
    </Popover>
  );
}
