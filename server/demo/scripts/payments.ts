import { DAY, MINUTE } from '../../../shared/time/units.ts';
import { type AqlWarning, type Deprecated, errors, failure, success, warnings } from '../aql.ts';
import { type Meter, metered } from '../meter.ts';
import {
  type Act,
  answered,
  aql,
  failing,
  list,
  type Reply,
  type Scene,
  type Script,
  took,
} from '../script.ts';

const SPEND: Meter = {
  metric: 'cost_per_day',
  window: 'day',
  warn: 35,
  pause: 46,
  hardStop: 50,
  currency: 'EUR',
  target: 0.82,
  peaks: [0.55, 0.9],
  decimals: 2,
};

/** The month's incident: it came with 4.2.0, and its cause had been fixed in 4.1.2. */
const INCIDENT_DAYS = (62 * MINUTE) / DAY;
const RELEASE_DAYS = (64 * MINUTE) / DAY;
const FIRST_TIME: readonly [from: number, to: number] = [29, 22.4];

const amountCents = (end: number): Deprecated => ({
  type: 'parameter',
  item: 'create_charge.amount_cents',
  replacement: 'amount',
  removal: end + 12 * DAY,
  guide: 'https://docs.example.com/payments/amounts',
});
const exportCsv = (end: number): Deprecated => ({
  type: 'operation',
  item: 'export_csv',
  replacement: 'export',
  removal: end - 2 * DAY,
});

const charge = (scene: Scene) => ({
  id: `ch_${scene.random.hex(10)}`,
  amount: { value: (scene.random.int(300, 48_000) / 100).toFixed(2), currency: 'EUR' },
  status: scene.random.weighted(['captured', 'authorised', 'refunded'], (s) => (s === 'captured' ? 8 : 1)),
  customer: `cus_${scene.random.hex(6)}`,
});

function createCharge(scene: Scene): Reply {
  const { random, at, end, client } = scene;
  const old = random.chance(client === 'ops-bot' ? 0.75 : client === undefined ? 0.6 : 0.12);
  const amount = random.int(300, 48_000);
  const params = {
    customer: `cus_${random.hex(6)}`,
    ...(old ? { amount_cents: amount } : { amount: { value: (amount / 100).toFixed(2), currency: 'EUR' } }),
    idempotency_key: random.hex(12),
  };
  const spend = metered(SPEND, scene);
  if ('refused' in spend) return aql('create', 'create_charge', params, spend.refused, took(scene, 18));
  const warned: AqlWarning[] = [...spend.warned];
  if (old) warned.push(warnings.deprecation(amountCents(end), at));
  const ms = took(scene, 290);
  return answered(scene, ms, 'create', 'create_charge', params, { charge: charge(scene) }, warned);
}

function listCharges(scene: Scene): Reply {
  const { random } = scene;
  const params = { status: 'captured', page_size: 5, created_after: new Date(scene.at - DAY).toISOString() };
  const ms = took(scene, 240, 0.7);
  const slow = ms > 800 ? [warnings.slow('list_charges', ms, 800, ['Narrow created_after'])] : [];
  const page = {
    items: list(random.int(2, 5), () => charge(scene)),
    pageInfo: {
      hasNextPage: random.chance(0.5),
      hasPreviousPage: false,
      startCursor: random.hex(12),
      endCursor: random.hex(12),
    },
  };
  return answered(scene, ms, 'read', 'list_charges', params, page, slow);
}

function createRefund(scene: Scene): Reply {
  const ms = took(scene, 340);
  const params = { charge: `ch_${scene.random.hex(10)}`, reason: 'requested_by_customer' };
  const refund = { id: `re_${scene.random.hex(10)}`, charge: params.charge, status: 'pending' };
  return answered(scene, ms, 'create', 'create_refund', params, { refund });
}

function brokenRefund(scene: Scene): Reply {
  const { random } = scene;
  const params = { charge: `ch_${random.hex(10)}`, reason: 'requested_by_customer' };
  const reason = random.chance(0.9) ? 'ledger lock timeout' : 'ledger unavailable';
  const error = errors.internal(reason, { request_id: `req_${random.hex(6)}`, http_status: 503 });
  return aql('create', 'create_refund', params, failure(error), 2000 + random.int(0, 40));
}

const inIncident = ({ ago }: Scene) => ago <= INCIDENT_DAYS;
const refundsBreak = (scene: Scene) =>
  inIncident(scene) ? 150 : scene.ago <= FIRST_TIME[0] && scene.ago > FIRST_TIME[1] ? 3.2 : 0;

