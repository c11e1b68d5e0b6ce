import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateOf } from '../../shared/template.ts';

describe('a template', () => {
  test.each([
    ["Item 'x' not found", 'Item <*> not found'],
    ['Item "a b" not found', 'Item <*> not found'],
    ['Élément « foo » introuvable', 'Élément <*> introuvable'],
    ['找不到「檔案」', '找不到<*>'],
    ['Nicht gefunden: „Haus“', 'Nicht gefunden: <*>'],
    ["Can't open it, won't try", "Can't open it, won't try"],
    ['User 550e8400-e29b-41d4-a716-446655440000 gone', 'User <*> gone'],
    ['Commit deadbeef01 and 0xDEADBEEF', 'Commit <*> and <*>'],
    ["can't decode byte 0xff, nor 0x80, in 0xg", "can't decode byte <*>, nor <*>, in <*>xg"],
    ['Device de:ad:be:ef:ca:fe or 00-1A-2B-3C-4D-5E is away', 'Device <*> or <*> is away'],
    ['Nothing at 48.85,2.35, (51.50,-0.12) or -3', 'Nothing at <*>, (<*>) or <*>'],
    ['Expired at 2026-11-21T10:00:00.123Z', 'Expired at <*>'],
    ['Expired on 2026-11-21', 'Expired on <*>'],
    ['Expired at 2026-11-21T10:00Z or 2026-11-21 10:00:05+01:00', 'Expired at <*> or <*>'],
    ['Expired since 2026-11-21T10:00:05, or 2026-11-21 10:00', 'Expired since <*>, or <*>'],
    ['Since Sat Nov 21 2026 10:11:12 GMT+0000, it is effaceable', 'Since <*>, it is effaceable'],
    ['Resets at Mon, 21 Nov 2026 10:11:12 GMT.', 'Resets at <*>.'],
    ['Since Sat Nov 21 2026 10:11:12 GMT+0000 (Coordinated Universal Time)', 'Since <*>'],
    ['Until November 2, 2026 at 9:05 PM UTC or 3 May 2026', 'Until <*> or <*>'],
    ['At 11/21/2026, 10:11:12 PM or 9:05 am', 'At <*>/<*>/<*>, <*> or <*>'],
    ['May 5 users join in Dec 2026 or Sunday 3?', 'May <*> users join in Dec <*> or Sunday <*>?'],
    ['Datei »Haus« fehlt', 'Datei <*> fehlt'],
    ['Request req_7f1d of job 01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Request req_<*> of job <*>'],
    ['Session sess-7b666f0b-5917-402d-bb79-9dc45807d90f not found', 'Session sess-<*> not found'],
    ['Session sess-e92cd51e-4ffa-46a3-b5d7-08678db3070c not found', 'Session sess-<*> not found'],
    ['Request req-1a2b3c4d5e6f of wf-01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Request req-<*> of wf-<*>'],
    ['No backup-2026-11-21T00:00:00Z or v1+2b3c4d5e6f', 'No backup-<*> or v<*>+<*>'],
    ['Trace 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'Trace <*>-<*>-<*>-<*>'],
    [
      'Flag --7b666f0b-5917-402d-bb79-9dc45807d90f, items 3-5, item-42',
      'Flag --<*>, items <*>-<*>, item-<*>',
    ],
    ['Balances 12345678.90, 1234567.90 and -12345678', 'Balances <*>, <*> and <*>'],
    ["Element 'Anna's list' not found", 'Element <*> not found'],
    ["Can't open 'x', won't read 'y'", "Can't open <*>, won't read <*>"],
    ["One of ['a','b']", 'One of <*>'],
    ["{'a': [1, None], 'b': {}} is not of type 'string'", '<*> is not of type <*>'],
    ['Invalid value: {"a":1,"b":true}, not {}', 'Invalid value: <*>, not <*>'],
    ['Wrong at items[0][1] and f(x)[2] of Map{}', 'Wrong at items[<*>][<*>] and f(x)[<*>] of Map{}'],
    ['Expected {name} or [Text, 1]', 'Expected {name} or [Text, <*>]'],
    [
      "1 validation error for call\na\n  Field required [type=missing, input_value={'b': 'x...': 1}, input_type=dict]",
      '<*> validation error for call a Field required [type=missing, <*>]',
    ],
    [
      'b [type=int_type, input_value=None, input_type=NoneType]\nc [type=x, input_value=[], input_type=list]',
      'b [type=int_type, <*>] c [type=x, <*>]',
    ],
    ['In LINE 5: no such column', 'In LINE <*>: no such column'],
    ['syntax error\nLINE 1: SELECT a FROM x', 'syntax error <*>'],
    [
      'relation "x" does not exist\nLINE 1: SELECT a FROM x\n                      ^\nHINT:  None',
      'relation <*> does not exist <*> HINT: None',
    ],
    [
      "(psycopg.Error) gone\n[SQL: SELECT a[1]\nFROM x]\n[parameters: {'a': x}]\n(Background: https://a.org/e)",
      '(psycopg.Error) gone <*> (Background: <*>)',
    ],
    [
      'Error: Command failed: git checkout x -- y\nfatal: it is gone',
      'Error: Command failed: <*> fatal: it is gone',
    ],
    [
      "Cmd('git') failed due to: exit code(1)\n  cmdline: git diff a b\n  stderr: 'fatal: bad object 'x'.'",
      "Cmd(<*>) failed due to: exit code(<*>) cmdline: <*> stderr: 'fatal: bad object <*>.'",
    ],
    ["stderr: 'fatal: not a git repository'", "stderr: 'fatal: not a git repository'"],
    ['Could not find exact match for edit:\nconst x = 1;\n', 'Could not find exact match for edit: <*>'],
    ['Command failed: git checkout x', 'Command failed: git checkout x'],
    [
      "Command '['git', 'log', '-1']' returned non-zero exit status 128.",
      'Command <*> returned non-zero exit status <*>.',
    ],
    ['Cannot open </home/anna/x.ts>, no <b>bold</b>', 'Cannot open <<*>>, no <b>bold</b>'],
    ['打开/.cache/node_modules/x_y/a_b.TS失败', '打开<*>失败'],
    ['i18n in k8s v2', 'i<*>n in k<*>s v<*>'],
    ['Took 5230ms of 1,000.5', 'Took <*>ms of <*>'],
    ['item42 of -7', 'item<*> of <*>'],
    ['٣ عناصر مفقودة', '<*> عناصر مفقودة'],
    ['No file /var/lib/x.db here', 'No file <*> here'],
    ['No file C:\\Users\\ada\\x.txt here', 'No file <*> here'],
    ['No file \\\\host\\share\\x.txt here', 'No file <*> here'],
    ['No file ./a/b or ~/c', 'No file <*> or <*>'],
    ['No file src/lib/x.ts', 'No file <*>'],
    ['GET /search?q=a%20b&limit=5, then /x/?y[]=1 failed', 'GET <*>, then <*> failed'],
    ['Is it /a/b? No, /a?b', 'Is it <*>? No, <*>?b'],
    ['GET /搜索?q=北京失败', 'GET <*>'],
    ['No /data/year=2026/month=01/x&y/$z here', 'No <*> here'],
    ['No /app/(dash)/[id]/page(1).tsx or /users/{id} here', 'No <*> or <*> here'],
    ['No (/a/b) or /c (or /d)', 'No (<*>) or <*> (or <*>)'],
    ['No /a/b(c d) or /e[f', 'No <*>(c d) or <*>[f'],
    ['read and/or write', 'read and/or write'],
    ['Mail ada@example.com failed', 'Mail <*> failed'],
    ['GET https://example.com/a?b=1#c failed', 'GET <*> failed'],
    ['GET HTTP://Example.com/a failed', 'GET <*> failed'],
    ['Filen ”a b” saknas, ’c’ också', 'Filen <*> saknas, <*> också'],
    ['Datei ‚a b‘ fehlt', 'Datei <*> fehlt'],
    ['Fichier ‹ a › absent', 'Fichier <*> absent'],
    ['L’index n’est pas lu, l’alias non plus', 'L’index n’est pas lu, l’alias non plus'],
    ["ファイル'a b'が見つかりません", 'ファイル<*>が見つかりません'],
    ['דו"ח של צה"ל נחסם ע"י "דנה", ב"תיקייה" וב"א"', 'דו״ח של צה״ל נחסם ע״י <*>, ב<*> וב<*>'],
    ['הקובץ "דו"ח שנתי" אבד', 'הקובץ <*> אבד'],
    ["Not UTF-8: b'\\xff' and u'a'; Bob's", "Not UTF-<*>: <*> and <*>; Bob's"],
    ["사용자 '김철수'을 찾을 수 없음", '사용자 <*>을 찾을 수 없음'],
    ["ไม่พบไฟล์'a'ในระบบ", 'ไม่พบไฟล์<*>ในระบบ'],
    ['任务550e8400-e29b-41d4-a716-446655440000失败', '任务<*>失败'],
    ['提交deadbeef01不存在', '提交<*>不存在'],
    ['ジョブ01ARZ3NDEKTSV4RRFFQ69G5FAVは失敗', 'ジョブ<*>は失敗'],
    ['读取失败/data/x.txt', '读取失败<*>'],
    ['ファイル/data/a.txtが見つかりません', 'ファイル<*>が見つかりません'],
    ['파일 /data/a를 열 수 없음', '파일 <*>를 열 수 없음'],
    ['无法打开 /数据/第1章/报告.txt，磁盘已满', '无法打开 <*>，磁盘已满'],
    ['无法打开 /home/数据/报告', '无法打开 <*>'],
    ['无法打开C:\\数据\\b.txt，磁盘已满', '无法打开<*>，磁盘已满'],
    ['请求 https://a.org/x，连接超时', '请求 <*>，连接超时'],
    ['接続（https://a.org/x）に失敗', '接続（<*>）に失敗'],
    ['https://a.org/xへの接続に失敗', '<*>への接続に失敗'],
    ['Cannot fetch https://zh.wikipedia.org/wiki/北京', 'Cannot fetch <*>'],
    ['邮箱bob@x.org已占用', '邮箱<*>已占用'],
    ['读/写失败', '读/写失败'],
    ['[{"path":"a","message":"Expected Object but got \\"x y\\""}]', '[{<*>:<*>,<*>:<*>}]'],
    ['[{"defect":"Got \\"x\\"\\n  at [\\"a\\"]","tag":"Die"}]', '[{<*>:<*>,<*>:<*>}]'],
    ['{\\"error\\":\\"x\\"} of \\"a b\\"', '{\\<*>:\\<*>} of \\<*>'],
    ['No "C:\\a b\\" in "D:\\c d\\" here', 'No <*> in <*> here'],
    ['two\n\t lines', 'two lines'],
    ['two\tlines\nand  spaces', 'two lines and spaces'],
    [' around ', 'around'],
    ['', ''],
  ])('of %j is %j', (message, template) => {
    expect(templateOf(message)).toBe(template);
  });

  test('is the same whether or not the message has a character of URLs, addresses, paths or unspaced scripts', () => {
    const words = [
      'Item',
      'item42',
      "'x'",
      '"a b"',
      '-7',
      '2026-11-21',
      'deadbeef01',
      'k8s',
      'in',
      '  ',
      '\t',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (some) => {
        const message = `It ${some.join(' ')}`;
        for (const other of ['@', '—', '字']) {
          expect(templateOf(`${message} ${other}`)).toBe(`${templateOf(message)} ${other}`);
        }
      }),
    );
  });

  test('has at most 160 characters, none of them cut in half', () => {
    expect(templateOf('x '.repeat(1_000))).toHaveLength(160);
    expect(templateOf(`${'x'.repeat(159)}😀`)).toHaveLength(159);
  });

  test('does not depend on where in a quoted string the message is cut', () => {
    const dumped = (name: string) =>
      `Error: ${JSON.stringify({ status: 404, name, query: 'q '.repeat(600), more: 1 })}`;
    expect(templateOf(dumped('x'))).toBe('Error: {<*>:<*>,<*>:<*>,<*>:<*>');
    expect(templateOf(dumped('of another length'))).toBe(templateOf(dumped('x')));
    expect(templateOf(`${'"x" '.repeat(3)}${' '.repeat(1_000)}"y"`)).toBe('<*> <*> <*>');
  });

  test('of a hostile message takes no longer than others', () => {
    for (const part of [
      'a',
      '"',
      "'",
      '/',
      '/a',
      'a@',
      'a.',
      '0',
      '-',
      'a:',
      '://',
      ' ',
      '`',
      '“',
      '1,',
      'é',
      '0a',
      '\\',
      '\\"',
      '"\\"',
      '»',
      '\ud800',
      '字',
      '/字',
      '/字a',
      'a:\\字',
      '://字',
      '’',
      '[',
      'input_value=',
      'find exact match for edit:\n',
      'May ',
      'Mon, ',
      '1:00',
      '[SQL: ',
      '\nLINE 1: ',
      'Command failed: ',
      "Command '[",
      '/(a',
      '/[a]字',
      '/a?b=,',
    ]) {
      expect(templateOf(part.repeat(3_000_000)).length).toBeLessThanOrEqual(160);
    }
  });

  test('is bounded for any message, and does not depend on its numbers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (words, a, b) => {
        expect(templateOf(words).length).toBeLessThanOrEqual(160);
        expect(templateOf(`Took ${a} ms`)).toBe(templateOf(`Took ${b} ms`));
      }),
    );
  });
});
