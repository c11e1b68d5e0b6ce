import type { Ingest } from '../ingest/ingest.ts';
import { isStoreFault, StoreClosed } from '../store/faults.ts';

/**
 * Returns `ingest` wrapped so that the log says when the store begins to refuse responses, as on a full disk, and
 * when it stores them again: senders are told each time, but whoever runs Mailroom may not see what these say.
 */
export function saysRefusing(ingest: Ingest): Ingest {
  let isRefusing = false;
  return {
    onCommitted: (listener) => ingest.onCommitted(listener),
    async submit(body) {
      try {
        const receipt = await ingest.submit(body);
        if (isRefusing && receipt.accepted > 0) {
          isRefusing = false;
          console.error('mailroom: storing responses again');
        }
        return receipt;
      } catch (error) {
        if (!isRefusing && isStoreFault(error) && !(error instanceof StoreClosed)) {
          isRefusing = true;
          console.error(`mailroom: refusing responses: ${error.message}`);
        }
        throw error;
      }
    },
  };
}
