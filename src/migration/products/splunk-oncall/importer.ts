import type { Importer } from '../../model/importer.ts';
import { createAccount } from './account.ts';
import { fields } from './fields.ts';
import { interpretPolicies } from './interpret.ts';
import { sayMaintenance } from './maintenance.ts';
import { bringOverrides } from './overrides.ts';
import { bringPeople } from './people.ts';
import { bringPolicies } from './policies.ts';
import { renderSchedules } from './render.ts';
import { bringRotations } from './rotations.ts';
import { bringRoutingKeys } from './routing-keys.ts';

export const splunkOncallImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work);
    bringPeople(account);
    bringRotations(account);
    bringOverrides(account);
    bringPolicies(account);
    bringRoutingKeys(account);
    sayMaintenance(work.ledger);
    account.teams.bring();
  },
  rendered: renderSchedules,
  interpreted: interpretPolicies,
};
