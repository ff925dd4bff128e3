import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { type ActiveOverride, toActiveOverride } from './cover.ts';
import { type InTime, inTime } from './in-time.ts';
import type { Override, OverrideWire } from './overrides.ts';
import { standInsOf } from './stand-ins.ts';

/** An override that was deleted or replaced: what it had decided until then stays. */
export interface FormerOverride {
  /** Override and version, so that noting it again is harmless. */
  _id: string;
  organizationId: string;
  overrideId: string;
  /** Version of the override. It is a former one once a later version is stored, or none. */
  version: number;
  teamId: string | null;
  /** The schedule of an override that counts in no team. */
  scheduleId: string | null;
  wire: OverrideWire;
  createdAt: Date;
  /** Absent: since it was made, or since the version before it was replaced. */
  since?: Date;
  cancelledAt: Date;
}

const schema = schemaOf<FormerOverride>({
  _id: String,
  organizationId: String,
  overrideId: String,
  version: Number,
  teamId: String,
  scheduleId: String,
  wire: Schema.Types.Mixed,
  createdAt: Date,
  since: Date,
  cancelledAt: Date,
});
// Finds overrides that counted in an interval.
schema.index({ organizationId: 1, cancelledAt: 1 });
// To delete them with their team.
schema.index({ teamId: 1 });
// To delete them with their schedule.
schema.index({ scheduleId: 1 }, { sparse: true });

export const formerOverrideModel = defineModel<FormerOverride>('former_on_call_overrides', schema);

export function formerOverridesOf(world: Pick<World, 'store'>): Collection<FormerOverride> {
  return driverCollection(formerOverrideModel(world.store));
}

/**
 * Keeps an override that is about to be deleted or replaced. Written before, so that no crash can lose it; if the
 * deletion does not happen after all, the override is still there in this version, and the note counts for nothing.
 */
export async function keepOverride(
  world: Pick<World, 'store' | 'clock'>,
  { id, organizationId, version, teamId, wire, createdAt, internal: { since } }: Override,
  cancelledAt = world.clock.now(),
): Promise<void> {
  await formerOverridesOf(world).updateOne(
    { _id: `${id} ${version}` },
    {
      $set: {
        organizationId,
        overrideId: id,
        version,
        teamId,
        scheduleId: wire.scheduleId?.toLowerCase() ?? null,
        wire,
        createdAt,
        ...(since && { since }),
        cancelledAt,
      },
    },
    { upsert: true },
  );
}

/** Each version until it was cancelled, the present one from then on. */
export function overridesInTime(
  present: readonly Override[],
  noted: readonly FormerOverride[],
): InTime<OverrideWire>[] {
  return inTime(
    present.map(({ internal: { since }, ...one }) => ({ ...one, ...(since && { since }) })),
    noted.map((one) => ({ ...one, id: one.overrideId })),
  );
}

/** The overrides that may decide who is on call in the place of these people. */
export function overridesAbout(
  people: Iterable<string>,
  given: readonly InTime<OverrideWire>[],
): InTime<OverrideWire>[] {
  const concerned = standInsOf(given.map(({ wire }) => toActiveOverride(wire)))(people);
  return given.filter(({ wire }) => concerned.has(wire.userId.toLowerCase()));
}

/** Overrides as they count in the past. */
export function counting(given: readonly InTime<OverrideWire>[]): ActiveOverride[] {
  return given.flatMap(({ wire, from, until }) => {
    const active = toActiveOverride(wire);
    const start = Math.max(active.start, from);
    const end = Math.min(active.end, until);
    return start < end ? [{ ...active, start, end }] : [];
  });
}
