import { useId } from 'react';
import { useZone } from '../lib/preferences.ts';
import { fieldText } from '../lib/time-field.ts';

/** A labelled field for a day and time in the chosen zone; times in epoch ms. */
export function TimeField({
  name,
  label,
  at,
  min,
}: {
  readonly name: string;
  readonly label: string;
  readonly at: number;
  readonly min?: number;
}) {
  const id = useId();
  const zone = useZone();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="datetime-local"
        className="field"
        required
        min={min === undefined ? undefined : fieldText(min, zone)}
        defaultValue={fieldText(at, zone)}
      />
    </>
  );
}
