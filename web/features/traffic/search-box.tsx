import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useFilter, useSetFilter } from '../../lib/use-filter.ts';
import { readSearch, writeSearch } from './search.ts';

/** One box for every dimension: what is typed becomes the filter, and the filter is written in it. */
export function SearchBox() {
  const filter = useFilter();
  const setFilter = useSetFilter();
  const written = writeSearch(filter);
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const text = draft?.of === written ? draft.text : written;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { change, problems: found } = readSearch(text);
    setProblems(found);
    if (found.length > 0) return;
    setDraft(undefined);
    setFilter(change);
  };
  return (
    <form className="log-search" onSubmit={submit}>
      <Search size={14} aria-hidden="true" />
      <input
        className="mono"
        data-search
        type="search"
        name="q"
        aria-label="Search responses"
        aria-describedby="log-search-problems"
        placeholder={'code:VALIDATION_*  server:x  -client:y  sev<=1  "text"'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setDraft({ of: written, text: event.target.value })}
      />
      <span id="log-search-problems" className="sm bad" role="status">
        {problems.join('. ')}
      </span>
    </form>
  );
}
