import { Copy } from 'lucide-react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { MenuItem, Popover } from '../../ui/popover.tsx';
import { toast } from '../../ui/toast.tsx';
import { curlOf, fixtureOf } from './copies.ts';

/** Copies a response as its bytes, as a command that sends it again, and as a test's fixture. */
export function CopyMenu({ response }: { response: ResponseDetail }) {
  const copy = (what: string, text: string) => {
    navigator.clipboard.writeText(text).then(
      () => toast({ message: `Copied ${what}.` }),
      () => toast({ message: 'This browser does not let the page copy.' }),
    );
  };
  const copies = [
    { key: 'y', name: 'JSON, bytes as stored', run: () => copy('the JSON', response.raw) },
    {
      key: 'u',
      name: 'curl command',
      run: () => copy('the curl command', curlOf(response.raw, location.origin)),
    },
    { key: 'f', name: 'Test fixture', run: () => copy('the test fixture', fixtureOf(response)) },
    {
      key: 'l',
      name: 'Link to this response',
      run: () => copy('the link', `${location.origin}/traffic/${response.id}`),
    },
  ];
  useShortcuts(Object.fromEntries(copies.map(({ key, run }) => [key, run])));
  return (
    <Popover
      label={
        <>
          <Copy size={14} aria-hidden="true" /> Copy
        </>
      }
    >
      {(close) =>
        copies.map(({ key, name, run }) => (
          <MenuItem
            key={key}
            hint={<kbd>{key}</kbd>}
            onChoose={() => {
              run();
              close();
            }}
          >
            {name}
          </MenuItem>
        ))
      }
    </Popover>
  );
}
