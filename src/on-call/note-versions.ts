import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { suspensions, userKind } from '../identity/index.ts';
import { type Clock, systemContext, type Task, type World } from '../kernel/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import { changeCount, listResources } from '../resources/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { teamKind, teamMembershipKind, teamPages } from '../teams/index.ts';
import { stepsOfTeams } from './duty-plans.ts';
import { escalationsKind } from './escalations.ts';
import { policyKind } from './policy-kind.ts';
import { scheduleFacts } from './schedule-facts.ts';
import { scheduleKind } from './schedule-kind.ts';
import { nextScheduleVersion, scheduleVersionsOf } from './schedule-versions.ts';
import { teamPlans } from './team-plans.ts';
import { nextVersion, type VersionHead, versionsOf } from './versions.ts';

/**
 * Notes new versions of the settings of teams and schedules. Each process looks when it has itself changed something
 * that they are made of, and once when it starts; one of them looks now and then whatever happened, for what a process
 * that broke has left. So a change that is stored gets its version however often processes end between the two.
 */
export function versionTasks(world: World): Task[] {
  let seen: number | null = null;
  let since: Date | null = null;
  return [
    {
      name: 'on-call-versions',
      everySeconds: 5,
      everywhere: true,
      async run(stopping) {
        const changes = changesOf(world);
        const startedAt = world.clock.now();
        if (changes !== seen) await noteVersions(world, since, stopping);
        if (stopping.aborted) return;
        seen = changes;
        since = startedAt;
      },
    },
    {
      name: 'on-call-versions-of-all',
      everySeconds: 600,
      run: (stopping) => noteVersions(world, null, stopping),
    },
  ];
}

function changesOf(world: World): number {
  const ofTeams = [teamKind, teamMembershipKind, escalationsKind, policyKind];
  const kinds = [...ofTeams, scheduleKind, userKind, personCalendarKind];
  return changeCount(world, suspensions, ...kinds.map(({ entityType }) => entityType));
}

/** Appends a version for every team whose settings differ from its last one. Harmless when several do it. */
async function noteVersions(
  world: World,
  since: Date | null,
  stopping: AbortSignal,
): Promise<void> {
  for await (const { organizationId, teamIds } of teamPages(world, stopping)) {
    await noteTeams(world, organizationId, teamIds, since);
    await noteSchedules(world, organizationId, teamIds, since);
  }
}

async function noteTeams(
  world: World & { clock: Clock },
  organizationId: string,
  teamIds: readonly string[],
  since: Date | null,
): Promise<void> {
  const ctx = systemContext(world, organizationId);
  const heads = await headsOf(world, teamIds);
  const now = world.clock.now();
  const planned = await teamPlans(ctx, teamIds, now);
  const steps = await stepsOfTeams(ctx, planned, now);
  for (const one of planned) {
    const own = steps.get(one.team.id);
    // Who is on duty in its schedules, their own versions tell.
    const policy = own && { steps: own, rotas: new Map() };
    const team = policy ? { ...one, plan: { ...one.plan, policy } } : one;
    const version = nextVersion(team, heads.get(team.team.id), now, since);
    if (version) await insertOnce(versionsOf(world), version);
  }
}

/** The same for the schedules that teams own. */
async function noteSchedules(
  world: World & { clock: Clock },
  organizationId: string,
  teamIds: readonly string[],
  since: Date | null,
): Promise<void> {
  const ctx = systemContext(world, organizationId);
  const filter = { teamId: { $in: [...teamIds] } };
  const { items } = await listResources(ctx, scheduleKind, filter);
  if (items.length === 0) return;
  const found = await scheduleVersionsOf(world)
    .find({ scheduleId: { $in: items.map(({ id }) => id) } })
    .project<VersionHead & { scheduleId: string }>({
      scheduleId: 1,
      number: 1,
      validFrom: 1,
      print: 1,
    })
    .sort({ scheduleId: 1, number: 1 })
    .toArray();
  const heads = new Map(found.map((head) => [head.scheduleId, head]));
  const now = world.clock.now();
  for (const facts of await scheduleFacts(ctx, items, now)) {
    const version = nextScheduleVersion(facts, heads.get(facts.schedule.id), now, since);
    if (version) await insertOnce(scheduleVersionsOf(world), version);
  }
}

/** Another process may have noted it. */
async function insertOnce<Version extends { _id: string }>(
  collection: Collection<Version>,
  version: Version,
): Promise<void> {
  try {
    await collection.insertOne(version as OptionalUnlessRequiredId<Version>);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** The last versions, by team. */
async function headsOf(
  world: World,
  teamIds: readonly string[],
): Promise<Map<string, VersionHead>> {
  const found = await versionsOf(world)
    .find({ teamId: { $in: [...teamIds] } })
    .project<VersionHead & { teamId: string }>({ teamId: 1, number: 1, validFrom: 1, print: 1 })
    .sort({ teamId: 1, number: 1 })
    .toArray();
  return new Map(found.map((head) => [head.teamId, head]));
}
