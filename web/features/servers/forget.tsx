import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { focusMain } from '../../lib/focus.ts';
import { counted } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { Popover } from '../../ui/popover.tsx';
import { forget, useForgetting } from './forgetting.ts';

/** Forgets a server permanently; asks for its name, since this cannot be undone. */
export function Forget({ name }: { name: string }) {
  return (
    <Popover
      className="servers-button no-print"
      name={`Forget ${name}`}
      label={<Ellipsis size={14} className="faint" aria-hidden="true" />}
    >
      {(close) => <Confirmation name={name} close={close} />}
    </Popover>
  );
}

/** A name as it can be typed: a field has no line breaks, and one letter can be encoded in two ways. */
const typeable = (name: string) => name.normalize().replace(/\s+/g, ' ').trim();

function Confirmation({ name, close }: { name: string; close: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const gone = useForgetting(name);
  const [typed, setTyped] = useState('');
  const isNamed = typeable(typed) === typeable(name);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isNamed || gone !== undefined) return;
    const form = event.currentTarget;
    const leave = () => {
      if (form.contains(document.activeElement)) focusMain();
    };
    void forget(client, name, leave).then(close);
  };
  return (
    <form className="servers-panel" onSubmit={submit}>
      <b className="break">
        Forget <Captured text={name} />?
      </b>
      <p>
        This permanently deletes its responses, counts and error groups. If it reports again, it starts as a
        new server.
      </p>
      <label htmlFor={id}>Type its name to confirm</label>
      <input
        id={id}
        className="field"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={!isNamed}>
        {gone === undefined ? 'Forget server' : `Forgetting… ${counted(gone, 'response')} deleted`}
      </Button>
    </form>
  );
}
