import { pasted } from '../../lib/pasted.ts';
import { Panel } from '../../ui/panel.tsx';
import { SAMPLES, sampleText } from './samples.ts';

/** The JSON to check, which can start from a sample. */
export function Editor({ text }: { text: string }) {
  return (
    <Panel
      title="JSON"
      flush
      actions={
        <select
          className="btn"
          aria-label="Start from a sample"
          value=""
          onChange={(event) => {
            const sample = SAMPLES.find(({ name }) => name === event.target.value);
            if (sample !== undefined) pasted.set(sampleText(sample.value));
          }}
        >
          <option value="">Samples</option>
          {SAMPLES.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      }
    >
      <textarea
        className="playground-text mono"
        aria-label="JSON to check"
        data-search
        spellCheck={false}
        value={text}
        onChange={(event) => pasted.set(event.target.value)}
      />
    </Panel>
  );
}
