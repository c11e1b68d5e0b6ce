import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, type TestContext, test } from 'vitest';
import { dataOf, errorOf } from '../../helpers/ask.ts';
import { asksToConfirm } from '../../helpers/captures.ts';
import { eventually } from '../../helpers/eventually.ts';
import { post, storedIds } from '../../helpers/post.ts';
import { serve } from '../../helpers/server.ts';

/** Serves a new file, which another program can lock and release. */
async function lockable({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-locked-'));
  const served = await serve({ db: join(folder, 'mailroom.db') });
  const other = new Database(served.db);
  onTestFinished(async () => {
    other.close();
    await served.stop();
    rmSync(folder, { recursive: true });
  });
  return { served, lock: () => other.exec('BEGIN IMMEDIATE'), release: () => other.exec('ROLLBACK') };
}

// Concurrent, since Mailroom waits for seconds for a locked file.
describe.concurrent('a file that another program has locked', () => {
  test('is a 503, until it is released', async (context) => {
    const { served, lock, release } = await lockable(context);
    lock();
    const refused = await post(served, '{"server":"a","response":1}');
    expect(refused).toMatchObject({ status: 503, error: { code: 'INTERNAL_ERROR' } });
    release();
    expect((await post(served, '{"server":"a","response":1}')).status).toBe(200);
    expect(await storedIds(served)).toHaveLength(1);
  });

  test('does not keep the program from ending cleanly', async (context) => {
    const { served, lock, release } = await lockable(context);
    let complaints = '';
    served.process.stderr?.on('data', (text: string) => {
      complaints += text;
    });
    // The first response saves what was learnt of it; that of the second is to be saved at the end.
    for (const server of ['first', 'second']) await post(served, JSON.stringify(asksToConfirm(server)));
    lock();
    expect(await served.stop()).toBe(0);
    // A round of retention that met the lock may complain as well.
    expect(complaints.split('\n')).toContain(
      'mailroom: what the rules across responses learnt last is not saved: the database is unavailable: another program has locked the file',
    );
    release();
    const again = await serve({ db: served.db });
    context.onTestFinished(async () => {
      await again.stop();
    });
    expect(await storedIds(again)).toHaveLength(2);
  });

  test('keeps a server from being forgotten, whose pin is kept until it is', async (context) => {
    const { served, lock, release } = await lockable(context);
    const asked = { params: { name: 'a' } };
    const newest = async () => {
      await post(served, '{"server":"a","response":{"success":true,"data":1}}');
      const { items } = await dataOf(served, 'GET /api/v1/responses', { query: 'limit=1' });
      return items[0]?.dialect;
    };
    expect(await newest()).toBe('mcp-aql');
    await dataOf(served, 'PATCH /api/v1/servers/:name', { ...asked, body: { dialect: 'plain' } });
    lock();
    expect(await errorOf(served, 'DELETE /api/v1/servers/:name', asked)).toMatchObject({ status: 503 });
    release();
    expect(await newest()).toBe('plain');
    await dataOf(served, 'DELETE /api/v1/servers/:name', asked);
    expect(await newest()).toBe('mcp-aql');
  });

  test('keeps what was learnt of a server that could not be forgotten, and by what it was judged', async (context) => {
    const { served, lock, release } = await lockable(context);
    const asked = { params: { name: 'shop' } };
    const send = () => post(served, JSON.stringify(asksToConfirm('shop')));
    const reinspection = () => dataOf(served, 'GET /api/v1/reinspection');
    await send();
    await dataOf(served, 'PATCH /api/v1/servers/:name', { ...asked, body: { dialect: 'mcp-aql' } });
    await dataOf(served, 'POST /api/v1/reinspection');
    await eventually(reinspection, ({ needed }) => !needed);
    lock();
    expect(await errorOf(served, 'DELETE /api/v1/servers/:name', asked)).toMatchObject({ status: 503 });
    release();
    await send();
    expect(await reinspection()).toMatchObject({ needed: false });
    const { items } = await dataOf(served, 'GET /api/v1/violations', { query: 'from=0&rule=SES-06' });
    expect(items).toMatchObject([{ count: 1 }]);
  });
});
