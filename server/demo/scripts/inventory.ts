import { DAY } from '../../../shared/time/units.ts';
import { type AqlWarning, type Deprecated, errors, failure, warnings } from '../aql.ts';
import { type Meter, metered } from '../meter.ts';
import {
  answered,
  aql,
  carried,
  failing,
  list,
  type Reply,
  type Scene,
  type Script,
  text,
  took,
} from '../script.ts';

const LOOKUPS: Meter = {
  metric: 'requests_per_month',
  window: 'month',
  warn: 225_000,
  pause: 290_000,
  hardStop: 300_000,
  target: 0.92,
  peaks: [0.7, 0.95],
  decimals: 0,
};

const skuPrefix = (end: number): Deprecated => ({
  type: 'parameter',
  item: 'sku_prefix',
  replacement: 'filter.sku',
  removal: end + 43 * DAY,
  guide: 'https://docs.example.com/inventory/filters',
});
const getStockV1 = (end: number): Deprecated => ({
  type: 'operation',
  item: 'get_stock_v1',
  replacement: 'get_stock',
  removal: end + 74 * DAY,
});

const LIMIT = 50;
const REPORT_THRESHOLD = 1500;
/** Days before the end when 2.2.4 appeared. */
const LOUDER = 17.6;
/** Days before the end when 2.3.0 appeared, and with it answers without `data`. */
const BREAK = 0.9;

const item = (scene: Scene) => ({
  sku: `KB-${scene.random.int(1000, 1999)}`,
  stock: scene.random.int(0, 400),
  site: scene.random.pick(['AMS-2', 'LIS-1', 'WAW-1']),
});

function searchItems(scene: Scene): Reply {
  const { random, at, end, ago, client } = scene;
  const weaned = client === 'ops-bot' && ago < 6.5;
  const old = !weaned && random.chance(0.5 * Math.exp(-Math.max(0, 14 - ago) / 3.5));
  const site = random.pick(['AMS-2', 'LIS-1']);
  const params = old ? { sku_prefix: 'KB-', site } : { filter: { sku: 'KB-*' }, site };
  const total = Math.round(random.around(30, 0.8));
  const items = list(Math.min(7, total), () => item(scene));
  const ms = took(scene, 130);

  const quota = metered(LOOKUPS, scene);
  if ('refused' in quota) return aql('read', 'search_items', params, quota.refused, took(scene, 6));
  const warned: AqlWarning[] = random.chance(0.3) ? [...quota.warned] : [];
  if (total > LIMIT) warned.push(warnings.truncation('items', total, LIMIT));
  if (old) warned.push(warnings.deprecation(skuPrefix(end), at));

  if (scene.version !== '2.3.0' || !random.chance(0.16)) {
    return answered(scene, ms, 'read', 'search_items', params, { items, total_count: total }, warned);
  }
  const shouted = warned.map((warning, index) => (index === 0 ? { ...warning, severity: 'HIGH' } : warning));
  const broken = {
    success: true,
    items,
    ...(shouted.length === 0 ? {} : { warnings: shouted }),
    _meta: { request_id: `req_${random.hex(6)}`, duration_ms: ms },
  };
  return carried('read', 'search_items', params, text(broken, false), ms);
}

function listLowStock(scene: Scene): Reply {
  const items = list(scene.random.int(1, 4), () => ({ ...item(scene), stock: scene.random.int(0, 4) }));
  const ms = took(scene, 90);
  if (scene.version === '2.3.0' && scene.random.chance(0.2)) {
    return carried('read', 'list_low_stock', { below: 5 }, text({ success: true, items }, false), ms);
  }
  return answered(scene, ms, 'read', 'list_low_stock', { below: 5 }, { items });
}

function stockV1(scene: Scene): Reply {
  const ms = took(scene, 50);
  const data = { stock: scene.random.int(0, 400) };
  const warned = [warnings.deprecation(getStockV1(scene.end), scene.at)];
  return answered(scene, ms, 'read', 'get_stock_v1', { sku: 'KB-1042' }, data, warned);
}

function reorderReport(scene: Scene): Reply {
  const ms = took(scene, 1300, 0.9);
  const slow = warnings.slow('reorder_report', ms, REPORT_THRESHOLD, ['Limit the report to one site']);
  // Since 2.2.4 the bot gets the same warning with a higher severity than others.
  const warned: AqlWarning =
    scene.client === 'ops-bot' && scene.ago < LOUDER ? { ...slow, severity: 'high' } : slow;
  const data = { lines: list(5, () => ({ ...item(scene), order: scene.random.int(10, 200) })) };
  const told = ms > REPORT_THRESHOLD ? [warned] : [];
  return answered(scene, ms, 'execute', 'reorder_report', { period: 'week' }, data, told);
}

export const inventory: Script = {
  server: 'inventory',
  transport: 'http',
  daily: 190,
  extra: (ago) => (ago < BREAK ? 5 : 0),
  versions: { '2.1.0': 40, '2.2.4': LOUDER, '2.3.0': BREAK },
  clients: [
    ['claude-code', 4],
    ['cursor', 2],
    ['ops-bot', 1.5],
    ['warehouse-ui', 2],
  ],
  acts: [
    { weight: 30, play: searchItems },
    {
      weight: 26,
      play: (s) => answered(s, took(s, 44), 'read', 'get_stock', { sku: 'KB-1042' }, item(s)),
    },
    { weight: 12, play: listLowStock },
    {
      weight: 9,
      play: (s) => {
        const ms = took(s, 150);
        const params = { sku: 'KB-1042', delta: s.random.int(-9, 40) };
        const data = { ...item(s), _version: s.random.int(2, 90) };
        return answered(s, ms, 'update', 'adjust_stock', params, data);
      },
    },
    { weight: 5, play: reorderReport },
    { weight: (s) => (s.ago > 21.2 ? 5 : 0), play: stockV1 },
    failing(
      'read',
      'search_items',
      (s) => (s.version === '2.3.0' && s.client !== 'warehouse-ui' ? 4 : 0),
      7,
      { filter: { sku: 'KB-*' }, warehouse: 'AMS-2' },
      () => errors.unknownParam('search_items', ['warehouse'], ['filter', 'site', 'sku_prefix']),
    ),
    failing(
      'update',
      'adjust_stock',
      (s) => (s.ago < 0.35 && s.client === 'ops-bot' ? 24 : 0),
      6,
      { sku: 'KB-1043', delta: -40 },
      () => errors.trustLevel('adjust_stock', 'elevated', 'standard'),
    ),
    failing('read', 'list_stock', 0.9, 3, {}, () => errors.unknownOperation('list_stock')),
    {
      weight: 0.6,
      play: (s) => {
        const read = s.random.int(3, 40);
        const error = errors.versionMismatch('KB-1042', read, read + 1);
        return aql('update', 'adjust_stock', { sku: 'KB-1042', _version: read }, failure(error), took(s, 60));
      },
    },
    {
      weight: 0.5,
      play: (s) => {
        const sku = `KB-${s.random.int(9000, 9999)}`;
        return aql('read', 'get_stock', { sku }, failure(errors.notFound('item', sku)), took(s, 30));
      },
    },
    failing('create', 'import_items', 0.2, 40, { file: 'stock.csv' }, (s) =>
      errors.payloadTooLarge(1_048_576, s.random.int(1_100_000, 3_000_000)),
    ),
  ],
};
