import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { facetsQuestion } from '../../lib/questions.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Button } from '../../ui/button.tsx';
import { readSearch, suggestions, writeSearch } from './search-syntax.ts';

/** What is being typed over the written filter, and which parts of it are not a filter. */
interface Draft {
  readonly of: string;
  readonly text: string;
  readonly problems: readonly string[];
}

/** One box for every dimension: what is typed becomes the filter, and the filter is written into the box. */
export function SearchBox() {
  const filter = useFilter();
  const own = useSearch({ from: '/traffic' });
  const setSearch = useSetSearch();
  const { data: facets } = useQuery(facetsQuestion(filter));
  const written = writeSearch(filter, own);
  const field = useRef<HTMLInputElement>(null);
  const [held, setHeld] = useState<Draft>();
  // Forgotten once the filter is another, or it would be there again when that filter is.
  if (held !== undefined && held.of !== written) setHeld(undefined);
  const { text, problems }: Draft =
    held?.of === written ? held : { of: written, text: written, problems: [] };
  const apply = (asked: string) => {
    const { problems: found, ...said } = readSearch(asked);
    setHeld({ of: written, text: asked, problems: found });
    if (found.length === 0) setSearch({ ...said.change, ...said.own });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(text);
  };
  const clear = () => {
    apply('');
    field.current?.focus();
  };
  return (
    <form className="log-search row" onSubmit={submit}>
      <Search size={14} aria-hidden="true" />
      <input
        className="mono"
        data-search
        ref={field}
        type="search"
        name="q"
        aria-label="Search responses"
        aria-describedby="log-search-problems"
        list="log-search-values"
        placeholder={'code:VALIDATION_*  server:x  -client:y  "text"  contains:z'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setHeld({ of: written, text: event.target.value, problems })}
      />
      <datalist id="log-search-values">
        {held !== undefined && suggestions(text, facets).map((one) => <option key={one} value={one} />)}
      </datalist>
      {text !== '' && (
        <Button kind="ghost" icon aria-label="Clear search" onClick={clear}>
          <X size={14} aria-hidden="true" />
        </Button>
      )}
      <span id="log-search-problems" className="sm bad" role="status">
        {problems.join('. ')}
      </span>
    </form>
  );
}
