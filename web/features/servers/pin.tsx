import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Pin as PinSign } from 'lucide-react';
import type { ServerRow } from '../../../shared/api/servers.ts';
import { errorMessage } from '../../../shared/text/words.ts';
import { whyUnscored } from '../../../shared/unscored.ts';
import { DIALECTS, type Dialect } from '../../../shared/verdict.ts';
import { send } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { MenuItem, Popover } from '../../ui/popover.tsx';
import { toast } from '../../ui/toast.tsx';

/** The dialect that a server's responses are read in; lets the user pin it for future ones. */
export function Pin({ server }: { server: Pick<ServerRow, 'name' | 'dialect' | 'pinned' | 'proven'> }) {
  const client = useQueryClient();
  const held = server.pinned ? server.dialect : null;
  /** Pins a dialect, or none if null; an undo restores the one `before`. */
  const pin = async (dialect: Dialect | null, before: Dialect | null = held) => {
    try {
      await send('PATCH /api/v1/servers/:name', { params: { name: server.name }, body: { dialect } });
      await fetchAgain(client);
      toast({
        message:
          dialect === null
            ? `Mailroom now detects the dialect of ${server.name}.`
            : `New responses from ${server.name} are read as ${dialect}.`,
        action: { label: 'Undo', about: [server.name], run: () => void pin(before, dialect) },
      });
    } catch (error) {
      toast({ message: errorMessage(error) });
    }
  };
  const why = server.pinned ? 'pinned' : whyUnscored(server);
  return (
    <Popover
      className="servers-button"
      name={`Dialect of ${server.name}: ${server.dialect}${why === null ? '' : ` ${why}`}. Pin another`}
      label={
        <>
          {server.dialect}
          {server.pinned && <PinSign size={12} aria-hidden="true" />}{' '}
          {why !== null && <span className="muted">{why}</span>}
          <ChevronDown size={12} className="faint" aria-hidden="true" />
        </>
      }
    >
      {() => (
        <>
          {DIALECTS.map((dialect) => (
            <MenuItem key={dialect} current={held === dialect} onChoose={() => void pin(dialect)}>
              Pin {dialect}
            </MenuItem>
          ))}
          {server.pinned && (
            <MenuItem onChoose={() => void pin(null)}>Unpin and detect automatically</MenuItem>
          )}
        </>
      )}
    </Popover>
  );
}
