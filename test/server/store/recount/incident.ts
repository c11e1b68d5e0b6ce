import { expect } from 'vitest';
import type { Filter, Store } from '../../../../server/store/store.ts';
import type { Overview } from '../../../../shared/api/overview.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';
import { causeOfRow } from './error-groups.ts';
import { atOf, by, distinct, iso } from './figures.ts';
import { type History, timeOf } from './history.ts';
import { clientOf, failuresIn, responsesIn } from './selection.ts';

/** Start of the last eighth of a range, of at least ten minutes and at most six hours, in whole minutes. */
function lastPartOf({ from, to }: Filter): number {
  const part = Math.min(Math.max((to - from) / 8, 10 * MINUTE), 6 * HOUR);
  return Math.max(from, to - Math.floor(part / MINUTE) * MINUTE);
}

/**
 * How far above its own pace each cause is, which an incident has ten failures at five times of: its failures
 * in the last part, less what it would have had at its pace in the rest of the range and the time before
 * that, as long and at least two days, since its server is known.
 */
function surgesIn(history: History, filter: Filter): ReadonlyMap<string, number> {
  const { from, to } = filter;
  const recently = lastPartOf(filter);
  const start = from - Math.max(2 * DAY, to - from);
  const surges = new Map<string, number>();
  for (const all of by(failuresIn(history, { ...filter, from: start }), (one) => one.cause).values()) {
    const [one] = all;
    if (one === undefined) continue;
    const { cause, of: example } = one;
    const ofServer = history.responses.filter(({ said }) => said.server === example.said.server);
    const known = Math.max(start, Math.min(...ofServer.map(timeOf)));
    const recent = all.filter(({ of }) => atOf(of) >= recently).length;
    const usual = ((all.length - recent) / Math.max(recently - known, to - recently)) * (to - recently);
    if (recent >= 10 && recent >= 5 * usual) surges.set(cause, recent - usual);
  }
  return surges;
}

/** Expects the incident of an overview, or none, as failures by cause and time have it. */
export async function expectIncident(
  store: Store,
  history: History,
  filter: Filter,
  { incident }: Overview,
): Promise<void> {
  const surges = surgesIn(history, filter);
  const minuteOf = (at: number) => Math.floor(at / MINUTE);
  const start = minuteOf(lastPartOf(filter));
  // Of a busy minute around the start of the last part, all may count.
  const isExact = !history.isTight || !history.responses.some((one) => minuteOf(atOf(one)) === start);
  if (incident === null) {
    if (isExact) expect(surges).toEqual(new Map());
    return;
  }
  const group = await store.errorGroup(incident.group, filter, NOW);
  const cause = group ? causeOfRow(group) : '';
  if (isExact) expect(surges.get(cause)).toBe(Math.max(...surges.values()));
  const { server, code, category, operation } = group ?? {};
  expect(incident).toMatchObject({ server, code, category, operation });
  // Its first response is that of the log.
  if (history.isCrowded) return;
  const since = Date.parse(incident.since);
  const own = failuresIn(history, { ...filter, from: since }).filter((one) => one.cause === cause);
  expect(own.length).toBeGreaterThanOrEqual(10);
  const kept = own
    .map(({ of }) => of)
    .filter(({ removed }) => !removed)
    .sort((a, b) => atOf(a) - atOf(b) || a.ordinal - b.ordinal);
  const [first] = kept;
  // A member that a second verdict found is after what else was stored of its millisecond.
  const firsts = history.isReinspected ? kept.filter((one) => first && atOf(one) === atOf(first)) : [first];
  const told = await store.response(incident.first_response);
  expect(firsts.map((one) => one?.id)).toContain(told?.parent ?? told?.id);
  // What it is compared with is the whole range or, if it began earlier, all of that time.
  const whole = { ...filter, from: Math.min(filter.from, since) };
  // Where its first responses were removed, the counts tell since when.
  const isRemoved = history.isRemovedAt(since);
  if (!isRemoved) expect(incident.since).toBe(first && iso(atOf(first)));
  expect(incident).toMatchObject({
    ...{ count: own.length, failures: failuresIn(history, whole).length },
    clients: distinct(own.map(({ of }) => clientOf(of))),
  });
  const all = responsesIn(history, whole);
  expect([null, distinct(all.map(clientOf))]).toContain(incident.all_clients);
  if (first === undefined || history.isReinspected) return;
  const { server_version: version } = first.record.facts;
  const { server: name } = first.said;
  const sightings = history.responses.filter(
    ({ said }) => said.server === name && said.given.server_version !== undefined,
  );
  const firstSeen = (which: (seen?: string) => boolean) =>
    Math.min(...sightings.filter(({ said }) => which(said.given.server_version)).map(timeOf));
  const seen = firstSeen((one) => one === version);
  // A version that was first seen after another one, and no longer before the incident than that has lasted.
  const began =
    !isRemoved && seen >= since - (filter.to - since) && firstSeen((one) => one !== version) < seen;
  expect(incident.version).toBe(began ? (version ?? null) : null);
}
