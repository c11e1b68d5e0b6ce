import { useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { Deprecations } from '../../../shared/api/deprecations.ts';
import { useSetSearch } from '../../lib/use-filter.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { readDeprecationsSearch } from './search.ts';
import { safeWords } from './words.ts';

/** Shows when an item counts as safe to remove, and lets the user change that. */
export function Window({ answer }: { answer: Deprecations }) {
  const search = useSearch({ from: '/deprecations' });
  const setSearch = useSetSearch();
  const submit = (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSearch(
      readDeprecationsSearch({ window_days: form.get('window_days'), threshold: form.get('threshold') }),
    );
    close();
  };
  return (
    <>
      <span>
        <span className="hide-m">Bars are relative to the largest share.</span> Safe to remove:{' '}
        {safeWords(answer)}.
      </span>
      <span className="end no-print">
        <Popover className="link" label="Change window">
          {(close) => (
            <form className="deprecations-window" onSubmit={(event) => submit(event, close)}>
              <label>
                Days without use
                <input
                  className="field"
                  data-autofocus
                  name="window_days"
                  type="number"
                  min={1}
                  max={365}
                  defaultValue={search.window_days ?? answer.window_days}
                />
              </label>
              <label>
                Uses to ignore
                <input
                  className="field"
                  name="threshold"
                  type="number"
                  min={0}
                  max={1_000_000}
                  defaultValue={search.threshold ?? answer.threshold}
                />
              </label>
              <Button type="submit" kind="primary">
                Apply
              </Button>
            </form>
          )}
        </Popover>
      </span>
    </>
  );
}
