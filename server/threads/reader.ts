import { inspector } from '../ingest/inspector.ts';
import { openStore } from '../store/open.ts';
import { host } from './remote.ts';
import type { ReaderServices, ThreadData } from './services.ts';

host<ThreadData, ReaderServices>(async ({ db, ...judging }) => ({
  store: await openStore(db, { role: 'reader', beside: true }),
  inspection: inspector(judging),
}));
