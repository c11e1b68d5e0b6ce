import type { ErrorComponentProps } from '@tanstack/react-router';
import { errorMessage } from '../../../shared/text/words.ts';
import { Button } from '../../ui/button.tsx';

/** Shown if a page crashes, as it may over answers of another version: what was thrown, and a retry. The shell stays unless it crashed, too. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  return (
    <div className="alone" role="alert">
      <h1>This page crashed</h1>
      <p className="muted break">{errorMessage(error)}</p>
      <p>If Mailroom was updated since this page was loaded, reload it.</p>
      <p className="row">
        <Button kind="primary" onClick={reset}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </div>
  );
}
