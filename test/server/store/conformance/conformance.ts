import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../../../server/store/store.ts';
import { NOW } from '../records.ts';
import { type Bench, type Engine, GROUPS, LAST_DAY } from './bench.ts';
import { durability } from './durability.ts';
import { errorGroups } from './error-groups.ts';
import { exactness } from './exactness.ts';
import { forgetting } from './forgetting.ts';
import { keeping } from './keeping.ts';
import { log } from './log.ts';
import { overview } from './overview.ts';
import { recounting } from './recounting.ts';
import { reinspecting } from './reinspecting.ts';
import { retention } from './retention.ts';
import { series } from './series.ts';
import { servers } from './servers.ts';
import { violations } from './violations.ts';
import { warnings } from './warnings.ts';

/** What every engine must do: the meaning of the store's interface, by subject. */
const SUBJECTS: readonly ((on: Bench) => void)[] = [
  keeping,
  reinspecting,
  recounting,
  forgetting,
  log,
  overview,
  series,
  errorGroups,
  warnings,
  violations,
  servers,
  exactness,
  retention,
  durability,
];

export function conformance(name: string, engine: Engine): void {
  describe(`the store on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await engine.open();
    });
    afterEach(() => store.close());

    const bench: Bench = {
      engine,
      get store() {
        return store;
      },
      async only(filter = LAST_DAY) {
        const { items } = await store.errorGroups(filter, GROUPS, NOW);
        const [group] = items;
        if (group === undefined || items.length > 1) throw new Error(`There are ${items.length} groups`);
        return group;
      },
      async log(filter = LAST_DAY, limit = 100) {
        return (await store.responses(filter, { limit })).items;
      },
    };
    for (const subject of SUBJECTS) subject(bench);
  });
}
