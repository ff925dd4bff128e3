import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import type { Leave } from '../person-calendars/index.ts';
import type { LayerSettings, OnLeave } from '../rota/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { layersOf, peopleOf, type ScheduleFacts } from './schedule-facts.ts';
import { beganAt, printOf, type VersionHead } from './versions.ts';

/**
 * The settings that decided who was on call by a schedule; overrides and days by hand aside, which are kept by
 * themselves.
 */
export interface ScheduleContent {
  timeZoneId: string;
  layers: LayerSettings[];
  /** Who was suspended or gone, of those whom the layers name; sorted. */
  away: string[];
  /** Left out where holidays are days like any other. */
  holidays?: string[];
  /** Left out where leave changes nobody's duty. */
  onLeave?: OnLeave;
  /** The leave of people whom the layers name, as far as it was not over. */
  leaves?: Leave[];
}

/** The settings of a schedule from `validFrom` until the next version's. Never changed. */
export interface ScheduleVersion extends ScheduleContent {
  /** Schedule and number, so that two who note the same change note it once. */
  _id: string;
  organizationId: string;
  scheduleId: string;
  number: number;
  validFrom: Date;
  /** Hash of the content. */
  print: string;
}

const schema = schemaOf<ScheduleVersion>({
  _id: String,
  organizationId: String,
  scheduleId: String,
  number: Number,
  validFrom: Date,
  print: String,
  timeZoneId: String,
  layers: Schema.Types.Mixed,
  away: [String],
  holidays: Schema.Types.Mixed,
  onLeave: String,
  leaves: Schema.Types.Mixed,
});
// Finds versions of schedules in an interval, and of a schedule that is gone.
schema.index({ scheduleId: 1, number: 1 });
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const scheduleVersionModel = defineModel<ScheduleVersion>(
  'on_call_schedule_versions',
  schema,
);

export function scheduleVersionsOf(world: Pick<World, 'store'>): Collection<ScheduleVersion> {
  return driverCollection(scheduleVersionModel(world.store));
}

/** The versions of schedules that begin before an instant, or all, without their content; in order, by schedule. */
export async function scheduleVersionHeads(
  world: Pick<World, 'store'>,
  scheduleIds: readonly string[],
  before?: Date,
): Promise<Map<string, VersionHead[]>> {
  const found = await scheduleVersionsOf(world)
    .find({ scheduleId: { $in: [...scheduleIds] }, ...(before && { validFrom: { $lt: before } }) })
    .project<VersionHead & { scheduleId: string }>({
      scheduleId: 1,
      number: 1,
      validFrom: 1,
      print: 1,
    })
    .sort({ scheduleId: 1, number: 1 })
    .toArray();
  return Map.groupBy(found, ({ scheduleId }) => scheduleId);
}

/** Names of layers decide nothing. */
export function scheduleContentOf(facts: ScheduleFacts): ScheduleContent {
  const { away, holidays, leaves } = facts;
  const { wire } = facts.schedule;
  const onLeave = wire.onLeave ?? 'warn';
  const named = new Set(peopleOf(wire));
  return {
    timeZoneId: wire.timeZoneId,
    layers: layersOf(wire).map(({ displayName: _, ...layer }) => layer),
    away: [...away].filter((userId) => named.has(userId)).sort(),
    ...(holidays.length > 0 && { holidays: [...holidays] }),
    ...(onLeave !== 'warn' && {
      onLeave,
      leaves: leaves
        .filter(({ userId }) => named.has(userId))
        .map(({ userId, start, end }) => ({ userId, start, end }))
        .sort((one, other) => one.start - other.start || one.userId.localeCompare(other.userId)),
    }),
  };
}

/** The version to append for a schedule as it is now, or null when the last one still tells it. */
export function nextScheduleVersion(
  facts: ScheduleFacts & { schedule: { organizationId: string; updatedAt: Date } },
  last: VersionHead | undefined,
  now: Date,
  since: Date | null,
): ScheduleVersion | null {
  const content = scheduleContentOf(facts);
  const print = printOf(content);
  if (last?.print === print) return null;
  const { id, organizationId } = facts.schedule;
  const number = (last?.number ?? 0) + 1;
  return {
    _id: `${id} ${number}`,
    organizationId,
    scheduleId: id,
    number,
    validFrom: beganAt([facts.schedule], last, now, since),
    print,
    ...content,
  };
}
