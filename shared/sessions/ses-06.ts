import { isObject, type JsonObject } from '../json.ts';
import { envelopeOf, haltedIn, keyOf, partsOf, type SessionCheck } from './observed.ts';

/** A confirmation token that the same server issued before (confirmation-tokens 2). */
export const ses06: SessionCheck = (observed, memory) =>
  partsOf(observed.reading).flatMap((part) => {
    const envelope = envelopeOf(part);
    const halted = haltedIn(envelope);
    const issued = [
      ...tokensOf(envelope, part.pointer),
      ...(halted === undefined ? [] : tokensOf(halted, `${part.pointer}/halted_at/result`)),
    ];
    return issued.flatMap(({ pointer, token }) => {
      const key = keyOf(6, observed, observed.hash(token));
      const earlier = memory.recall(key);
      memory.remember(key, { ref: observed.ref, value: '', known: earlier?.known ?? [] });
      if (earlier === undefined || earlier.ref === observed.ref) return [];
      const message = 'The confirmation token was issued in an earlier response too.';
      return [{ pointer, message, responses: [earlier.ref, observed.ref] }];
    });
  });

interface Issued {
  readonly pointer: string;
  readonly token: string;
}

/** The token of `confirmation`, else of the error's details. */
function tokensOf({ confirmation, error }: JsonObject, prefix: string): readonly Issued[] {
  const token = isObject(confirmation) ? confirmation.token : undefined;
  if (typeof token === 'string' && token !== '') return [{ pointer: `${prefix}/confirmation/token`, token }];
  const details = isObject(error) && isObject(error.details) ? error.details : {};
  const { confirmation_token: told } = details;
  if (typeof told !== 'string' || told === '') return [];
  return [{ pointer: `${prefix}/error/details/confirmation_token`, token: told }];
}
