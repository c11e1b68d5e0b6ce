import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { basePath } from '../../lib/base-path.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { copyAndSay } from '../../ui/copy.ts';
import { copyPermalink } from '../../ui/permalink.ts';
import { MenuItem, Popover } from '../../ui/popover.tsx';
import { curlOf, fixtureOf } from './copies.ts';

/** Copies a response as its bytes, as a command that sends it again, as a test fixture, and as a link to it in the log shown. */
export function CopyMenu({ response }: { response: ResponseDetail }) {
  const filter = useFilter();
  const needsToken = useQuery(statusQuestion()).data?.token_required === true;
  const copies = [
    { key: 'y', name: 'JSON as stored', run: () => copyAndSay('the JSON', response.raw) },
    {
      key: 'u',
      name: 'curl command',
      run: () => copyAndSay('the curl command', curlOf(response, location.origin + basePath, needsToken)),
    },
    { key: 'f', name: 'Test fixture', run: () => copyAndSay('the test fixture', fixtureOf(response)) },
    { key: 'l', name: 'Link to this response', run: () => copyPermalink(filter) },
  ];
  useShortcuts(Object.fromEntries(copies.map(({ key, run }) => [key, () => void run()])));
  return (
    <Popover
      label={
        <>
          <Copy size={14} aria-hidden="true" /> Copy
        </>
      }
    >
      {() =>
        copies.map(({ key, name, run }) => (
          <MenuItem key={key} hint={<kbd>{key}</kbd>} onChoose={() => void run()}>
            {name}
          </MenuItem>
        ))
      }
    </Popover>
  );
}
