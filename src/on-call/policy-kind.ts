import type { components } from '../contract/index.ts';
import { type Ctx, invalidField, systemContext } from '../kernel/index.ts';
import {
  byId,
  byTeam,
  defineKind,
  listResources,
  type Resource,
  type StoredFilter,
  wireShapes,
} from '../resources/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';

/** The document's EscalationPolicy as it is stored; objects that its steps name may have been deleted. */
export type PolicyWire = Required<components['schemas']['EscalationPolicyInput']>;
export type PolicyStepWire = components['schemas']['EscalationPolicyStep'];
export type PolicyTargetWire = components['schemas']['EscalationPolicyTarget'];

export type EscalationPolicy = Resource<PolicyWire>;

/** Who is told after how long, seen by everybody in the organization and changed by administrators of its team. */
export const policyKind = defineKind<PolicyWire>({
  entityType: 'EscalationPolicy',
  noun: 'escalation-policy',
  collection: 'escalation_policies',
  shape: wireShapes.EscalationPolicy,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: ({ teamId, isDefault }) => ({ defaultOf: isDefault ? teamId : null }),
  sharedWithin: 'organization',
  filters: { TeamId: byTeam, Ids: byId },
  teamOf: (ctx, { teamId }) => demandTeam(ctx, teamId),
  async prepare(ctx: Ctx, wire, current) {
    for (const [index, step] of wire.steps.entries()) demandStep(step, `steps[${index}]`);
    await demandOnlyOne(ctx, wire, current?.id);
    await demandNoCircle(ctx, wire, current?.id);
    return { wire, internal: {} };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
  indexes: [
    [
      { teamId: 1, 'lookup.displayName': 1 },
      { unique: true, partialFilterExpression: { 'lookup.displayName': { $exists: true } } },
    ],
    // The policy that a team follows unless something else is chosen: there is one at most.
    [{ 'lookup.defaultOf': 1 }, { unique: true, sparse: true }],
  ],
});

/** 400 for settings that would be accepted and not work. */
function demandStep(step: PolicyStepWire, at: string): void {
  const targets = step.targets ?? [];
  for (const [index, target] of targets.entries()) demandTarget(target, `${at}.targets[${index}]`);
  const does = targets.length > 0 || (step.assignTeamIds ?? []).length > 0 || step.resolves;
  if (!does) throw invalidField(`${at}.targets`, say('stepDoesNothing'));
  if (step.severities?.length === 0)
    throw invalidField(`${at}.severities`, say('severitiesAreEmpty'));
}

const named = ['userId', 'scheduleId', 'teamId', 'policyId', 'outboundIntegrationId'] as const;
const picksOf = {
  scheduleId: ['onCall', 'next', 'previous', 'everybody'],
  teamId: ['members', 'administrators', 'oneAtRandom', 'policy'],
} as const;

function demandTarget(target: PolicyTargetWire, at: string): void {
  const given = named.filter((name) => (target[name] ?? null) !== null);
  const [name] = given;
  if (name === undefined || given.length > 1) throw invalidField(at, say('targetIsOne'));
  const pick = target.pick ?? null;
  const demandPick = (isRight: boolean, sentence: Sentence) => {
    if (!isRight) throw invalidField(`${at}.pick`, sentence);
  };
  if (name === 'scheduleId' || name === 'teamId') {
    const picks: readonly string[] = picksOf[name];
    const isLeftOut = pick === null && name === 'scheduleId';
    demandPick(isLeftOut || (pick !== null && picks.includes(pick)), say('pickOneOf', { picks }));
  } else demandPick(pick === null, say('nothingToPick'));
}

/** 409 for a name that another policy of the team has, and for a second default. */
async function demandOnlyOne(ctx: Ctx, wire: PolicyWire, id: string | undefined): Promise<void> {
  const { items } = await policiesOf(ctx, { teamId: wire.teamId.toLowerCase() });
  for (const other of items) {
    if (other.id === id) continue;
    const { displayName, isDefault } = other.wire;
    if (displayName.toLowerCase() === wire.displayName.toLowerCase())
      throw refusal('conflict', say('takenBy', { taken: say('policyNameTaken'), id: other.id }), {
        field: 'displayName',
      });
    if (isDefault && wire.isDefault)
      throw refusal('conflict', say('teamHasDefaultPolicy', { name: displayName, id: other.id }), {
        field: 'isDefault',
      });
  }
}

/** 400 for a policy that would begin itself, through others or by what its team follows. */
async function demandNoCircle(ctx: Ctx, wire: PolicyWire, id: string | undefined): Promise<void> {
  const own = id ?? '';
  const seen = new Set<string>();
  for (let next = [wire]; next.length > 0; ) {
    const policies = next.flatMap((policy) => policiesStartedBy(policy));
    const teams = next.flatMap((policy) => teamsStartedBy(policy));
    const isDefaultOf = wire.isDefault ? wire.teamId.toLowerCase() : null;
    if (policies.includes(own) || teams.some((team) => team === isDefaultOf))
      throw invalidField('steps', say('policyBeginsItself'));
    const { items } = await policiesOf(ctx, {
      $or: [{ _id: { $in: policies } }, { 'lookup.defaultOf': { $in: teams } }],
    });
    next = items.flatMap((policy) => {
      // The stored version of this policy is about to be replaced.
      if (seen.has(policy.id) || policy.id === own) return [];
      seen.add(policy.id);
      return [policy.wire];
    });
  }
}

function targetsOf({ steps }: PolicyWire): PolicyTargetWire[] {
  return steps.flatMap(({ targets }) => targets ?? []);
}

function policiesStartedBy(wire: PolicyWire): string[] {
  return targetsOf(wire).flatMap(({ policyId }) => policyId?.toLowerCase() ?? []);
}

function teamsStartedBy(wire: PolicyWire): string[] {
  return targetsOf(wire).flatMap(({ teamId, pick }) =>
    pick === 'policy' ? (teamId?.toLowerCase() ?? []) : [],
  );
}

/** The policies of the organization, whoever asks: policies of teams out of sight count, too. */
function policiesOf(ctx: Ctx, filter: StoredFilter<PolicyWire, object>) {
  return listResources(systemContext(ctx, ctx.organizationId), policyKind, filter);
}

/** The default policies of these teams, or of all, by the ids of the teams. */
export async function defaultPolicies(
  ctx: Ctx,
  teamIds: readonly string[] | undefined,
): Promise<Map<string, EscalationPolicy>> {
  const wanted = teamIds ? { $in: [...teamIds] } : { $exists: true };
  const { items } = await policiesOf(ctx, { 'lookup.defaultOf': wanted });
  return new Map(items.flatMap((policy) => (policy.teamId ? [[policy.teamId, policy]] : [])));
}
