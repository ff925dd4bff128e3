import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Asked, type Scene, type SceneFacts, sceneOf } from '../alerting/index.ts';
import { type Interval, timesByAnswers } from '../calendar/index.ts';
import { type IncidentDocument, severities } from '../incidents/index.ts';
import type { Recipient } from '../notifications/index.ts';
import type { PolicyPlan, PolicyStep } from '../on-call/index.ts';
import {
  courseReachOf,
  courseSourcesOf,
  type Reach,
  type SimulatedAlerting,
  simulateAlerting,
} from '../stage/index.ts';
import type { Period } from './team-coverage.ts';

/** Times in which all incidents of a team that open then go the same way. */
export interface PlayedTimes {
  times: readonly Interval[];
  /** The instant of them at which one was played. */
  at: number;
  /** A Critical one, by all that is set. */
  critical: SimulatedAlerting;
  /** As if the conditions of all steps held, and everybody were told who may be chosen. */
  anyhow: SimulatedAlerting;
  /** The world of `anyhow` at that instant. */
  scene: Scene;
}

export interface PlayedTeam {
  played: PlayedTimes[];
  /** By then all steps that follow each other are due: whoever is told later was not there. */
  withinMilliseconds: number;
}

const minute = 60_000;

/**
 * Plays the incidents of a team that open in a period, if nobody does anything: one incident on the stage for all
 * instants at which everything answers alike. Everybody on call counts as reachable. `drafted` stands for the
 * incidents: it is Critical.
 */
export async function playPolicies(
  facts: SceneFacts,
  drafted: IncidentDocument,
  { from, until }: Period,
): Promise<PlayedTeam> {
  const { organizationId, teamIds } = drafted;
  // How people are told is looked at person by person.
  const setup = { organizationId, facts: { ...facts, people: new Map() } };
  const reach = courseReachOf(setup, { teamIds, policyIds: [] });
  const { steps, all } = minutesOf(reach);
  const sceneFor = scenesOf(facts);
  const isPlain =
    reach.policies.every(({ plan }) => plan.steps.every(isForEverybody)) && !isShared(reach);
  const anyhowFor = isPlain ? sceneFor : anyhow(facts);
  const played: PlayedTimes[] = [];
  for (const times of timesByAnswers(courseSourcesOf(setup, reach), from, until)) {
    const at = startOfLongest(times);
    const incident = openedAt(drafted, at);
    const options = { at: new Date(at), days: all / (24 * 60), urgency: 'High' } as const;
    const critical = simulateAlerting(sceneFor, incident, options);
    played.push({
      ...{ times, at, critical },
      anyhow: isPlain ? critical : simulateAlerting(anyhowFor, incident, options),
      scene: anyhowFor(options.at, { reached: () => [], turn: () => 0 }),
    });
    await turnOfOthers();
  }
  return { played, withinMilliseconds: steps * minute };
}

/** Near the end of a time what is told later already belongs to the next one. */
function startOfLongest(times: readonly Interval[]): number {
  const [first = { start: 0, end: 0 }, ...more] = times;
  return more.reduce(
    (longest, one) => (one.end - one.start > longest.end - longest.start ? one : longest),
    first,
  ).start;
}

/** Until all steps are due that follow each other, and until everything was due that follows at all. */
function minutesOf({ policies, teams }: Reach): { steps: number; all: number } {
  const ofPolicies = policies.flatMap(({ plan }) => plan.steps);
  const waits = [
    ...ofPolicies.map(({ afterMinutes }) => afterMinutes),
    ...teams.flatMap(({ escalationPlan }) =>
      escalationPlan.steps.map(({ next }) => next?.afterMinutes ?? 0),
    ),
  ];
  const again = [
    ...policies.map(({ plan }) => plan.rounds),
    ...ofPolicies.map((one) => one.repeats),
  ];
  const steps = waits.reduce((sum, wait) => sum + wait, 1);
  return {
    steps,
    all: steps + Math.max(0, ...again.map(({ count, afterMinutes }) => (count ? afterMinutes : 0))),
  };
}

function openedAt(drafted: IncidentDocument, instant: number): IncidentDocument {
  const at = new Date(instant);
  return {
    ...drafted,
    ...{ createdAt: at, lastUpdatedAt: at, lastInteractionAt: at },
    events: drafted.events.map((event) => ({ ...event, at })),
  };
}

/** As alerting sees it, with people who can all be reached. */
function scenesOf(facts: SceneFacts): (now: Date, asked: Asked) => Scene {
  const known = new Map<string, Recipient | undefined>();
  return (now, asked) => {
    const scene = sceneOf(facts, {
      ...{ now, channels: { missing: () => null }, inShadow: new Map() },
      ...{ leaders: new Map(), open: new Map(), surroundings: () => undefined },
      ...asked,
    });
    return {
      ...scene,
      recipient(userId) {
        if (!known.has(userId)) known.set(userId, reachable(scene.recipient(userId)));
        return known.get(userId);
      },
    };
  };
}

/** One message says as much as several. */
const byMail: Recipient['settings'] = {
  ...{ shouldSendEmail: true, delayInMinEmail: 0, severitiesEmail: [...severities] },
  ...{ shouldSendSMS: false, delayInMinSMS: 0, severitiesSMS: [] },
  ...{ shouldSendPush: false, delayInMinPush: 0, severitiesPush: [] },
  ...{ shouldCallVoice: false, delayInMinVoice: 0, severitiesVoice: [] },
};

function reachable(person: Recipient | undefined): Recipient | undefined {
  if (!person) return undefined;
  const { userId, isSuspended } = person;
  const email = `${userId}@example.com`;
  return { userId, isSuspended, email, phone: null, devices: [], settings: byMail, rules: null };
}

/** The same where every step is for every incident at any hour, and nobody is left out by a draw or by turns. */
function anyhow(facts: SceneFacts): ReturnType<typeof scenesOf> {
  const { policies } = facts;
  const plans = new Map<string, PolicyPlan>();
  const unconditional = scenesOf({
    ...facts,
    policies: {
      rota: (id) => policies.rota(id),
      chosen: (id) => policies.chosen(id),
      policy(id) {
        const known = policies.policy(id);
        if (!known) return known;
        const plan = plans.get(id) ?? withoutConditions(known.plan);
        plans.set(id, plan);
        return { ...known, plan };
      },
    },
  });
  return (now, asked) => {
    const scene = unconditional(now, asked);
    return {
      ...scene,
      team(id) {
        const team = scene.team(id);
        if (!team) return undefined;
        const roster = team.roster.map(({ always, roundRobins }) => ({
          always: [...always, ...roundRobins.flatMap(({ candidates }) => candidates)],
          roundRobins: [],
        }));
        return { ...team, roster };
      },
    };
  };
}

function withoutConditions(plan: PolicyPlan): PolicyPlan {
  return { ...plan, steps: plan.steps.map(stepAnyhow) };
}

/** There is nothing in it that `anyhow` would take away. */
function isForEverybody(step: PolicyStep): boolean {
  return isDeepStrictEqual(stepAnyhow(step), step);
}

function isShared({ teams }: Reach): boolean {
  return teams.some(({ plan }) =>
    plan.tiers.some((schedules) => schedules.some(({ settings }) => settings.roundRobinSettings)),
  );
}

function stepAnyhow(step: PolicyStep): PolicyStep {
  return {
    ...step,
    ...{ severities: null, urgencies: null, windows: null, afterPayloads: null, share: null },
    resolves: false,
    targets: step.targets.map((target) =>
      target.kind === 'team' && target.pick === 'oneAtRandom'
        ? { ...target, pick: 'members' }
        : target,
    ),
  };
}
