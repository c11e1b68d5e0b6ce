import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppConfig, Token } from '../config.ts';
import { unauthenticated } from '../errors.ts';
import { plainPage } from './plain-page.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the request's token; `local` if none is required, empty if it has no valid one. */
    by: string;
  }
  interface FastifyContextConfig {
    /** Needs no token: the answer contains nothing captured. */
    open?: boolean;
  }
}

const COOKIE = 'mailroom';
/** How long a browser stays logged in, seconds. */
const COOKIE_AGE = 90 * 86_400;

const STALE_LINK = 'This login link is no longer valid because its token has changed.';
const WRONG_TOKEN = 'This token is not valid here.';

/** A panel like the dashboard's, in its colours. */
const STYLE = `:root {
  --accent: light-dark(#4a46c9, #a5a3ff);
  background: light-dark(#f8f8f6, #101114);
  color: light-dark(#1b1c1f, #e8e9ec);
  font: 13px/20px Inter, system-ui, sans-serif;
}
body { max-width: 24rem; margin-top: 16vh; }
main {
  display: grid;
  gap: 16px;
  padding: 24px;
  border: 1px solid light-dark(#e5e5e0, #303238);
  border-radius: 8px;
  background: light-dark(#fff, #16171a);
}
h1 { display: flex; align-items: center; gap: 10px; margin: 0; font-size: 18px; font-weight: 600; }
p { margin: 0; color: light-dark(#565a62, #a6aab3); }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-weight: 500; }
input, button { height: 36px; padding: 0 10px; border: 1px solid light-dark(#8b8d90, #767b85); border-radius: 6px; background: none; color: inherit; }
button { border: 0; background: var(--accent); color: light-dark(#fff, #101114); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role='alert'] { color: light-dark(#b42318, #ff8f82); }
code { white-space: nowrap; }
`;

/**
 * Requires a token if there is one: `Authorization: Bearer`, or the cookie set by a login link or the login
 * form. Link and cookie contain keys derived from the token, never the token, and become invalid with it.
 */
export async function tokens(
  app: FastifyInstance,
  { tokens: known, basePath, webFolder }: AppConfig,
): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('by', '');
  app.addHook('onRequest', async (request) => {
    request.by = known.length === 0 ? 'local' : (identify(request, known) ?? '');
    if (request.by === '' && request.routeOptions.config.open !== true) {
      throw unauthenticated(tokenFault(request));
    }
  });
  void app.register((scope, _options, done) => {
    loginPage(scope, known, basePath, webFolder);
    done();
  });
}

/** Returns the path of the link that logs a browser in, to be appended to the dashboard's address. */
export function loginPath(token: Token): string {
  return `/login?key=${derived(token, 'login')}`;
}

/** Returns the path of the login form, which leads on to the address `url` if that is one of the dashboard. */
export function loginFormPath(url: string): string {
  return isOwn(url) ? `/login?to=${encodeURIComponent(url)}` : '/login';
}

/** True for an address that no browser takes for one of another host, or out of the base path by its `..`. */
function isOwn(url: string): boolean {
  if (!/^\/(?!\/)[!-[\]-~]+$/.test(url)) return false;
  return new URL(`/base${url}`, 'http://localhost').pathname.startsWith('/base/');
}

/** Returns where a request to log in leads to, without the base path. */
function destination({ url }: FastifyRequest): string {
  const to = parameter(url, 'to') ?? '';
  return isOwn(to) ? to : '/';
}

function parameter(url: string, name: string): string | null {
  return new URL(url, 'http://localhost').searchParams.get(name);
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Why a request without a valid token is refused. */
function tokenFault(request: FastifyRequest): string {
  if (bearerOf(request) !== undefined)
    return 'the token is none of those given to mailroom serve --token; one with a NAME: is sent with it';
  if (request.cookies[COOKIE] !== undefined) return 'this login is no longer valid; log in again';
  return 'this Mailroom requires a token; give it to a command as --token, send it as Authorization: Bearer, or use the login link';
}

function identify(request: FastifyRequest, known: readonly Token[]): string | undefined {
  const bearer = bearerOf(request);
  if (bearer !== undefined) return known.find((token) => same(token.secret, bearer))?.name;
  const kept = request.cookies[COOKIE];
  return kept === undefined ? undefined : known.find((token) => same(derived(token, 'cookie'), kept))?.name;
}

function derived(token: Token, use: 'login' | 'cookie'): string {
  return createHmac('sha256', token.secret).update(`mailroom ${use}`).digest('base64url');
}

/** Compares in a time that does not reveal where the texts differ. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function loginPage(app: FastifyInstance, known: readonly Token[], basePath: string, webFolder: string): void {
  const options = { config: { open: true }, schema: { hide: true } };
  // Not strict: a link to the dashboard on another site would lead to the login form.
  const cookieOptions = { path: basePath || '/', httpOnly: true, sameSite: 'lax' } as const;

  const ask = (reply: FastifyReply, status: number, problem = '') => {
    const content = `<main><h1><img src="favicon.svg" width="24" height="24" alt="">Log in to Mailroom</h1>${problem && `<p role="alert">${problem}</p>`}
<form method="post" action="${basePath}${loginFormPath(destination(reply.request))}"><label>Token <input name="token" type="password" autocomplete="current-password" required autofocus></label>
<button>Log in</button></form><p>The token is the one given to <code>mailroom serve --token</code>, with its <code>NAME:</code> if it has one.</p></main>`;
    reply.code(status).type('text/html; charset=utf-8');
    return reply.send(plainPage('Mailroom: log in', content, font(webFolder) + STYLE));
  };

  const logIn = (reply: FastifyReply, token: Token) =>
    reply
      .setCookie(COOKIE, derived(token, 'cookie'), {
        ...cookieOptions,
        // Behind a proxy that terminates TLS, the browser uses https all the same.
        secure: reply.request.headers['x-forwarded-proto'] === 'https',
        maxAge: COOKIE_AGE,
      })
      .redirect(basePath + destination(reply.request), 303);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  app.get('/login', options, async (request, reply) => {
    const key = parameter(request.url, 'key');
    if (key === null) {
      const isLoggedIn = known.some(({ name }) => name === request.by);
      return isLoggedIn ? reply.redirect(basePath + destination(request), 303) : ask(reply, 200);
    }
    const token = known.find((each) => same(derived(each, 'login'), key));
    return token === undefined ? ask(reply, 401, STALE_LINK) : logIn(reply, token);
  });
  app.post('/logout', options, async (_request, reply) =>
    reply.clearCookie(COOKIE, cookieOptions).redirect(`${basePath}/login`, 303),
  );
  app.post('/login', options, async (request, reply) => {
    const given = request.body instanceof URLSearchParams ? (request.body.get('token') ?? '') : '';
    const token = known.find((each) => same(each.secret, given.trim()));
    return token === undefined ? ask(reply, 401, WRONG_TOKEN) : logIn(reply, token);
  });
}

/** The dashboard's font, whose file has another name with each build; nothing if it is not built. */
function font(webFolder: string): string {
  const folder = join(webFolder, 'assets');
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^inter-.*\.woff2$/.test(name));
  return file
    ? `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap; src: url('assets/${file}'); }\n`
    : '';
}
