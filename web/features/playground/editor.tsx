import { Link, useNavigate } from '@tanstack/react-router';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { pasted } from '../../lib/pasted.ts';
import { usePrinting } from '../../lib/printing.ts';
import { Captured } from '../../ui/captured.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SAMPLES, sampleText } from './samples.ts';

interface EditorProps {
  readonly text: string;
  /** Id of the response that the text was at first. */
  readonly response: string | undefined;
  /** That response, once it is known. */
  readonly start: ResponseDetail | undefined;
  /** Called when a sample took the place of the text. */
  readonly onReplace: () => void;
}

/** The JSON to check, which can start from a response or a sample. */
export function Editor({ text, response, start, onReplace }: EditorProps) {
  const navigate = useNavigate();
  return (
    <Panel
      title="JSON"
      note={start && <Start response={start} />}
      actions={
        <select
          className="btn"
          aria-label="Start from a sample"
          value=""
          onChange={(event) => {
            const sample = SAMPLES.find(({ name }) => name === event.target.value);
            if (sample === undefined) return;
            pasted.set({ text: sampleText(sample.value) });
            if (response !== undefined) void navigate({ to: '/playground', search: sharedFilter });
            onReplace();
          }}
        >
          <option value="">Samples</option>
          {SAMPLES.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      }
    >
      {/* A text box prints only what is visible of it. */}
      {usePrinting() && <pre className="playground-note break">{text}</pre>}
      <textarea
        className="playground-text mono no-print"
        aria-label="JSON to check"
        data-search
        spellCheck={false}
        value={text}
        onChange={(event) => pasted.set({ text: event.target.value, response })}
      />
    </Panel>
  );
}

/** The response that the text was at first. */
function Start({ response: { id, operation, tool, server } }: { response: ResponseDetail }) {
  return (
    <span className="clamp">
      from{' '}
      <Link className="link" to="/traffic/$response" params={{ response: id }} search={sharedFilter}>
        <Captured text={operation ?? tool ?? 'a response'} /> on <Captured text={server} />
      </Link>
    </span>
  );
}
