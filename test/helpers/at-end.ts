import { onTestFinished } from 'vitest';

/** Does this at the end of the running test, the last that is asked for first. Not for tests that run concurrently. */
export function atEnd(step: () => unknown): void {
  onTestFinished(async () => void (await step()));
}
