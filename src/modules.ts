import { accounts } from './accounts/index.ts';
import { alerting } from './alerting/index.ts';
import { audit } from './audit/index.ts';
import { calls } from './calls/index.ts';
import { contacts } from './contacts/index.ts';
import { groups } from './groups/index.ts';
import { http } from './http/index.ts';
import { identity } from './identity/index.ts';
import { incidentDays } from './incident-days/index.ts';
import { incidentSearch } from './incident-search/index.ts';
import { incidents } from './incidents/index.ts';
import { ingest } from './ingest/index.ts';
import { integrations } from './integrations/index.ts';
import { jobs } from './jobs/index.ts';
import type { Module, OwnedModel } from './kernel/index.ts';
import { media } from './media/index.ts';
import { monitors } from './monitors/index.ts';
import { notifications } from './notifications/index.ts';
import { oidc } from './oidc/index.ts';
import { onCall } from './on-call/index.ts';
import { outbound } from './outbound/index.ts';
import { personCalendars } from './person-calendars/index.ts';
import { processes } from './processes/index.ts';
import { proofs } from './proofs/index.ts';
import { replays } from './replays/index.ts';
import { reports } from './reports/index.ts';
import { kindsOf, resources } from './resources/index.ts';
import { routing } from './routing/index.ts';
import { services } from './services/index.ts';
import { sessions } from './sessions/index.ts';
import { shadow } from './shadow/index.ts';
import { silences } from './silences/index.ts';
import { statusPages } from './status-pages/index.ts';
import { suppression } from './suppression/index.ts';
import { teams } from './teams/index.ts';
import { urgencies } from './urgency/index.ts';

/**
 * Every module that owns collections, kinds of objects or tasks, from the bottom of the map to its top. The server and
 * each command of the command line work with this one list, so that removing an object removes the same whoever does
 * it.
 */
export const modules: readonly Module[] = [
  processes,
  http,
  jobs,
  audit,
  resources,
  identity,
  teams,
  sessions,
  groups,
  accounts,
  oidc,
  contacts,
  shadow,
  incidents,
  incidentSearch,
  media,
  urgencies,
  integrations,
  incidentDays,
  personCalendars,
  onCall,
  outbound,
  services,
  statusPages,
  routing,
  silences,
  suppression,
  notifications,
  alerting,
  calls,
  ingest,
  monitors,
  proofs,
  replays,
  reports,
];

/** Every collection there is. */
export const models: readonly OwnedModel[] = modules.flatMap((module) => [
  ...kindsOf({ modules: [module] }).map((kind) => kind.model),
  ...(module.models ?? []),
]);
