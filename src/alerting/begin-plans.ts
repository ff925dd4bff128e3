import type {
  ChosenPolicy,
  IncidentDocument,
  IncidentEvent,
  Intent,
  TeamPlanState,
} from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Draft } from './draft.ts';
import type { PolicyScene, Scene } from './scene.ts';
import { followingPolicy, newPlan, stageOf } from './team-plan.ts';

/** After these the plans of all teams of an incident begin. */
const beginning: readonly Intent[] = [
  'Created',
  'Unresolved',
  'Unsnoozed',
  'Released',
  'Unmerged',
  'Unarchived',
];

/** With what the plans of the incident began, if its history still has that. */
export function latestBeginning(incident: IncidentDocument): IncidentEvent | undefined {
  return incident.events.findLast(
    ({ intent, options }) => beginning.includes(intent) || options?.endsSilence === true,
  );
}

/** When the plans of the incident began. The same whenever it is decided. */
export function begunAt({ incident }: Pick<Draft, 'incident'>): Date {
  // Not the latest event: decided again after another one, the messages must be the same.
  return latestBeginning(incident)?.at ?? incident.createdAt;
}

/**
 * The plans of the incident's teams: those that are under way, and for each team without one what is chosen for it. A
 * plan stays with its policy once somebody is told, unless a rule that fires later chooses another one.
 */
export function plansOf(draft: Draft, scene: Scene): TeamPlanState[] {
  const { state } = draft;
  const { teamIds } = draft.incident;
  const kept: TeamPlanState[] = [];
  const wanted: Wanted[] = [];
  for (const plan of state.plans) {
    if (!teamIds.includes(plan.teamId) || isReplaced(draft, scene, plan)) continue;
    if (plan.policyId === undefined) {
      if (stageOf(plan).kind === 'untold') wanted.push({ ...plan, plan });
      else kept.push(plan);
    } else if (scene.policy(plan.policyId)) kept.push(plan);
    else {
      sayGone(draft, plan);
      for (const teamId of teamsOf(plan)) wanted.push({ teamId, startedAt: plan.startedAt });
    }
  }
  const known = new Set([...kept.flatMap(teamsOf), ...wanted.map(({ teamId }) => teamId)]);
  for (const teamId of new Set(teamIds).difference(known))
    wanted.push({ teamId, startedAt: startFor(draft, scene, teamId) });
  state.plans = kept;
  for (const one of wanted) beginChosen(draft, scene, one);
  // Nobody's incident may be about a service whose policy says who is told.
  if (teamIds.length === 0)
    for (const { policyId, because } of scene.chosenPolicies(draft.incident))
      beginPolicy(draft, scene, policyId, { at: begunAt(draft), because });
  return state.plans;
}

/** A team for which something is to begin. */
interface Wanted extends Pick<TeamPlanState, 'teamId' | 'startedAt' | 'sparesTold'> {
  /** The plan that is kept where nothing is chosen. */
  plan?: TeamPlanState;
}

/** For all these teams nothing else begins. */
function teamsOf({ teamId, alsoFor = [] }: TeamPlanState): string[] {
  return [teamId, ...alsoFor];
}

/** The policy that the last rule chose for the team, if it is still there. */
function byRule(
  { state }: Draft,
  scene: Scene,
  teamId: string,
): (ChosenPolicy & { policy: PolicyScene }) | undefined {
  for (const chosen of state.policies.toReversed()) {
    const policy = scene.policy(chosen.policyId);
    if (policy && (policy.teamId === teamId || chosen.teamIds.includes(teamId)))
      return { ...chosen, policy };
  }
  return undefined;
}

/** A rule chose another policy since it began. */
function isReplaced(draft: Draft, scene: Scene, plan: TeamPlanState): boolean {
  if (draft.state.policies.length === 0) return false;
  return teamsOf(plan).some((teamId) => {
    const chosen = byRule(draft, scene, teamId);
    return chosen && chosen.at > plan.startedAt && chosen.policyId !== plan.policyId;
  });
}

function startFor(draft: Draft, scene: Scene, teamId: string): Date {
  const start = begunAt(draft);
  const chosen = byRule(draft, scene, teamId);
  return chosen && chosen.at > start ? chosen.at : start;
}

interface Choice {
  policyId: string;
  because: Sentence;
}

