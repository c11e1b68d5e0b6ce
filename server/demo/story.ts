import type { Capture } from '../../shared/capture.ts';
import type { GroupState } from '../../shared/group-state.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time/units.ts';
import { clientVersion, versionAt } from './cast.ts';
import { type Random, random } from './random.ts';
import { type Scene, type Script, STORY_DAYS } from './script.ts';
import { warehouse, workflows } from './scripts/databases.ts';
import { github } from './scripts/github.ts';
import { guide, handbook } from './scripts/guides.ts';
import { inventory } from './scripts/inventory.ts';
import { notes } from './scripts/notes.ts';
import { payments } from './scripts/payments.ts';
import { filesystem, webSearch } from './scripts/plain.ts';
import { logs, otel } from './scripts/telemetry.ts';

const SCRIPTS: readonly Script[] = [
  payments,
  github,
  inventory,
  notes,
  guide,
  handbook,
  otel,
  logs,
  warehouse,
  workflows,
  filesystem,
  webSearch,
];

const SLOT = 10 * MINUTE;
const SESSION_CALLS = 6;
/** Live traffic is this many times as dense, so that somebody watching sees some. */
const LIVE_PACE = 2;

/** A capture as accepted by the ingest endpoint; JSON leaves out what is undefined. */
export interface StoryCapture extends Capture {
  readonly id: string;
  readonly observed_at: number;
}

/** A triage action on an error group, at a time between two captures. */
export interface Triage {
  /** Epoch ms. */
  readonly at: number;
  readonly server: string;
  readonly operation: string;
  readonly code: string;
  readonly state: GroupState;
  readonly by: string;
  readonly version?: string;
  readonly until?: number;
}

/**
 * Busy by day, quiet at night and at weekends; about 1 on average on a working day. The story's noon is an
 * hour before its end, so that it ends in a busy afternoon whatever the actual time.
 */
function rhythm(at: number, end: number): number {
  const fromNoon = (((((at - end + HOUR) / DAY + 0.5) % 1) + 1) % 1) - 0.5;
  const day = 0.45 + 1.35 * Math.exp(-(((fromNoon * 24) / 5) ** 2));
  const weekday = new Date(at).getUTCDay();
  return day * (weekday === 0 ? 0.55 : weekday === 6 ? 0.65 : 1);
}

/** Traffic grew over the month. */
const growth = (ago: number) => 1 - 0.5 * (ago / STORY_DAYS);

function* session(script: Script, chance: Random, start: number, end: number): Generator<StoryCapture> {
  const ago = (end - start) / DAY;
  const [client] = chance.weighted(script.clients, ([, share]) => share);
  const session = client === undefined ? undefined : `s_${chance.hex(6)}`;
  const client_version = client === undefined ? undefined : clientVersion(client, ago);
  let at = start;
  for (let calls = chance.int(1, 2 * SESSION_CALLS - 1); calls > 0; calls--) {
    at += Math.round(chance.around(9000, 0.9));
    const left = (end - at) / DAY;
    const version = versionAt(script.versions, left);
    const scene: Scene = { random: chance, at, end, ago: left, version, client };
    const act = chance.weighted(script.acts, ({ weight }) =>
      typeof weight === 'number' ? weight : weight(scene),
    );
    const reply = act.play(scene);
    yield {
      id: `demo-${chance.hex(16)}`,
      server: script.server,
      server_version: version,
      observed_at: at,
      method: 'tools/call',
      tool: reply.tool,
      params: { name: reply.tool, arguments: reply.arguments },
      client,
      session,
      client_version,
      transport: script.transport,
      duration_ms: reply.duration_ms,
      response: reply.response,
    };
  }
}

/** Yields the sessions of all servers that begin in a time slot, ordered by server and not by time. */
function* slot(
  chances: ReadonlyMap<Script, Random>,
  from: number,
  length: number,
  end: number,
  pace = 1,
): Generator<StoryCapture> {
  const ago = (end - from) / DAY;
  for (const [script, chance] of chances) {
    const hourly = (script.daily / 24) * rhythm(from, end) * growth(ago) + (script.extra?.(ago) ?? 0);
    const sessions = chance.poisson((pace * hourly * (length / HOUR)) / SESSION_CALLS);
    for (let n = 0; n < sessions; n++) {
      yield* session(script, chance, from + Math.floor(chance.next() * length), end);
    }
  }
}

const chancesOf = (seed: number) => new Map(SCRIPTS.map((script) => [script, random(seed, script.server)]));

/**
 * Yields the month of story before `now` (epoch ms), oldest first: about 45,000 captures. Equal seed and
 * `now` give equal captures.
 */
export function* story(seed: number, now: number): Generator<StoryCapture> {
  const chances = chancesOf(seed);
  const pending: StoryCapture[] = [];
  for (let from = now - STORY_DAYS * DAY; from < now; from += SLOT) {
    const until = Math.min(from + SLOT, now);
    pending.push(...slot(chances, from, until - from, now));
    yield* takeBefore(until, pending);
  }
}

/**
 * Continues the story after its end. The returned function gives the captures of `[from, to)` (epoch ms),
 * oldest first; a session that goes on beyond `to` continues in the next call.
 */
export function live(seed: number, end: number): (from: number, to: number) => StoryCapture[] {
  const chances = chancesOf(seed + 1);
  const pending: StoryCapture[] = [];
  return (from, to) => {
    pending.push(...slot(chances, from, to - from, end, LIVE_PACE));
    return takeBefore(to, pending);
  };
}

/** Takes out the captures before a time, oldest first. */
function takeBefore(until: number, pending: StoryCapture[]): StoryCapture[] {
  pending.sort((a, b) => a.observed_at - b.observed_at);
  const due = pending.findIndex((capture) => capture.observed_at >= until);
  return pending.splice(0, due === -1 ? pending.length : due);
}

/** Returns the triage actions of the month, oldest first. */
export function triage(now: number): readonly Triage[] {
  const ago = (days: number) => Math.round(now - days * DAY);
  return [
    {
      at: ago(22.1),
      server: 'payments-api',
      operation: 'create_refund',
      code: 'INTERNAL_ERROR',
      state: 'resolved',
      version: '4.1.2',
      by: 'mara',
    },
    {
      at: ago(9.4),
      server: 'github-adapter',
      operation: 'search_code',
      code: 'RATE_LIMIT_EXCEEDED',
      state: 'muted',
      by: 'jonas',
      until: now + 7 * DAY,
    },
    {
      at: ago(5.2),
      server: 'mcp-guide',
      operation: 'set_project',
      code: 'validation_error',
      state: 'acknowledged',
      by: 'mara',
    },
    {
      at: ago(4.8),
      server: 'warehouse-sql',
      operation: 'describe_table',
      code: 'SCHEMA_NOT_FOUND',
      state: 'resolved',
      by: 'ines',
    },
    {
      at: ago(3.2),
      server: 'payments-api',
      operation: 'create_charge',
      code: 'VALIDATION_INVALID_TYPE',
      state: 'acknowledged',
      by: 'ines',
    },
  ];
}
