import type { Alerting } from '../../alerting/index.ts';
import type { Calls, NumberConnector } from '../../calls/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Channels } from '../../channels/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { ApiDocument, IdempotentCaller, RateLimiter } from '../../http/index.ts';
import type { ApiKey, OrganizationRole } from '../../identity/index.ts';
import type { Intake } from '../../ingest/index.ts';
import type { IntakeViews } from '../../integrations/index.ts';
import { actingPersonId, type DomainVoucher } from '../../kernel/index.ts';
import type { SingleSignOn } from '../../oidc/index.ts';
import type { PersonCalendars } from '../../person-calendars/index.ts';
import type { Proofs } from '../../proofs/index.ts';
import type { Replays } from '../../replays/index.ts';
import type { ActiveSession } from '../../sessions/index.ts';
import type { Traits } from './traits.ts';

/** The parts of the running server that operations of the API need besides the context. */
export interface ApiDependencies {
  documents: { publicApi: ApiDocument<Traits> };
  publicUrl(): string;
  mail: { domain(): string; isReceiving: boolean };
  catalogue: Catalogue;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  channels: Channels;
  /** To addresses that senders gave. */
  outbound: OutboundClient;
  singleSignOn: SingleSignOn;
  /** Whose domains are, by the word of the operator. */
  vouched: DomainVoucher;
  numbers: NumberConnector;
  calls: Pick<Calls, 'callBack'>;
  personCalendars: Pick<PersonCalendars, 'refresh'>;
  proofs: Pick<Proofs, 'create'>;
  replays: Pick<Replays, 'create' | 'createNoiseReport'>;
  alerting: Pick<Alerting, 'scenesFor' | 'urgencyOf' | 'whoIsNext'>;
}

/** The caller of an operation, with a context in which to work. Operations without a key have no organization. */
export interface ApiCaller extends IdempotentCaller {
  /** Plan of the caller's organization: its own, else that of the installation. */
  readonly plan: string;
  /** The plan of organizations that have none of their own. */
  readonly defaultPlan: string;
  readonly key: ApiKey | null;
  /** Session of a person who calls from a browser instead of with a key. */
  readonly session: ActiveSession | null;
  /** As the client wrote it, without the query. */
  readonly path: string;
  /** Null for organization keys, which need no role (public-api.md 1.3). */
  readonly organizationRole: OrganizationRole | null;
  readonly dependencies: ApiDependencies;
}

/**
 * The caller with the right to change what is their own (`x-self-service`): users may do so whatever their
 * role. `userId` is whom the object belongs to.
 */
export function actingFor(caller: ApiCaller, userId: string): ApiCaller {
  if (actingPersonId(caller) !== userId.toLowerCase()) return caller;
  if (caller.teams.edit === 'all') return caller;
  return { ...caller, teams: { see: caller.teams.see, edit: 'all' }, isSelfService: true };
}
