import { createStore } from './store.ts';

/** A text of the Playground, and the response that it was before it was edited. */
interface Pasted {
  readonly text: string;
  readonly response?: string | undefined;
}

/** What the Playground judges, in this window only; undefined until something is put there. */
export const pasted = createStore<Pasted | undefined>(undefined);

/** Discards what was edited of a response, for whoever opens it again and wants it as it was captured. */
export function forgetEdited(response: string): void {
  if (pasted.get()?.response === response) pasted.set(undefined);
}
