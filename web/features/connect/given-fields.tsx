import { useId } from 'react';
import { LONGEST } from '../../../shared/capture.ts';
import type { Way } from './ways.ts';

type Entered = Readonly<Record<'server' | 'command' | 'target' | 'token', string>>;

function Field({
  label,
  value,
  onChange,
  wide = false,
  secret = false,
  longest = 4_000,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  wide?: boolean;
  secret?: boolean;
  /** Maximum length, UTF-16 units. */
  longest?: number;
}) {
  const id = useId();
  return (
    <span className={wide ? 'wide' : undefined}>
      <label htmlFor={id} className="sm muted">
        {label}
      </label>
      <input
        id={id}
        className="field mono"
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

/** The values for the snippets. The token stays in this page and is not sent anywhere. */
export function GivenFields({
  way,
  entered,
  tokenRequired,
  onChange,
}: {
  way: Way;
  entered: Entered;
  tokenRequired: boolean;
  onChange: (change: Partial<Entered>) => void;
}) {
  return (
    <div className="connect-fields">
      <Field
        longest={LONGEST.server}
        label="Server name"
        value={entered.server}
        onChange={(server) => onChange({ server })}
      />
      {way === 'stdio' && (
        <Field
          wide
          label="Server command"
          value={entered.command}
          onChange={(command) => onChange({ command })}
        />
      )}
      {way === 'http' && (
        <Field wide label="Server URL" value={entered.target} onChange={(target) => onChange({ target })} />
      )}
      {tokenRequired && (
        <Field
          secret
          label="Token (stays on this page)"
          value={entered.token}
          onChange={(token) => onChange({ token })}
        />
      )}
    </div>
  );
}
