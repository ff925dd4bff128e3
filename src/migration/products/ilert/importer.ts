import type { Importer } from '../../model/importer.ts';
import { createAccount } from './account.ts';
import { fields } from './fields.ts';
import { interpretPolicies } from './interpret.ts';
import { bringPeople } from './people.ts';
import { bringPolicies } from './policies.ts';
import { renderSchedules } from './render.ts';
import { bringSchedules } from './schedules.ts';
import { bringSources } from './sources.ts';
import { bringSupportHours } from './support-hours.ts';

export const ilertImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work);
    bringPeople(account);
    bringSchedules(account);
    bringSupportHours(account);
    bringSources(account, bringPolicies(account));
    account.teams.bring();
  },
  rendered: renderSchedules,
  interpreted: interpretPolicies,
};
