import { alertingOf, type IncidentDocument } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  everybodyNamed,
  namedBy,
  type PlannedTeam,
  policyKind,
  scheduleRotas,
} from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import type { Rota } from '../rota/index.ts';
import type { Routing } from '../routing/index.ts';
import { say } from '../sentences/index.ts';
import { serviceKind } from '../services/index.ts';
import {
  type KnownPolicy,
  knownPolicyOf,
  type PolicyFacts,
  policyNamedBy,
} from './policy-facts.ts';
import type { NamedPolicy } from './scene.ts';

/** The teams that are known, and how to know more. */
export interface LoadedTeams {
  load(ids: readonly string[]): Promise<void>;
  /** Null: it is gone; undefined: it was not loaded. */
  get(id: string): PlannedTeam | null | undefined;
}

/**
 * The policies of organizations, as far as alerting needs them: those that plans, rules, integrations, services and
 * teams of incidents name, and the schedules in them. An organization without policies costs one query.
 */
export class PolicyScenes implements PolicyFacts {
  readonly #inUse = new Map<string, boolean>();
  /** Null: it is gone. */
  readonly #policies = new Map<string, KnownPolicy | null>();
  readonly #rotas = new Map<string, Rota | null>();
  /** The policies that integrations and services name, by the ids of those. */
  readonly #chosen = new Map<string, NamedPolicy | null>();

  /**
   * Loads what deciding about these incidents can need, by `teams` those that policies name. Gives the people who may
   * be told.
   */
  async load(
    ctx: Ctx,
    incidents: readonly IncidentDocument[],
    routings: readonly Routing[],
    teams: LoadedTeams,
  ): Promise<string[]> {
    const { organizationId } = ctx;
    if (!this.#inUse.has(organizationId)) this.#inUse.set(organizationId, await hasPolicies(ctx));
    if (!this.#inUse.get(organizationId)) return [];
    await this.#loadChosen(ctx, incidents, routings);
    return this.follow(
      ctx,
      [...incidents.flatMap((one) => one.teamIds), ...assignedBy(routings)],
      this.#namedFor(incidents, routings),
      teams,
    );
  }

  /** Loads these policies, the default ones of these teams, and all that they name in turn. Gives the same people. */
  async follow(
    ctx: Ctx,
    firstTeamIds: readonly string[],
    firstPolicyIds: readonly string[],
    teams: LoadedTeams,
  ): Promise<string[]> {
    const found = new Set<string>();
    const members: string[] = [];
    let teamIds = [...firstTeamIds];
    let policyIds = [...firstPolicyIds];
    while (teamIds.length + policyIds.length > 0) {
      await teams.load(teamIds);
      policyIds.push(...teamIds.flatMap((id) => teams.get(id)?.defaultPolicy?.id ?? []));
      members.push(...teamIds.flatMap((id) => [...(teams.get(id)?.plan.members ?? [])]));
      const fresh = [...new Set(policyIds)].filter((id) => !found.has(id));
      await this.#loadPolicies(ctx, fresh);
      for (const id of fresh) found.add(id);
      const plans = fresh.flatMap((id) => this.#policies.get(id) ?? []);
      const named = plans.map(({ plan }) => namedBy(plan));
      teamIds = [
        ...plans.map(({ teamId }) => teamId),
        ...named.flatMap((one) => one.teamIds),
      ].filter((id) => teams.get(id) === undefined);
      policyIds = named.flatMap((one) => one.policyIds).filter((id) => !found.has(id));
      members.push(...named.flatMap((one) => one.userIds));
      members.push(
        ...named
          .flatMap((one) => one.teamIds)
          .flatMap((id) => [...(teams.get(id)?.plan.members ?? [])]),
      );
    }
    const scheduleIds = [...found].flatMap((id) => {
      const facts = this.#policies.get(id);
      return facts ? namedBy(facts.plan).scheduleIds : [];
    });
    await this.#loadRotas(ctx, scheduleIds);
    return [
      ...members,
      ...scheduleIds.flatMap((id) => {
        const rota = this.#rotas.get(id);
        return rota ? everybodyNamed(rota) : [];
      }),
    ];
  }

  policy(id: string): KnownPolicy | null | undefined {
    return this.#policies.get(id);
  }

  rota(scheduleId: string): Rota | null | undefined {
    return this.#rotas.get(scheduleId);
  }

  chosen(id: string): NamedPolicy | null | undefined {
    return this.#chosen.get(id);
  }

  #namedFor(incidents: readonly IncidentDocument[], routings: readonly Routing[]): string[] {
    return [
      ...incidents.flatMap((incident) => {
        const { plans, policies } = alertingOf(incident);
        const ids = [
          incident.integrationId ?? '',
          ...(incident.serviceIds ?? []),
          ...affectedBy(routings),
        ];
        return [
          ...plans.flatMap(({ policyId }) => policyId ?? []),
          ...policies.map(({ policyId }) => policyId),
          ...ids.flatMap((id) => this.#chosen.get(id.toLowerCase())?.policyId ?? []),
        ];
      }),
      ...routings.flatMap(({ wire }) =>
        wire.rules.flatMap(({ actions }) => actions?.useEscalationPolicyId?.toLowerCase() ?? []),
      ),
    ];
  }

  async #loadChosen(
    ctx: Ctx,
    incidents: readonly IncidentDocument[],
    routings: readonly Routing[],
  ): Promise<void> {
    const integrationIds = this.#unknown(incidents.flatMap((one) => one.integrationId ?? []));
    const serviceIds = this.#unknown([
      ...incidents.flatMap((one) => one.serviceIds ?? []),
      ...affectedBy(routings),
    ]);
    if (integrationIds.length > 0)
      for (const { id, wire } of (
        await listResources(ctx, integrationKind, { _id: { $in: integrationIds } })
      ).items)
        this.#note(id, wire, say('policyOfIntegration', { name: wire.displayName }));
    if (serviceIds.length > 0)
      for (const { id, wire } of (
        await listResources(ctx, serviceKind, { _id: { $in: serviceIds } })
      ).items)
        this.#note(id, wire, say('policyOfService', { name: wire.displayName }));
  }

