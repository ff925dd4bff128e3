import type { LastResort, TeamPlanState } from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { nameOf, unreached } from './team-plan.ts';
import { type Look, tellPeople } from './tell-people.ts';

/** How soon it is looked whether those who are told instead were reached. */
const firstLookMilliseconds = 15_000;

/** No answer says that a message to people on call arrived: one may have. */
const unanswered = new Set(['onCallFailing', 'onCallUnreached']);

/** Never silent: administrators are told, and the incident says so. Once per plan. */
export function sayUnreached(
  look: Look,
  plan: TeamPlanState,
  why: readonly Sentence[],
): TeamPlanState {
  if (plan.saidUnreached) return plan;
  const { instead, lastResort } = tellInstead(look, plan);
  const isKnown = why.every(({ code }) => !unanswered.has(code));
  const values = { team: look.team.displayName, why, instead };
  remark(look, plan, '', say(isKnown ? 'nobodyWasTold' : 'nobodyKnownTold', values));
  return unreached(plan, lastResort);
}

/** Says what became of telling others, once it is known. */
export function followLastResort(look: Look, plan: TeamPlanState): TeamPlanState {
  if (!plan.lastResort) return plan;
  const { draft, scene, team } = look;
  const { state, incident, now } = draft;
  const { step, userIds, since } = plan.lastResort;
  const reached = scene.reached(incident._id, step);
  if (reached.length > 0) {
    const names = reached.map(scene.person);
    remark(look, plan, 'told', say('toldInstead', { team: team.displayName, names }));
    return unreached(plan, null);
  }
  if (state.unreached.includes(step)) {
    state.unreached = state.unreached.filter((one) => one !== step);
    const names = userIds.map(scene.person);
    const { instead, lastResort } = tellInstead(look, plan);
    remark(look, plan, step, say('toldInsteadInVain', { names, instead }));
    return unreached(plan, lastResort);
  }
  if (state.failing.some((one) => one.step === step)) {
    state.failing = state.failing.filter((one) => one.step !== step);
    const { instead, lastResort } = tellInstead(look, plan);
    if (lastResort) {
      const names = userIds.map(scene.person);
      remark(look, plan, step, say('toldInsteadInVain', { names, instead }));
      return unreached(plan, lastResort);
    }
  }
  // Tried again for a while: looked at ever more seldom.
  const waited = now.getTime() - since.getTime();
  draft.dueAt(now.getTime() + Math.max(firstLookMilliseconds, waited / 2));
  return plan;
}

/**
 * Tells the administrators of the team, and once these cannot be told those of the organization with its Owners. Says
 * what is being done: what became of it is not known yet.
 */
function tellInstead(
  look: Look,
  plan: TeamPlanState,
): { instead: Sentence; lastResort: LastResort | null } {
  const { draft, scene, team } = look;
  const owners = scene.lastResort(draft.incident.organizationId);
  const tried = [...(plan.lastResort?.userIds ?? [])];
  for (const [index, people] of [team.administrators, owners].entries()) {
    const userIds = people.filter((userId) => !tried.includes(userId));
    const step = `unreached ${plan.startedAt.getTime()} ${nameOf(plan)}${index === 0 ? '' : ' owners'}`;
    if (userIds.length === 0 || step === plan.lastResort?.step) continue;
    const { deliveries, reached } = tellPeople(look, plan, userIds, {
      key: step,
      at: plan.startedAt,
      because: say('nobodyReachedIn', { team: team.displayName }),
      intent: 'Escalated',
      isLastResort: true,
    });
    draft.deliveries.push(...deliveries);
    tried.push(...userIds);
    if (reached.length === 0) continue;
    draft.dueAt(draft.now.getTime() + firstLookMilliseconds);
    return {
      instead: say('beingToldInstead', { names: userIds.map(scene.person) }),
      lastResort: { step, userIds: tried, since: draft.now },
    };
  }
  return {
    instead: say('nobodyToTellInstead'),
    lastResort: null,
  };
}

/** Adds to the history what became of telling people, for those who work on the incident. */
export function remark({ draft }: Look, plan: TeamPlanState, key: string, message: Sentence): void {
  draft.addEvent(`unreached ${nameOf(plan)} ${key}`, plan.startedAt, {
    intent: 'Commented',
    message,
    messageIsPublic: false,
  });
}