/**
 * The policies that a team follows, from the first of these that is set: a rule, the integration, the services, the
 * team's default. None: its tiers. A policy of an integration or a service counts for the team that the incident came
 * to first, and for the team of the policy; teams that were added follow their own.
 */
function choicesFor(draft: Draft, scene: Scene, teamId: string): Choice[] {
  const ofRule = byRule(draft, scene, teamId);
  if (ofRule) return [ofRule];
  const [first] = draft.incident.teamIds;
  const chosen = scene
    .chosenPolicies(draft.incident)
    .filter(({ policyId }) => teamId === first || scene.policy(policyId)?.teamId === teamId);
  if (chosen.length > 0) return chosen;
  const team = scene.team(teamId);
  if (!team?.defaultPolicyId || !scene.policy(team.defaultPolicyId)) return [];
  return [
    {
      policyId: team.defaultPolicyId,
      because: say('policyIsDefault', { team: team.displayName }),
    },
  ];
}

function beginChosen(draft: Draft, scene: Scene, { plan, ...wanted }: Wanted): void {
  const { state } = draft;
  const { teamId, startedAt, sparesTold } = wanted;
  if (state.plans.some((one) => teamsOf(one).includes(teamId))) return;
  const choices = choicesFor(draft, scene, teamId);
  if (choices.length === 0) state.plans.push(plan ?? newPlan(teamId, startedAt, sparesTold));
  for (const { policyId, because } of choices) {
    const begin = { at: startedAt, because, ...(sparesTold ? { sparesTold } : {}) };
    beginPolicy(draft, scene, policyId, begin, teamId);
  }
}

interface Begin {
  at: Date;
  because: Sentence;
  sparesTold?: true;
}

/**
 * A policy begins, and its team has a part in the incident from then on. Once for an incident: whatever leads back to
 * it, it goes on as it does. `teamId` is the team for which it was chosen.
 */
export function beginPolicy(
  draft: Draft,
  scene: Scene,
  policyId: string,
  { at, because, sparesTold }: Begin,
  teamId?: string,
): void {
  const { state } = draft;
  const policy = scene.policy(policyId);
  if (!policy) return;
  const known = state.plans.find((plan) => plan.policyId === policy.id);
  const isOther = teamId !== undefined && teamId !== policy.teamId;
  if (known) {
    if (isOther && !known.alsoFor?.includes(teamId))
      state.plans[state.plans.indexOf(known)] = {
        ...known,
        alsoFor: [...(known.alsoFor ?? []), teamId],
      };
    return;
  }
  const start = { startedAt: at, ...(sparesTold ? { sparesTold } : {}) };
  const followed = { policyId: policy.id, teamId: policy.teamId, because };
  state.plans.push(followingPolicy(start, followed, isOther ? [teamId] : []));
  join(draft, scene, policy.teamId, at, because);
}

/** Begins the default policy of a team, or its tiers, unless a plan for the team is under way. */
export function beginTeam(draft: Draft, scene: Scene, teamId: string, begin: Begin): void {
  const team = scene.team(teamId);
  if (!team || draft.state.plans.some((plan) => teamsOf(plan).includes(team.id))) return;
  if (team.defaultPolicyId && scene.policy(team.defaultPolicyId))
    beginPolicy(draft, scene, team.defaultPolicyId, begin);
  else {
    draft.state.plans.push(newPlan(team.id, begin.at));
    join(draft, scene, team.id, begin.at, begin.because);
  }
}

/** The team sees the incident that it is told of. */
function join(draft: Draft, scene: Scene, teamId: string, at: Date, because: Sentence): void {
  const { incident } = draft;
  if (incident.teamIds.includes(teamId)) return;
  draft.change({ ...incident, teamIds: [...incident.teamIds, teamId] });
  draft.addEvent(`join ${teamId}`, at, {
    intent: 'Assigned',
    message: say('teamJoins', { team: scene.team(teamId)?.displayName ?? '', why: because }),
    options: { teams: { ids: [teamId], repeatAlerts: null } },
  });
}

function sayGone(draft: Draft, { policyId, startedAt }: TeamPlanState): void {
  draft.addEvent(`gone ${policyId}`, startedAt, {
    intent: 'Commented',
    message: say('policyGone'),
    messageIsPublic: false,
  });
}
