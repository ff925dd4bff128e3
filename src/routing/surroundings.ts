import type { IncidentDocument } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { policyKind } from '../on-call/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import { type ResourceKind, storedFilter } from '../resources/index.ts';
import { serviceKind } from '../services/index.ts';
import { teamKind } from '../teams/index.ts';
import type { Routing } from './routings.ts';

/** The facts that rules may look at besides the incident and its event. All of them are read before the rules run. */
export interface RuleSurroundings {
  /** Time of the evaluation. */
  now: Date;
  timeZoneOf(teamId: string): string;
  labelsOfTeam(teamId: string): readonly string[];
  labelsOfIntegration(integrationId: string): readonly string[];
  /** Null for what the organization does not have (any more): ids in rules may dangle. */
  nameOf(kind: NamedKind, id: string): string | null;
}

export type NamedKind = 'Team' | 'Service' | 'OutboundIntegration' | 'EscalationPolicy';

/** Reads what these routings and the incident name; five queries at most. */
export async function loadSurroundings(
  world: World,
  incident: Pick<IncidentDocument, 'organizationId' | 'integrationId' | 'teamIds'>,
  routings: readonly Routing[],
  now: Date,
): Promise<RuleSurroundings> {
  const { organizationId, integrationId, teamIds } = incident;
  const teamsNamed = new Set(teamIds);
  const servicesNamed = new Set<string>();
  const outboundNamed = new Set<string>();
  const policiesNamed = new Set<string>();
  for (const { wire } of routings) {
    teamsNamed.add(wire.teamId.toLowerCase());
    for (const { actions, channels } of wire.rules) {
      addAll(teamsNamed, actions?.assignToTeams);
      addAll(servicesNamed, actions?.affectsServices);
      if (actions?.useEscalationPolicyId) addAll(policiesNamed, [actions.useEscalationPolicyId]);
      addAll(outboundNamed, actions?.forwardToOutboundIntegrations);
      addAll(outboundNamed, channels?.outboundIntegrations);
    }
  }
  const [teams, integrations, services, outbound, policies] = await Promise.all([
    wiresOf(world, organizationId, teamKind, teamsNamed),
    wiresOf(world, organizationId, integrationKind, integrationId === null ? [] : [integrationId]),
    wiresOf(world, organizationId, serviceKind, servicesNamed),
    wiresOf(world, organizationId, outboundIntegrationKind, outboundNamed),
    wiresOf(world, organizationId, policyKind, policiesNamed),
  ]);
  const named = {
    Team: teams,
    Service: services,
    OutboundIntegration: outbound,
    EscalationPolicy: policies,
  };
  return { now, ...surroundingsIn(named, integrations) };
}

interface Named {
  displayName?: string | null;
}

interface Labelled {
  labels?: readonly string[] | null;
}

interface NamedTeam extends Named, Labelled {
  timeZoneId?: string | null;
}

/** The facts about these objects that rules may look at, by their ids. Pure. */
export function surroundingsIn(
  named: Readonly<Record<Exclude<NamedKind, 'Team'>, ReadonlyMap<string, Named>>> & {
    Team: ReadonlyMap<string, NamedTeam>;
  },
  integrations: ReadonlyMap<string, Labelled>,
): Omit<RuleSurroundings, 'now'> {
  const { Team: teams } = named;
  return {
    timeZoneOf: (id) => teams.get(id)?.timeZoneId ?? 'UTC',
    labelsOfTeam: (id) => teams.get(id)?.labels ?? [],
    labelsOfIntegration: (id) => integrations.get(id)?.labels ?? [],
    nameOf: (kind, id) => named[kind].get(id)?.displayName ?? null,
  };
}

function addAll(ids: Set<string>, more: readonly string[] | null | undefined): void {
  for (const id of more ?? []) ids.add(id.toLowerCase());
}

async function wiresOf<Wire, Internal>(
  world: World,
  organizationId: string,
  kind: ResourceKind<Wire, Internal>,
  ids: Iterable<string>,
): Promise<Map<string, Wire>> {
  const wanted = [...ids];
  if (wanted.length === 0) return new Map();
  const documents = await kind
    .model(world.store)
    .find(storedFilter(kind, { _id: { $in: wanted }, organizationId }))
    .select('wire')
    .lean<{ _id: string; wire: Wire }[]>();
  return new Map(documents.map(({ _id, wire }) => [_id, wire]));
}
