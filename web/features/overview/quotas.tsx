import type { Data } from '../../../shared/api/index.ts';
import type { Quota } from '../../../shared/api/quotas.ts';
import { clockOrDay, counted, figure } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { Mark, type MarkProps } from '../../ui/mark.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { QuotaGauge } from './quota-gauge.tsx';

const SHOWN = 3;

const STATES: Readonly<Record<Quota['state'], Pick<MarkProps, 'name' | 'tone'> & { words: string }>> = {
  ok: { name: 'tick', tone: 'ok', words: '' },
  warn: { name: 'medium', tone: 'warn', words: 'Past warn' },
  pause: { name: 'high', tone: 'bad', words: 'Paused' },
  hard_stop: { name: 'high', tone: 'bad', words: 'Stopped' },
};

function Forecast({ quota }: { quota: Quota }) {
  const zone = useZone();
  const now = useNow(60_000);
  const at = (time: string) => clockOrDay(time, zone, now);
  const { name, tone, words } = STATES[quota.state];
  const coming = [
    quota.warn_at !== null && `warns ${at(quota.warn_at)}`,
    quota.pause_at !== null && `pauses ${at(quota.pause_at)}`,
    quota.hard_stop_at !== null && `stops ${at(quota.hard_stop_at)}`,
  ].filter((one) => one !== false);
  const holds =
    coming.length === 0 && quota.expected !== null && quota.resets_at !== null
      ? `holds: ${figure(quota.expected)} expected at reset, ${at(quota.resets_at)}`
      : '';
  const said = [
    ...coming,
    coming.length > 0 && quota.resets_at !== null && `resets ${at(quota.resets_at)}`,
    holds,
    coming.length === 0 &&
      holds === '' &&
      (quota.per_hour === null ? 'too few readings for a forecast' : 'not growing'),
  ].filter((one) => typeof one === 'string' && one !== '');
  return (
    <p className="sm row wrap overview-forecast">
      <Mark name={name} tone={tone} bare={words === ''}>
        {words === '' ? 'Below warn' : words}
      </Mark>
      <span className="muted">{said.join(', ')}</span>
    </p>
  );
}

/** Head-room of each quota, and from its trend when it reaches warn, pause and hard stop. */
export function Quotas({ query }: { query: Answer<Data<'GET /api/v1/quotas'>> }) {
  return (
    <DataPanel
      title={<span id="quotas">Quota head-room</span>}
      actions={
        <span className="sm muted overview-key hide-s" aria-hidden="true">
          <i className="forecast" /> forecast <i className="tick" />
          <i className="tick" /> warn, pause <i className="tick stop" /> stop
        </span>
      }
      query={query}
      height={230}
      skeleton={<SkeletonRows rows={3} height={72} />}
      goodWhenEmpty
      empty={({ items }) => (items.length === 0 ? 'quota warnings' : undefined)}
      footer={({ items }) =>
        items.length > SHOWN ? `${counted(items.length - SHOWN, 'further quota')} with more head-room` : null
      }
    >
      {({ items }) => (
        <ul className="overview-quotas">
          {items.slice(0, SHOWN).map((quota) => (
            <li key={`${quota.server} ${quota.metric}`}>
              <p className="row">
                <b className="ell">{quota.server}</b>
                <code className="muted ell">{quota.metric}</code>
                <span className="end nowrap">
                  <b>{figure(quota.current)}</b> <span className="muted">of {figure(quota.quota)}</span>
                </span>
              </p>
              <QuotaGauge quota={quota} />
              <Forecast quota={quota} />
            </li>
          ))}
        </ul>
      )}
    </DataPanel>
  );
}