  /** Not asked for again, whether or not they are there. */
  #unknown(ids: readonly string[]): string[] {
    const fresh = [...new Set(ids.map((id) => id.toLowerCase()))].filter(
      (id) => !this.#chosen.has(id),
    );
    for (const id of fresh) this.#chosen.set(id, null);
    return fresh;
  }

  #note(
    id: string,
    wire: { escalationPolicyId?: string | null },
    because: NamedPolicy['because'],
  ): void {
    this.#chosen.set(id, policyNamedBy(wire, because));
  }

  async #loadPolicies(ctx: Ctx, ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#policies.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#policies.set(id, null);
    for (const policy of (await listResources(ctx, policyKind, { _id: { $in: missing } })).items)
      this.#policies.set(policy.id, knownPolicyOf(policy));
  }

  async #loadRotas(ctx: Ctx, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#rotas.has(id));
    if (missing.length === 0) return;
    // People who were on call before may be targets, too.
    const from = new Date(ctx.clock.now().getTime() - pastMilliseconds);
    const rotas = await scheduleRotas(ctx, ctx.organizationId, missing, from);
    for (const id of missing) this.#rotas.set(id, rotas.get(id) ?? null);
  }
}

async function hasPolicies(ctx: Ctx): Promise<boolean> {
  return (await listResources(ctx, policyKind, {}, { limit: 1 })).items.length > 0;
}

const pastMilliseconds = 32 * 86_400_000;
function assignedBy(routings: readonly Routing[]): string[] {
  return routings.flatMap(({ wire }) =>
    wire.rules.flatMap(({ actions }) =>
      (actions?.assignToTeams ?? []).map((id) => id.toLowerCase()),
    ),
  );
}

function affectedBy(routings: readonly Routing[]): string[] {
  return routings.flatMap(({ wire }) =>
    wire.rules.flatMap(({ actions }) => actions?.affectsServices ?? []),
  );
}
