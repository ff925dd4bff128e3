import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import type { TemporarySchedule, TemporaryScheduleWire } from './temporary-schedule-kind.ts';

/** Days that were planned by hand and then no longer, or differently: what they had decided until then stays. */
export interface FormerTemporary {
  /** Object and version, so that noting it again is harmless. */
  _id: string;
  organizationId: string;
  temporaryId: string;
  version: number;
  scheduleId: string;
  wire: TemporaryScheduleWire;
  createdAt: Date;
  cancelledAt: Date;
}

const schema = schemaOf<FormerTemporary>({
  _id: String,
  organizationId: String,
  temporaryId: String,
  version: Number,
  scheduleId: String,
  wire: Schema.Types.Mixed,
  createdAt: Date,
  cancelledAt: Date,
});
// Finds those of schedules that counted in an interval, and those of a schedule that is gone.
schema.index({ scheduleId: 1, cancelledAt: 1 });
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const formerTemporaryModel = defineModel<FormerTemporary>(
  'former_temporary_schedules',
  schema,
);

export function formerTemporariesOf(world: Pick<World, 'store'>): Collection<FormerTemporary> {
  return driverCollection(formerTemporaryModel(world.store));
}

/** Keeps days that are about to be deleted or replaced; written before, as `keepOverride` is. */
export async function keepTemporary(
  world: Pick<World, 'store' | 'clock'>,
  { id, organizationId, version, wire, createdAt }: TemporarySchedule,
): Promise<void> {
  await formerTemporariesOf(world).updateOne(
    { _id: `${id} ${version}` },
    {
      $set: {
        organizationId,
        temporaryId: id,
        version,
        scheduleId: wire.scheduleId.toLowerCase(),
        wire,
        createdAt,
        cancelledAt: world.clock.now(),
      },
    },
    { upsert: true },
  );
}
