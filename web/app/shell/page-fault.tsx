import type { ErrorComponentProps } from '@tanstack/react-router';
import { errorMessage } from '../../../shared/words.ts';
import { Button } from '../../ui/button.tsx';

/** Shown if a page crashes: what was thrown, and a retry; the shell stays. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  return (
    <div className="alone" role="alert">
      <h1>This page crashed</h1>
      <p className="muted break">{errorMessage(error)}</p>
      <p className="row">
        <Button kind="primary" onClick={reset}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </div>
  );
}
