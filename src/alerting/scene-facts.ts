import type { IncidentDocument } from '../incidents/index.ts';
import { type Integration, phoneNumbersIn } from '../integrations/index.ts';
import type { NamedRecipient } from '../notifications/index.ts';
import type { PlannedTeam } from '../on-call/index.ts';
import type { OutboundIntegration } from '../outbound/index.ts';
import type { Routing } from '../routing/index.ts';
import { dependenciesOf, effectsOn, type Service } from '../services/index.ts';
import type { Suppressions } from '../suppression/index.ts';
import type { HoursInForce, UrgencySettings } from '../urgency/index.ts';
import type { PolicyFacts } from './policy-facts.ts';
import { type Waits, waitsOf } from './waits.ts';

/** The facts of an organization that decisions depend on and that belong to none of its teams. */
export interface OrganizationFacts {
  lastResort: readonly string[];
  tools: readonly OutboundIntegration[];
  routings: readonly Routing[];
  /** Tells which services an incident affects, among those that say how urgent incidents are. */
  effects: ReturnType<typeof effectsOn<Service>>;
  /** Null where nothing makes any incident wait for another one. */
  waits: Waits | null;
  supportHours: ReadonlyMap<string, HoursInForce>;
}

/** The facts of an integration that decisions depend on. */
export interface IntegrationFacts {
  urgency: UrgencySettings | null;
  isPhoneNumber: boolean;
}

/** The configuration, as decisions know it. The same at any time, until somebody changes something. */
export interface SceneFacts {
  /** By id. Null: it is gone. */
  teams: ReadonlyMap<string, PlannedTeam | null>;
  organizations: ReadonlyMap<string, OrganizationFacts>;
  people: ReadonlyMap<string, NamedRecipient>;
  policies: PolicyFacts;
  integrations: ReadonlyMap<string, IntegrationFacts>;
}

/** From what is stored to what decisions of an organization depend on. Pure. */
export function organizationFactsOf({
  administrators,
  tools,
  routings,
  services,
  supportHours,
  suppressions,
}: {
  /** Memberships of the organization with the role of Owner or Administrator. */
  administrators: readonly { wire: { userId?: string | null } }[];
  /** All of them, or none that says nothing of urgency where none depends on another one. */
  services: readonly Service[];
  suppressions: Suppressions | null;
} & Pick<OrganizationFacts, 'tools' | 'routings' | 'supportHours'>): OrganizationFacts {
  return {
    lastResort: administrators.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []),
    tools,
    routings,
    effects: effectsOn(services.filter(({ wire }) => wire.urgencySettings)),
    waits: waitsOf(dependenciesOf(services), suppressions),
    supportHours,
  };
}

/** Pure. */
export function integrationFactsOf({ wire }: Pick<Integration, 'wire'>): IntegrationFacts {
  return {
    urgency: wire.urgencySettings ?? null,
    isPhoneNumber: phoneNumbersIn(wire.integrationSettings).length > 0,
  };
}

export function integrationOf(
  { integrations }: Pick<SceneFacts, 'integrations'>,
  id: string | null,
): IntegrationFacts | undefined {
  return integrations.get((id ?? '').toLowerCase());
}

/** By what an incident may wait; null for none. A person who calls is never held back. */
export function waitsFor(
  facts: Pick<SceneFacts, 'integrations' | 'organizations'>,
  { organizationId, integrationId }: IncidentDocument,
): Waits | null {
  if (integrationOf(facts, integrationId)?.isPhoneNumber) return null;
  return facts.organizations.get(organizationId)?.waits ?? null;
}
