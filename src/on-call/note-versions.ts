import { lastSequence } from '../audit/index.ts';
import { organizationPlans, suspensions, userKind } from '../identity/index.ts';
import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import { changeCount, listResources, resourceIds, withIds } from '../resources/index.ts';
import { insertMissing } from '../store/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { type DutyChanges, dutyChangesSince } from './duty-changes.ts';
import { stepsOfTeams } from './duty-plans.ts';
import { escalationsKind } from './escalations.ts';
import { defaultPolicies, policyKind } from './policy-kind.ts';
import { scheduleFacts } from './schedule-facts.ts';
import { scheduleKind } from './schedule-kind.ts';
import {
  nextScheduleVersion,
  scheduleVersionHeads,
  scheduleVersionsOf,
} from './schedule-versions.ts';
import { teamPlans } from './team-plans.ts';
import { nextVersion, versionHeads, versionsOf } from './versions.ts';

/**
 * Notes new versions of the settings of teams and schedules. Each process looks when it has itself changed something
 * that they are made of, at what has changed since, and at all of them when it starts; one of them looks at all now and
 * then whatever happened, for what a process that broke has left. So a change that is stored gets its version however
 * often processes end between the two.
 */
export function versionTasks(world: World): Task[] {
  let seen: number | null = null;
  let since: Date | null = null;
  let isSettling = false;
  /** How far the audit log of each organization was read. */
  const sequences = new Map<string, number>();
  return [
    {
      name: 'on-call-versions',
      everySeconds: 5,
      everywhere: true,
      async run(stopping) {
        const changes = changesOf(world);
        // The log tells of a change a moment after it was counted, so one looks once more.
        const isNews = changes !== seen;
        if (!isNews && !isSettling) return;
        const startedAt = world.clock.now();
        // A clock that was set back says nothing of what was read since.
        const lookedAt = since !== null && startedAt >= since ? since : null;
        for await (const { id } of organizationPlans(world)) {
          if (stopping.aborted) return;
          const ctx = systemContext(world, id);
          const known = sequences.get(id);
          const changed =
            known === undefined || !lookedAt ? null : await dutyChangesSince(ctx, known, lookedAt);
          const sequence = changed?.sequence ?? (await lastSequence(ctx, id));
          if (changed && !changed.isUnclear) await noteChanged(ctx, changed, since, stopping);
          else await noteAll(ctx, since, stopping);
          if (!stopping.aborted) sequences.set(id, sequence);
        }
        if (stopping.aborted) return;
        seen = changes;
        since = startedAt;
        isSettling = isNews;
      },
    },
    {
      name: 'on-call-versions-of-all',
      everySeconds: 600,
      async run(stopping) {
        for await (const { id } of organizationPlans(world))
          await noteAll(systemContext(world, id), null, stopping);
      },
    },
  ];
}

function changesOf(world: World): number {
  const ofTeams = [teamKind, teamMembershipKind, escalationsKind, policyKind];
  const kinds = [...ofTeams, scheduleKind, userKind, personCalendarKind];
  return changeCount(world, suspensions, ...kinds.map(({ entityType }) => entityType));
}

const portionSize = 25;

/** Appends a version for each whose settings differ from its last one. Harmless when several do it. */
async function noteAll(ctx: Ctx, since: Date | null, stopping: AbortSignal): Promise<void> {
  const teamIds = await resourceIds(ctx, teamKind);
  const scheduleIds = await resourceIds(ctx, scheduleKind);
  await noteSome(ctx, { teamIds, scheduleIds }, since, stopping);
}

/** The same for those that a change may concern: policies name the people of other teams, too. */
async function noteChanged(
  ctx: Ctx,
  { teamIds, scheduleIds }: DutyChanges,
  since: Date | null,
  stopping: AbortSignal,
): Promise<void> {
  const following = teamIds.size > 0 ? [...(await defaultPolicies(ctx, undefined)).keys()] : [];
  const all = { teamIds: [...new Set([...teamIds, ...following])], scheduleIds: [...scheduleIds] };
  await noteSome(ctx, all, since, stopping);
}

async function noteSome(
  ctx: Ctx,
  { teamIds, scheduleIds }: { teamIds: readonly string[]; scheduleIds: readonly string[] },
  since: Date | null,
  stopping: AbortSignal,
): Promise<void> {
  await inPortions(ctx, teamIds, (ids) => noteTeams(ctx, ids, since), stopping);
  await inPortions(ctx, scheduleIds, (ids) => noteSchedules(ctx, ids, since), stopping);
}

async function inPortions(
  world: World,
  ids: readonly string[],
  note: (ids: readonly string[]) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  for (let first = 0; first < ids.length && !stopping.aborted; first += portionSize) {
    const begun = performance.now();
    await note(ids.slice(first, first + portionSize));
    if (first + portionSize < ids.length) await makeWay(world, 'upkeep', performance.now() - begun);
  }
}

async function noteTeams(ctx: Ctx, teamIds: readonly string[], since: Date | null): Promise<void> {
  const heads = await versionHeads(ctx, teamIds);
  const now = ctx.clock.now();
  const planned = await teamPlans(ctx, teamIds, now);
  const steps = await stepsOfTeams(ctx, planned, now);
  const versions = planned.map((one) => {
    const own = steps.get(one.team.id);
    // Who is on duty in its schedules, their own versions tell.
    const policy = own && { steps: own, rotas: new Map() };
    const team = policy ? { ...one, plan: { ...one.plan, policy } } : one;
    return nextVersion(team, heads.get(team.team.id)?.at(-1), now, since);
  });
  // Another process may have noted some of them.
  await insertMissing(
    versionsOf(ctx),
    versions.filter((one) => one !== null),
  );
}

async function noteSchedules(ctx: Ctx, ids: readonly string[], since: Date | null): Promise<void> {
  const { items } = await listResources(ctx, scheduleKind, withIds(ids));
  if (items.length === 0) return;
  const heads = await scheduleVersionHeads(
    ctx,
    items.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  const facts = await scheduleFacts(ctx, items, now);
  const versions = facts.map((one) =>
    nextScheduleVersion(one, heads.get(one.schedule.id)?.at(-1), now, since),
  );
  await insertMissing(
    scheduleVersionsOf(ctx),
    versions.filter((one) => one !== null),
  );
}
