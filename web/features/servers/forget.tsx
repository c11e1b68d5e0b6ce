import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, send } from '../../lib/api.ts';
import { counted } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { toast } from '../../ui/toast.tsx';

/** Forgets a server piece by piece; `told` hears how many responses are gone. Gives how many there were. Rejects with ApiFailure. */
async function forget(name: string, told: (responses: number) => void): Promise<number> {
  const ask = (query: { rest?: boolean }) =>
    send('DELETE /api/v1/servers/:name', { params: { name }, query, body: {} });
  let { responses, more } = await ask({});
  while (more) {
    told(responses);
    const piece = await ask({ rest: true });
    responses += piece.responses;
    more = piece.more;
  }
  return responses;
}

/** The way to forget a server for good: its name is asked for, since nothing brings it back. */
export function Forget({ name }: { name: string }) {
  return (
    <Popover
      className="servers-pin no-print"
      name={`Forget ${name}`}
      label={<Ellipsis size={14} className="faint" aria-hidden="true" />}
    >
      {(close) => <Confirmation name={name} close={close} />}
    </Popover>
  );
}

function Confirmation({ name, close }: { name: string; close: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [gone, setGone] = useState<number | undefined>();
  const run = async () => {
    setGone(0);
    try {
      const responses = await forget(name, setGone);
      toast({ message: `${name} is forgotten, with ${counted(responses, 'response')}.` });
      close();
    } catch (error) {
      toast({ message: error instanceof ApiFailure ? error.message : `${name} could not be forgotten.` });
      setGone(undefined);
    }
    await client.invalidateQueries();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed === name) void run();
  };
  return (
    <form className="servers-inside" onSubmit={submit}>
      <b className="break">Forget {name}?</b>
      <p>
        Its responses, all that was counted of them and its error groups with their states are deleted, for
        good. What it sends from now on is a new server’s.
      </p>
      <label htmlFor={id}>Its name, to confirm</label>
      <input
        id={id}
        className="field"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed !== name || gone !== undefined}>
        {gone === undefined ? 'Forget for good' : `Forgetting: ${counted(gone, 'response')} so far`}
      </Button>
    </form>
  );
}
