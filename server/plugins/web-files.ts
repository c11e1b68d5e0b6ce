import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../config.ts';
import { unknownOperation } from '../errors.ts';
import { plainPage } from './plain-page.ts';
import { loginFormPath } from './tokens.ts';

const NOT_BUILT = plainPage(
  'Mailroom: not built',
  `<h1>The dashboard is not built</h1>
<p>The API works. To build the pages, run <code>npm run build</code>, then reload this one.</p>`,
);

/** Addresses at which a program must not take the page for an answer: those of the API and of health, with a slash too many or in capitals. */
const NO_PAGE = /^\/*(?:api|healthz|readyz|metrics)(?:\/|$)/i;

/** The first requests of the overview. */
const FIRST_ASKED = ['/api/v1/status', '/api/v1/overview'];

/**
 * Serves the built dashboard: its hashed assets, cached for ever, and its page at every other address that is
 * not the API's. Looks files up on each request, since a build may replace them while the server runs.
 */
export async function webFiles(
  app: FastifyInstance,
  { webFolder: folder, tokens, basePath }: AppConfig,
): Promise<void> {
  // With this header the browser requests the answers while it loads the page's scripts.
  const early = FIRST_ASKED.map(
    (address) => `<${basePath}${address}>; rel=preload; as=fetch; crossorigin`,
  ).join(', ');
  await app.register(files, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Nobody resumes a file of this size.
    acceptRanges: false,
  });
  const options = { config: { open: true }, schema: { hide: true } };

  app.get<{ Params: { '*': string } }>('/assets/*', options, async (request, reply) => {
    const file = `assets/${request.params['*']}`;
    if (!isFile(folder, file)) throw unknownOperation(`GET ${request.url}`);
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file);
  });

  app.get<{ Params: { '*': string } }>('/*', options, async (request, reply) => {
    const path = request.params['*'];
    if (NO_PAGE.test(path)) throw unknownOperation(`GET ${request.url}`);
    const file = !path.endsWith('.html') && isFile(folder, path);
    if (!file && tokens.length > 0 && request.by === '')
      return reply.redirect(basePath + loginFormPath(request.url), 303);
    reply.header('cache-control', 'no-cache');
    if (file) return reply.sendFile(path);
    if (request.url === '/') reply.header('link', early);
    // That of the overview, at the base path with or without a slash, also names what only the overview needs at once.
    const name = [basePath, '/'].includes(`/${path}`) ? 'home.html' : 'index.html';
    const page = join(folder, name);
    if (!existsSync(page)) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    if (basePath === '') return reply.sendFile(name);
    const html = await readFile(page, 'utf8');
    return reply.type('text/html; charset=utf-8').send(html.replaceAll('="/', `="${basePath}/`));
  });
}

/** True for a file of the build, at its root or in `assets`. */
function isFile(folder: string, path: string): boolean {
  return /^(?:assets\/)?[\w-]+(?:\.\w+)+$/.test(path) && existsSync(join(folder, path));
}
