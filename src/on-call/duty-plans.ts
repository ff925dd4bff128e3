import { suspendedAmong, userKind } from '../identity/index.ts';
import { asSystem, type Ctx } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import type { EscalationPolicy } from './policy-kind.ts';
import { type PolicyTarget, planOfPolicy } from './policy-plan.ts';
import { scheduleRotas } from './schedule-rotas.ts';
import type { PolicyDuty, StepPeople } from './step-duty.ts';
import { administratorsOf, type PlannedTeam, teamPlans } from './team-plans.ts';

/**
 * The teams in sight with who is on call in them, as everybody but alerting asks: by the steps of the policy that a
 * team follows, else by its tiers.
 */
export async function dutyPlans(
  ctx: Ctx,
  teamIds: readonly string[] | undefined,
  from: Date,
): Promise<PlannedTeam[]> {
  const planned = await teamPlans(ctx, teamIds, from);
  const steps = await stepsOfTeams(ctx, planned, from);
  const rotas = await rotasFor(ctx, [...steps.values()].flat(), from);
  return planned.map((one) => {
    const own = steps.get(one.team.id);
    return own ? { ...one, plan: { ...one.plan, policy: { steps: own, rotas } } } : one;
  });
}

/** A team with who is on call by a policy, whatever it follows itself. */
export async function followingOther(
  ctx: Ctx,
  planned: PlannedTeam,
  policy: EscalationPolicy,
  from: Date,
): Promise<PlannedTeam> {
  const [steps = []] = await stepsOfPolicies(ctx, [policy], [planned], from);
  const rotas = await rotasFor(ctx, steps, from);
  return { ...planned, plan: { ...planned.plan, policy: { steps, rotas } } };
}

/** The people of the steps that teams follow by default, by team; those with tiers only are left out. */
export async function stepsOfTeams(
  ctx: Ctx,
  planned: readonly PlannedTeam[],
  from: Date,
): Promise<Map<string, StepPeople[]>> {
  const followed = planned.flatMap(({ defaultPolicy }) => defaultPolicy ?? []);
  if (followed.length === 0) return new Map();
  const steps = await stepsOfPolicies(ctx, followed, planned, from);
  return new Map(
    followed.flatMap(({ teamId }, index) => (teamId ? [[teamId, steps[index] ?? []]] : [])),
  );
}

async function stepsOfPolicies(
  ctx: Ctx,
  policies: readonly EscalationPolicy[],
  known: readonly PlannedTeam[],
  from: Date,
): Promise<StepPeople[][]> {
  const plans = policies.map(({ wire }) => planOfPolicy(wire));
  const targets = plans.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  const teams = new Map(known.map((one) => [one.team.id, one]));
  const missing = targets.flatMap((target) =>
    target.kind === 'team' && !teams.has(target.teamId) ? target.teamId : [],
  );
  if (missing.length > 0)
    for (const one of await teamPlans(asSystem(ctx, reading), missing, from))
      teams.set(one.team.id, one);
  const present = await presentAmong(
    ctx,
    targets.flatMap((target) => (target.kind === 'user' ? target.userId : [])),
  );
  const peopleOf = (target: PolicyTarget): readonly string[] => {
    if (target.kind === 'user') return present.has(target.userId) ? [target.userId] : [];
    const team = target.kind === 'team' ? teams.get(target.teamId) : undefined;
    if (target.kind !== 'team' || !team) return [];
    // A step that draws one of a team's members may draw anybody.
    return target.pick === 'administrators'
      ? administratorsOf(team)
      : [...team.plan.members].sort();
  };
  return plans.map(({ steps }) =>
    steps.map((step) => ({
      userIds: [...new Set(step.targets.flatMap(peopleOf))],
      schedules: step.targets.flatMap((target) =>
        target.kind === 'schedule' ? [{ scheduleId: target.scheduleId, pick: target.pick }] : [],
      ),
      passes: step.ifNobody === 'nextAtOnce' && step.targets.some(isOfPeople),
    })),
  );
}

function isOfPeople({ kind }: PolicyTarget): boolean {
  return kind === 'user' || kind === 'schedule' || kind === 'team';
}

/** Everybody sees policies, and with them who is on call by them. */
const reading = 'read the teams that a policy names';

/** The users among these who still exist and are not suspended. */
async function presentAmong(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const [suspended, { items }] = await Promise.all([
    suspendedAmong(ctx, wanted),
    listResources(ctx, userKind, withIds(wanted)),
  ]);
  return new Set(items.flatMap(({ id }) => (suspended.has(id) ? [] : id)));
}

/** As they are now, for all times. */
async function rotasFor(
  ctx: Ctx,
  steps: readonly StepPeople[],
  from: Date,
): Promise<PolicyDuty['rotas']> {
  const ids = steps.flatMap(({ schedules }) => schedules.map(({ scheduleId }) => scheduleId));
  // People who were on call before may be targets, too.
  const since = new Date(from.getTime() - pastMilliseconds);
  const rotas = await scheduleRotas(ctx, ctx.organizationId, ids, since);
  const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  return new Map([...rotas].map(([id, plan]) => [id, [{ ...always, plan }]]));
}

const pastMilliseconds = 32 * 86_400_000;