function exportOld(scene: Scene): Reply {
  const ms = took(scene, 900);
  const body = { file: `export_${scene.random.hex(6)}.csv`, rows: scene.random.int(40, 900) };
  const warned = [warnings.deprecation(exportCsv(scene.end), scene.at)];
  return answered(scene, ms, 'execute', 'export_csv', { month: '2026-01' }, body, warned);
}

/** A payout needs confirmation: the first call requests it, the second brings the token. */
const payout = (scene: Scene) => ({
  account: `acct_${scene.random.hex(6)}`,
  amount: scene.random.int(100, 9000),
});
const issuesToken: Act['play'] = (scene) => {
  const params = payout(scene);
  const token = `ct_${scene.random.hex(24)}`;
  const error = errors.confirmationRequired('create_payout', token, scene.at + 5 * MINUTE);
  return aql('execute', 'create_payout', params, failure(error), took(scene, 24));
};
const takesToken: Act['play'] = (scene) => {
  const params = { ...payout(scene), confirmation_token: `ct_${scene.random.hex(24)}` };
  const ms = took(scene, 410);
  const done = { payout: { id: `po_${scene.random.hex(10)}`, status: 'in_transit' } };
  return answered(scene, ms, 'execute', 'create_payout', params, done);
};
const refusesToken: Act['play'] = (scene) => {
  const { random, at } = scene;
  const token = `ct_${random.hex(24)}`;
  const error = random.weighted(
    [
      errors.tokenExpired(token, at - random.int(1, 9) * MINUTE, at),
      errors.tokenUsed(token),
      errors.tokenInvalid(token),
      errors.tokenScope(token, 'create_payout', 'delete_customer'),
    ],
    (e) => (e.code === 'TOKEN_EXPIRED' ? 6 : 1),
  );
  const params = { ...payout(scene), confirmation_token: token };
  return aql('execute', 'create_payout', params, failure(error), took(scene, 15));
};

function batch(scene: Scene): Reply {
  const { random } = scene;
  const count = random.int(3, 6);
  const missing = random.chance(0.15) ? random.int(0, count - 1) : -1;
  const ids = list(count, () => `ch_${random.hex(10)}`);
  const results = ids.map((id, index) => ({
    index,
    operation: 'capture_charge',
    result:
      index === missing
        ? failure(errors.notFound('charge', id))
        : success({ charge: { id, status: 'captured' } }),
  }));
  const failed = missing === -1 ? 0 : 1;
  const ms = took(scene, 720);
  const params = { operations: ids.map((id) => ({ operation: 'capture_charge', params: { charge: id } })) };
  const summary = { total: count, succeeded: count - failed, failed };
  const envelope = success(null, [], {
    results,
    summary,
    _meta: { request_id: `req_${random.hex(6)}`, duration_ms: ms },
  });
  return aql('update', 'batch', params, envelope, ms);
}

export const payments: Script = {
  server: 'payments-api',
  transport: 'http',
  daily: 270,
  extra: (ago) => (ago <= INCIDENT_DAYS ? 105 : 0),
  versions: { '4.1.1': 40, '4.1.2': 22.4, '4.1.3': 9.2, '4.2.0': RELEASE_DAYS },
  clients: [
    ['claude-code', 5],
    ['cursor', 2],
    ['ops-bot', 1.6],
    [undefined, 0.3],
  ],
  acts: [
    { weight: 34, play: createCharge },
    { weight: 26, play: listCharges },
    { weight: (s) => (inIncident(s) ? 1 : 9), play: createRefund },
    { weight: refundsBreak, play: brokenRefund },
    { weight: 7, play: batch },
    { weight: 1.6, play: issuesToken },
    { weight: 1.4, play: takesToken },
    { weight: 0.4, play: refusesToken },
    { weight: (s) => (s.ago > 31.5 ? 2.5 : 0), play: exportOld },
    failing('create', 'create_charge', 1.1, 9, { amount: '12.00' }, () =>
      errors.invalidType('amount', 'object', 'string'),
    ),
    failing('create', 'create_charge', 0.5, 8, {}, () => errors.missingParam('customer', 'create_charge')),
    {
      weight: 0.3,
      play: (s) => {
        const params = { customer: `cus_${s.random.hex(6)}` };
        const error = errors.dangerLevel('delete_customer', 'destructive', 'standard', 'elevated');
        return aql('delete', 'delete_customer', params, failure(error), took(s, 7));
      },
    },
  ],
};
