import { expect, test } from 'vitest';
import { placesOf, SUMS } from '../../../../server/store/sqlite/packed/cell-tables.ts';
import { Histogram } from '../../../../server/store/sqlite/packed/histogram.ts';
import { encodeTraffic, TrafficReader } from '../../../../server/store/sqlite/packed/traffic-counts.ts';

/** Returns an entry with every sum, some of several bytes, or only with the number of its responses. */
function entry(server: number, all: boolean) {
  const durations = new Histogram();
  for (const ms of [1, 20, 20, 4000]) durations.addDuration(ms * server);
  const sums = SUMS.map((_, place) => (all || place === 0 ? (place + 1) * 100 : 0));
  return { server, value: server * 300, outcome: 1, sums, durations };
}

const ENTRIES = [entry(1, true), entry(2, false), entry(3, true)];

function read(asked: number) {
  const reader = new TrafficReader(encodeTraffic(ENTRIES), asked);
  const found = [];
  while (reader.next()) {
    const { server, value, outcome, sums, durations } = reader;
    found.push({ server, value, outcome, sums: [...sums], durations: [...durations] });
  }
  return found;
}

test('traffic is read up to the requested sum, and the rest of it as usual', () => {
  for (let asked = 0; asked <= SUMS.length; asked++)
    expect(read(asked)).toEqual(
      ENTRIES.map(({ sums, durations, ...key }) => ({
        ...key,
        sums: sums.map((sum, place) => (place < asked ? sum : 0)),
        durations: [...durations.encode()],
      })),
    );
});

test('the number of responses is the first sum, and those by severity are consecutive, most urgent first', () => {
  expect(placesOf('responses')).toEqual([0]);
  for (const measure of ['warned', 'warnings'] as const) {
    const [first = 0] = placesOf(measure);
    expect(placesOf(measure, 0)).toEqual([first]);
    expect(placesOf(measure)).toEqual([first, first + 1, first + 2]);
  }
});

test('durations are added to one histogram, or to two at once, and can be added again', () => {
  const [first, second, alone] = [new Histogram(), new Histogram(), new Histogram()];
  second.addDuration(7);
  const reader = new TrafficReader(encodeTraffic(ENTRIES));
  while (reader.next()) {
    reader.addDurations(first, second);
    reader.addDurations(alone);
  }
  const [sum, with7] = [new Histogram(), new Histogram()];
  with7.addDuration(7);
  for (const { durations } of ENTRIES) {
    sum.addEncoded(durations.encode());
    with7.addEncoded(durations.encode());
  }
  expect([first.encode(), second.encode()]).toEqual([sum.encode(), with7.encode()]);
  expect(alone.encode()).toEqual(sum.encode());
  expect([first.count, second.count]).toEqual([12, 13]);
});
