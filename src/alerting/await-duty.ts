import { lookAtAwaitingDuty, type TeamPlanState } from '../incidents/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { SceneCache } from './scene-cache.ts';
import { type Retry, retriedAt } from './team-plan.ts';
import type { Look } from './tell-people.ts';

/** How often it is tried again to reach people who are on call and have no working channel. */
const retryMilliseconds = 15 * 60_000;

/**
 * When it is tried again to tell somebody: as the next duty begins, and where that is not known, or people who are on
 * call cannot be reached, in a quarter of an hour.
 */
export function retryOf(look: Look, { hasObstacles }: { hasObstacles: boolean }): Retry {
  const now = look.draft.now.getTime();
  const next = hasObstacles ? null : nextDutyAt(look);
  // Somebody may be on call now by a step of a policy that is not for the incident.
  const at = next === null || next <= now ? now + retryMilliseconds : Math.max(next, now + 1000);
  return { at: new Date(at), awaitsDuty: !hasObstacles };
}

/**
 * Nobody was on call, and somebody is sooner than was known then: an absence was taken back, an override entered. Null:
 * nothing is sooner.
 */
export function broughtForward(look: Look, plan: TeamPlanState): TeamPlanState | null {
  const { awaitsDuty, retryAt } = plan;
  const now = look.draft.now.getTime();
  if (!awaitsDuty || !retryAt || retryAt.getTime() <= now) return null;
  const next = isSomebodyOnDuty(look) ? now : nextDutyAt(look);
  if (next === null || next >= retryAt.getTime()) return null;
  const at = Math.max(next, now);
  // The next look takes the step: its instant is part of the ids of messages, and has to be stored before them.
  look.draft.dueAt(at);
  return retriedAt(plan, { at: new Date(at), awaitsDuty });
}

function nextDutyAt({ team, policy }: Look): number | null {
  return (policy ?? team).nextDutyAt();
}

function isSomebodyOnDuty({ team, policy }: Look): boolean {
  if (policy)
    return policy.plan.steps.some((_, index) =>
      policy.roster(index + 1, () => 0).groups.some((users) => users.length > 0),
    );
  return team.roster.some(
    ({ always, roundRobins }) =>
      always.length > 0 || roundRobins.some(({ candidates }) => candidates.length > 0),
  );
}

/** After a change it is looked once more: decisions under way, and other processes, may know nothing of it yet. */
const onceMoreMilliseconds = 4_000;
/** More than a look takes: settings that change all the time leave others their turn. */
const restMillisecondsEach = 5;

/**
 * Looks again at incidents of which nobody was told because nobody is on call, once something changes who is. Beside
 * very many of them it rests.
 */
export function dutyChangeTask(world: World, cache: SceneCache): Task {
  let seen: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let restMilliseconds = 0;
  let isLookedAtOnceMore = false;
  return {
    name: 'alerting-duty-changes',
    everySeconds: 1,
    everywhere: true,
    async run(stopping) {
      const changes = cache.changesOfDuty();
      const now = world.clock.elapsed();
      const since = Math.abs(now - lookedAt);
      const isNews = changes !== seen;
      const isDue = isNews || (isLookedAtOnceMore && since >= onceMoreMilliseconds);
      if (!isDue || since < restMilliseconds) return;
      const found = await lookAtAwaitingDuty(world, stopping);
      seen = changes;
      lookedAt = now;
      restMilliseconds = found * restMillisecondsEach;
      isLookedAtOnceMore = isNews;
    },
  };
}
