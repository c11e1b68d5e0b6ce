import { Check } from 'typebox/value';
import { successEnvelope } from '../../shared/api/contract.ts';
import { api, type Data, type RouteKey } from '../../shared/api/index.ts';
import { codeIn, type Dashboard, refusalIn, request, Undelivered } from '../capture/dashboard.ts';
import { CommandError } from './command.ts';
import { defaultDatabase } from './database.ts';

interface Asking {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Calls a route of a running dashboard; undefined if what was asked for is unknown to it. Throws CommandError if
 * the dashboard is away, refuses, or breaks the contract.
 */
export async function ask<K extends RouteKey>(
  dashboard: Dashboard,
  key: K,
  { params = {}, query = {} }: Asking = {},
): Promise<Data<K> | undefined> {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const asked = search === '' ? filled : `${filled}?${search}`;
  const reply = await request(dashboard, asked, { method }).catch((error: unknown) => {
    if (!(error instanceof Undelivered)) throw error;
    const instead = `if no dashboard is running, use --db ${defaultDatabase()}`;
    throw new CommandError(`${error.message}; ${instead}`, 1);
  });
  const { status, envelope } = reply;
  if (status === 404 && codeIn(envelope) === 'NOT_FOUND_RESOURCE') return undefined;
  if (envelope.success !== true) throw new CommandError(refusalIn(dashboard, filled, reply), 1);
  if (!Check(successEnvelope(api[key].data), envelope))
    throw new CommandError(
      `${dashboard.address} is not a Mailroom of this version: unexpected answer to ${key}`,
      1,
    );
  return envelope.data as Data<K>;
}
