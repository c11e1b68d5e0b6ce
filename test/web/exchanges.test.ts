import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangesIn } from '../../web/features/playground/exchanges.ts';

describe('what is pasted into the Playground', () => {
  it('is several captures if it is an array of them or NDJSON, each as written', () => {
    expect(exchangesIn('[ {"response": 1e400},\n {"success": true, "a": ["],{", "\\"["]} ]')).toEqual([
      '{"response": 1e400}',
      '{"success": true, "a": ["],{", "\\"["]}',
    ]);
    expect(exchangesIn('{"response":1}\n\n{"response":2}\nnot json\n')).toEqual([
      '{"response":1}',
      '{"response":2}',
      'not json',
    ]);
  });

  it.each([
    '{"error":true,"type":"NoIndex","message":"x"}',
    '{"success":true,"data":{}}',
    '{"structuredContent":{"success":true}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ])('is several responses where it is several of %s', (one) => {
    expect(exchangesIn(`${one}\n${one}`)).toEqual([one, one]);
    expect(exchangesIn(`[${one},${one}]`)).toEqual([one, one]);
  });

  it.each(['[]', '[1,2]', '[{"id":1}]', '{\n"success": true\n}', '{"a":', 'words\nwords', ''])(
    'is one where it is %j',
    (text) => expect(exchangesIn(text)).toEqual([text]),
  );

  it('has no byte order mark', () => {
    expect(exchangesIn('\ufeff{"response":1}')).toEqual(['{"response":1}']);
    expect(exchangesIn('\ufeff{"response":1}\n{"response":2}')).toEqual(['{"response":1}', '{"response":2}']);
  });

  it('is split without changing anything', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (values) => {
        const captures = values.map((response) => ({ response }));
        expect(exchangesIn(JSON.stringify(captures, null, 1)).map((one): unknown => JSON.parse(one))).toEqual(
          captures.map((one): unknown => JSON.parse(JSON.stringify(one))),
        );
      }),
    );
  });
});
