import type { Importer } from '../../model/importer.ts';
import { createAccount } from './account.ts';
import { defaultsOf } from './defaults.ts';
import { bringEscalations } from './escalations.ts';
import { fields } from './fields.ts';
import { bringOverrides } from './overrides.ts';
import { bringPeople } from './people.ts';
import { rendered } from './render.ts';
import { bringSchedules } from './schedules.ts';

export const opsgenieImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work);
    bringPeople(account);
    bringSchedules(account);
    bringOverrides(account);
    bringEscalations(account, defaultsOf(account));
    account.teams.bring();
  },
  rendered,
};
