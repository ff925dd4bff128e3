import type { Importer } from '../../model/importer.ts';
import { createAccount } from './account.ts';
import { bringChains } from './chains.ts';
import { fields } from './fields.ts';
import { bringIntegrations } from './integrations.ts';
import { interpretChains } from './interpret.ts';
import { oncallPast } from './past-events.ts';
import { bringPeople } from './people.ts';
import { renderSchedules } from './render.ts';
import { bringSchedules } from './schedules.ts';
import { shownSchedules } from './shown.ts';
import { bringSwaps } from './swaps.ts';

export const oncallImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work);
    bringPeople(account);
    bringSchedules(account);
    bringSwaps(account);
    bringChains(account);
    bringIntegrations(account);
    account.teams.bring();
  },
  rendered: renderSchedules,
  shown: shownSchedules,
  interpreted: interpretChains,
  past: oncallPast,
};
