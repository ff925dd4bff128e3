import type { Importer } from '../../model/importer.ts';
import { createAccount } from './account.ts';
import { fields } from './fields.ts';
import { bringServices } from './integrations.ts';
import { interpretPolicies } from './interpret.ts';
import { bringOverrides } from './overrides.ts';
import { bringPeople } from './people.ts';
import { bringPolicies } from './policies.ts';
import { renderSchedules } from './render.ts';
import { bringSchedules, sayOfRotations } from './schedules.ts';

export const goalertImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work);
    bringPeople(account);
    bringSchedules(account);
    bringOverrides(account);
    bringPolicies(account);
    bringServices(account);
    sayOfRotations(account);
    account.teams.bring();
  },
  rendered: renderSchedules,
  interpreted: interpretPolicies,
};
