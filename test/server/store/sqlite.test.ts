import { openStore } from '../../../server/store/open.ts';
import { conformance } from './conformance.ts';

conformance('SQLite in memory', () => openStore(':memory:', { role: 'both' }));
