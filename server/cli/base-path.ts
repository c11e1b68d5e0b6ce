import { flag, Unusable } from './flags.ts';

/** How the server's own paths begin: a base path that begins so could not be told from them. */
const OWN = ['api', 'assets', 'docs', 'healthz', 'login', 'logout', 'metrics', 'readyz'];

/** A name between two slashes, which is neither empty nor begins with a dot. */
const SEGMENT = /^(?!\.)[\w.~-]+$/;

/** What stands before every address of the dashboard, without a trailing slash; empty for `/`. */
export const basePath = flag('base-path', 'PATH', {
  summary: 'path the dashboard is reached under, as behind a proxy, such as /mailroom',
  absent: '',
  shown: '/',
  parse: (given) => {
    const path = given.replace(/\/$/, '');
    const segments = path.split('/').slice(1);
    if (!given.startsWith('/') || !segments.every((segment) => SEGMENT.test(segment)))
      throw new Unusable(`takes a path such as /mailroom, of letters, digits and -._~, not "${given}"`);
    const [first = ''] = segments;
    if (OWN.includes(first))
      throw new Unusable(`takes a path such as /mailroom, not "${given}": /${first} is the dashboard's own`);
    return path;
  },
});
