import type { FormEvent } from 'react';
import { iso, moment } from '../../../shared/time/instant.ts';
import { rangeOf } from '../../../shared/time/range.ts';
import { serverNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { DEFAULT_FROM, isOpenEnded, movesOn, pinned } from '../../lib/range.ts';
import { fieldText, fieldTime } from '../../lib/time-field.ts';
import { span } from '../../lib/times.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Button } from '../../ui/button.tsx';
import { copyPermalink } from '../../ui/permalink.ts';
import { MenuItem } from '../../ui/popover.tsx';
import { TimeField } from '../../ui/time-field.tsx';

const PRESETS = ['-15m', '-1h', '-6h', '-24h', '-7d', '-30d', '-90d'] as const;

function presetWords(preset: string): string {
  return `Last ${span(-(moment(preset, 0) ?? 0))}`;
}

/** Has the browser say at the end of the range why the form is not accepted; no words, no refusal. */
function refuse(form: HTMLFormElement, words: string): void {
  const end = form.elements.namedItem('to');
  if (!(end instanceof HTMLInputElement)) return;
  end.setCustomValidity(words);
  if (words !== '') end.reportValidity();
}

function AbsoluteRange({ close }: { close: () => void }) {
  const zone = useZone();
  const setSearch = useSetSearch();
  const { from, to } = rangeOf(useFilter(), serverNow());
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // An untouched field keeps its seconds, and which of two hours it means when the clocks go back.
    const timeIn = (name: string, at: number) =>
      form.get(name) === fieldText(at, zone) ? at : fieldTime(form.get(name), zone);
    const start = timeIn('from', from);
    const end = timeIn('to', to);
    if (!(start < end)) {
      refuse(event.currentTarget, 'The range must start before it ends.');
      return;
    }
    setSearch({ from: iso(start), to: iso(end) });
    close();
  };
  return (
    <form className="absolute" onSubmit={choose} onInput={(event) => refuse(event.currentTarget, '')}>
      <TimeField name="from" label="From" at={from} />
      <TimeField name="to" label="To" at={to} />
      <span className="sm muted">{zone === 'utc' ? 'UTC' : 'Local time'}</span>
      <Button type="submit">Apply</Button>
    </form>
  );
}

/** The available ranges: presets up to now, two ends, or the current view with both ends absolute. */
export function TimeChoices({ close }: { close: () => void }) {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const current = isOpenEnded(filter) ? (filter.from ?? DEFAULT_FROM) : undefined;
  return (
    <>
      {PRESETS.map((preset) => (
        <MenuItem
          key={preset}
          current={preset === current}
          onChoose={() => setSearch({ from: preset, to: undefined })}
        >
          {presetWords(preset)}
        </MenuItem>
      ))}
      <hr />
      <AbsoluteRange close={close} />
      <hr />
      {movesOn(filter, serverNow()) && (
        <MenuItem hint="keeps these times" onChoose={() => setSearch(pinned(filter, serverNow()))}>
          Pin this view
        </MenuItem>
      )}
      <MenuItem hint="pinned" onChoose={() => void copyPermalink(filter)}>
        Copy link to this view
      </MenuItem>
    </>
  );
}
