import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { LONGEST } from '../../../shared/capture.ts';
import { Button, type ButtonKind, buttonClass } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { Popover } from '../../ui/popover.tsx';

/** Resolves a group in the version that fixes it, which has not failed yet: in one that has, it reopens at once. */
export function ResolveIn({
  newest,
  kind,
  onChoose,
}: {
  /** The newest version in which the group failed. */
  newest: string;
  kind: ButtonKind;
  onChoose: (version: string) => void;
}) {
  const id = useId();
  return (
    <Popover
      className={buttonClass({ kind, icon: true })}
      name="Resolve in a version"
      label={<ChevronDown size={12} aria-hidden="true" />}
    >
      {(close) => {
        const submit = (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          onChoose(String(new FormData(event.currentTarget).get('version')).trim());
          close();
        };
        return (
          <form className="actions-until" onSubmit={submit}>
            <label htmlFor={id}>
              Fixed in version
              <span className="muted">
                , newer than <Captured text={newest} />
              </span>
            </label>
            <input
              id={id}
              name="version"
              className="field"
              required
              pattern=".*\S.*"
              title="A version, not only spaces"
              maxLength={LONGEST.server_version}
              autoComplete="off"
            />
            <Button type="submit">Resolve</Button>
            <p className="sm muted">Failures of earlier versions won’t reopen it.</p>
          </form>
        );
      }}
    </Popover>
  );
}
