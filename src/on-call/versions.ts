import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import { canonicalJson, type World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import type { TeamPlan } from './duty.ts';
import type { Schedule } from './escalations.ts';
import type { PlannedSchedule } from './shifts.ts';
import type { StepPeople } from './step-duty.ts';
import type { PlannedTeam } from './team-plans.ts';

/** The settings that decided who was on call in a team, overrides aside. */
export interface PlanContent {
  timeZoneId: string;
  tiers: PlannedSchedule[][];
  /** Users, sorted. */
  members: string[];
  /** The steps of the policy that it followed instead of tiers; absent: none. */
  steps?: StepPeople[];
}

/** The settings of a team from `validFrom` until the next version's. Never changed. */
export interface PlanVersion extends PlanContent {
  /** Team and number, so that two who note the same change note it once. */
  _id: string;
  organizationId: string;
  teamId: string;
  number: number;
  validFrom: Date;
  /** Hash of the content. */
  print: string;
}

export type VersionHead = Pick<PlanVersion, '_id' | 'number' | 'validFrom' | 'print'>;

const schema = schemaOf<PlanVersion>({
  _id: String,
  organizationId: String,
  teamId: String,
  number: Number,
  validFrom: Date,
  print: String,
  timeZoneId: String,
  tiers: Schema.Types.Mixed,
  members: [String],
  steps: Schema.Types.Mixed,
});
// Finds versions of teams in an interval, and of a team that is gone.
schema.index({ teamId: 1, number: 1 });
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const planVersionModel = defineModel<PlanVersion>('on_call_versions', schema);

export function versionsOf(world: Pick<World, 'store'>): Collection<PlanVersion> {
  return driverCollection(planVersionModel(world.store));
}

/** The versions of teams that begin before an instant, or all, without their content; in order, by team. */
export async function versionHeads(
  world: Pick<World, 'store'>,
  teamIds: readonly string[],
  before?: Date,
): Promise<Map<string, VersionHead[]>> {
  const found = await versionsOf(world)
    .find({ teamId: { $in: [...teamIds] }, ...(before && { validFrom: { $lt: before } }) })
    .project<VersionHead & { teamId: string }>({ teamId: 1, number: 1, validFrom: 1, print: 1 })
    .sort({ teamId: 1, number: 1 })
    .toArray();
  return Map.groupBy(found, ({ teamId }) => teamId);
}

/** The part of a plan that a version keeps: nothing that does not decide who is on call. */
export function contentOf({ timeZoneId, tiers, members, policy }: TeamPlan): PlanContent {
  return {
    timeZoneId,
    tiers: tiers.map((schedules) =>
      schedules.map(({ settings, anchor, rotations }) => ({
        settings: decisive(settings),
        anchor,
        rotations,
      })),
    ),
    members: [...members].sort(),
    ...(policy ? { steps: [...policy.steps] } : {}),
  };
}

function decisive({ scheduleSettings, rotationSettings }: Schedule): Schedule {
  return {
    rotations: [],
    scheduleSettings: scheduleSettings ?? null,
    rotationSettings: rotationSettings ?? null,
  };
}

export function printOf(content: object): string {
  return createHash('sha256').update(canonicalJson(content)).digest('base64url');
}

/**
 * The version to append for a team as it is now, or null when the last one still tells it. `since` is when the team was
 * looked at before. The first version waits for the first tier or step: before it the present settings tell the past.
 */
export function nextVersion(
  { team, plan, memberships, escalations, defaultPolicy }: PlannedTeam,
  last: VersionHead | undefined,
  now: Date,
  since: Date | null,
): PlanVersion | null {
  if (!last && plan.tiers.length === 0 && !plan.policy) return null;
  const content = contentOf(plan);
  const print = printOf(content);
  if (last?.print === print) return null;
  const settings = [escalations, defaultPolicy].filter((one) => one !== undefined);
  const writes = [team, ...memberships, ...settings];
  const number = (last?.number ?? 0) + 1;
  return {
    _id: `${team.id} ${number}`,
    organizationId: team.organizationId,
    teamId: team.id,
    number,
    validFrom: beganAt(writes, last, now, since),
    print,
    ...content,
  };
}

/**
 * When a change began: with the latest write of what the settings are made of. A removal leaves no such write, so it
 * began when it was noted. `since` is when one looked before.
 */
export function beganAt(
  writes: readonly { updatedAt: Date }[],
  last: VersionHead | undefined,
  now: Date,
  since: Date | null,
): Date {
  const changedAt = Math.max(...writes.map(({ updatedAt }) => updatedAt.getTime()));
  const notBefore = Math.max(since?.getTime() ?? 0, (last?.validFrom.getTime() ?? 0) + 1);
  const isNoted = changedAt >= notBefore && changedAt <= now.getTime();
  return isNoted ? new Date(changedAt) : now;
}
