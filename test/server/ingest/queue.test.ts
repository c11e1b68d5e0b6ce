import { describe, expect, test } from 'vitest';
import { type IngestBody, QueueFull } from '../../../server/ingest/ingest.ts';
import { type BodyResult, Queue } from '../../../server/ingest/queue.ts';

const ROOM = { queueBodies: 3 };
const LARGE = 1024 * 1024;
const LARGE_ROOM = { queueBodies: 100 };
const body = (length: number): IngestBody => ({ bytes: new Uint8Array(length), kind: 'json', receivedAt: 0 });
const receipt = (accepted: number): BodyResult => ({
  receipt: { accepted, quarantined: 0, duplicates: 0, rejected: [], rejected_count: 0 },
});

/** Returns a queue whose groups are stored when the test finishes them. */
function held(room = ROOM) {
  const groups: {
    readonly sizes: readonly number[];
    readonly finish: () => void;
    readonly fail: () => void;
  }[] = [];
  const queue = new Queue(
    (bodies) =>
      new Promise((resolve, reject) => {
        const sizes = bodies.map(({ bytes }) => bytes.length);
        groups.push({
          sizes,
          finish: () => resolve(sizes.map(receipt)),
          fail: () => reject(new Error('The writer is gone')),
        });
      }),
    room,
  );
  return { queue, groups };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue', () => {
  test('stores what is waiting as one group, once the small group before it is stored', async () => {
    const { queue, groups } = held(LARGE_ROOM);
    const answers = [1, 2, 3, 4, 5].map((length) => queue.submit(body(length)));
    expect(groups.map(({ sizes }) => sizes)).toEqual([[1]]);
    groups[0]?.finish();
    await settle();
    expect(groups.map(({ sizes }) => sizes)).toEqual([[1], [2, 3, 4, 5]]);
    for (const group of groups) group.finish();
    expect((await Promise.all(answers)).map(({ accepted }) => accepted)).toEqual([1, 2, 3, 4, 5]);
  });

  test('stores a group alongside a large body, but not two small groups at the same time', async () => {
    const { queue, groups } = held(LARGE_ROOM);
    const answers = [LARGE, 1, 2, 3].map((length) => queue.submit(body(length)));
    expect(groups.map(({ sizes }) => sizes)).toEqual([[LARGE], [1]]);
    groups[0]?.finish();
    await settle();
    expect(groups).toHaveLength(2);
    groups[1]?.finish();
    await settle();
    expect(groups.map(({ sizes }) => sizes)).toEqual([[LARGE], [1], [2, 3]]);
    groups[2]?.finish();
    await Promise.all(answers);
  });

  test('stores two large bodies at the same time, but no third', async () => {
    const { queue, groups } = held(LARGE_ROOM);
    const answers = [LARGE, LARGE, LARGE, 1].map((length) => queue.submit(body(length)));
    expect(groups.map(({ sizes }) => sizes)).toEqual([[LARGE], [LARGE]]);
    groups[1]?.finish();
    await settle();
    expect(groups.map(({ sizes }) => sizes)).toEqual([[LARGE], [LARGE], [LARGE, 1]]);
    groups[0]?.finish();
    groups[2]?.finish();
    await Promise.all(answers);
  });

  test('refuses more bodies than may wait', async () => {
    const { queue, groups } = held();
    const taken = [1, 1, 1, 1].map((length) => queue.submit(body(length)));
    await expect(queue.submit(body(1))).rejects.toBeInstanceOf(QueueFull);
    groups[0]?.finish();
    await settle();
    groups[1]?.finish();
    expect(await Promise.all(taken)).toHaveLength(4);
  });

  test('fails every body of a failed group, and goes on', async () => {
    const { queue, groups } = held();
    const answers = [1, 2, 3].map((length) => queue.submit(body(length)));
    const outcomes = Promise.allSettled(answers);
    groups[0]?.finish();
    await settle();
    groups[1]?.fail();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const next = queue.submit(body(5));
    groups[2]?.finish();
    await expect(next).resolves.toMatchObject({ accepted: 5 });
  });

  test('fails a body that could not be stored, or that got no answer, and not those beside it', async () => {
    const results: readonly BodyResult[] = [receipt(1), { error: new Error('It is damaged') }];
    const queue = new Queue(async (bodies) => (bodies.length === 1 ? [receipt(9)] : results), ROOM);
    const answers = [0, 1, 2, 3].map((length) => queue.submit(body(length)));
    const told = (await Promise.allSettled(answers)).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.accepted : String(outcome.reason),
    );
    expect(told).toEqual([
      ...[9, 1],
      ...['Error: It is damaged', 'Error: The writer gave no answer for a body'],
    ]);
  });

  test('is drained when nothing is waiting or being stored', async () => {
    const { queue, groups } = held();
    await queue.drained();
    const answers = [1, 2, 3].map((length) => queue.submit(body(length)));
    let drained = false;
    const done = queue.drained().then(() => {
      drained = true;
    });
    groups[0]?.finish();
    await settle();
    expect(drained).toBe(false);
    groups[1]?.finish();
    await done;
    await Promise.all(answers);
  });
});
