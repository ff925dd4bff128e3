import type { Importer } from '../../model/importer.ts';
import { type Account, createAccount, peopleIn } from './account.ts';
import { actionMappings, rulesByTeam } from './actions.ts';
import { defaultsOf } from './defaults.ts';
import { bringEscalations } from './escalations.ts';
import { fields } from './fields.ts';
import { bringHeartbeats } from './heartbeats.ts';
import { bringIntegrations } from './integrations.ts';
import { interpretEscalations } from './interpret.ts';
import { bringMaintenance } from './maintenance.ts';
import { bringMappings } from './mappings.ts';
import { bringOverrides } from './overrides.ts';
import { opsgeniePast } from './past-events.ts';
import { bringPeople } from './people.ts';
import { rendered } from './render.ts';
import { bringRouting } from './routing.ts';
import { bringSchedules } from './schedules.ts';
import { bringServices } from './services.ts';
import { shownSchedules } from './shown.ts';

const product = 'opsgenie';

export const opsgenieImporter: Importer = {
  fields,
  bring(work) {
    const account = createAccount(work, product, peopleIn(work, product));
    bringPeople(account);
    bringAccount(account);
  },
  rendered,
  shown: shownSchedules,
  interpreted: interpretEscalations,
  past: opsgeniePast,
};

/** All but people: what Jira Service Management has, too. */
export function bringAccount(account: Account): void {
  bringSchedules(account);
  bringOverrides(account);
  bringEscalations(account, defaultsOf(account));
  const integrations = bringIntegrations(account);
  const actions = actionMappings(account, integrations);
  const routings = bringRouting(account, rulesByTeam(integrations, actions));
  bringMappings(account, integrations, actions, routings);
  bringHeartbeats(account);
  bringMaintenance(account);
  bringServices(account);
  account.teams.bring();
}
