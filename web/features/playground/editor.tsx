import { pasted } from '../../lib/pasted.ts';
import { usePrinting } from '../../lib/printing.ts';
import { Panel } from '../../ui/panel.tsx';
import { SAMPLES, sampleText } from './samples.ts';

/** The JSON to check, which can start from a sample; `onReplace` hears that one took its place. */
export function Editor({ text, onReplace }: { text: string; onReplace: () => void }) {
  return (
    <Panel
      title="JSON"
      actions={
        <select
          className="btn"
          aria-label="Start from a sample"
          value=""
          onChange={(event) => {
            const sample = SAMPLES.find(({ name }) => name === event.target.value);
            if (sample === undefined) return;
            pasted.set(sampleText(sample.value));
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
        onChange={(event) => pasted.set(event.target.value)}
      />
    </Panel>
  );
}
