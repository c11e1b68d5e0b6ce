import { flag, Unusable } from './flags.ts';

/** Starts of the server's own paths: a base path that starts the same could not be told from them. */
const OWN = ['api', 'assets', 'docs', 'healthz', 'login', 'logout', 'metrics', 'readyz'];

/** A path segment that is neither empty nor starts with a dot. */
const SEGMENT = /^(?!\.)[\w.~-]+$/;

/** Prefix of every address of the dashboard, without a trailing slash; empty for `/`. */
export const basePath = flag('base-path', 'PATH', {
  summary: 'Path of the dashboard behind a reverse proxy, such as /mailroom',
  absent: '',
  shown: '/',
  parse: (given) => {
    const path = given.replace(/\/$/, '');
    const segments = path.split('/').slice(1);
    if (!given.startsWith('/') || !segments.every((segment) => SEGMENT.test(segment)))
      throw new Unusable(`expects a path such as /mailroom, of letters, digits and -._~, not "${given}"`);
    const [first = ''] = segments;
    if (OWN.includes(first))
      throw new Unusable(
        `expects a path such as /mailroom, not "${given}": the dashboard itself uses /${first}`,
      );
    return path;
  },
});
