import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { type ActiveOverride, toActiveOverride } from './cover.ts';
import type { Override, OverrideWire } from './overrides.ts';

/** An override that was deleted or replaced: what it had decided until then stays. */
export interface FormerOverride {
  /** Override and version, so that noting it again is harmless. */
  _id: string;
  organizationId: string;
  overrideId: string;
  /** Version of the override. It is a former one once a later version is stored, or none. */
  version: number;
  teamId: string | null;
  wire: OverrideWire;
  createdAt: Date;
  cancelledAt: Date;
}

const schema = schemaOf<FormerOverride>({
  _id: String,
  organizationId: String,
  overrideId: String,
  version: Number,
  teamId: String,
  wire: Schema.Types.Mixed,
  createdAt: Date,
  cancelledAt: Date,
});
// Finds overrides that counted in an interval.
schema.index({ organizationId: 1, cancelledAt: 1 });
// What leaves with a team.
schema.index({ teamId: 1 });

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
  { id, organizationId, version, teamId, wire, createdAt }: Override,
): Promise<void> {
  await formerOverridesOf(world).updateOne(
    { _id: `${id} ${version}` },
    {
      $set: {
        organizationId,
        overrideId: id,
        version,
        teamId,
        wire,
        createdAt,
        cancelledAt: world.clock.now(),
      },
    },
    { upsert: true },
  );
}

/** Overrides as they count in the past: each version until it was cancelled, the present one from then on. */
export function overridesInTime(
  present: readonly Override[],
  noted: readonly FormerOverride[],
): ActiveOverride[] {
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const former = noted.filter(
    ({ overrideId, version }) => version < (versions.get(overrideId) ?? Number.POSITIVE_INFINITY),
  );
  const byOverride = Map.groupBy(former, ({ overrideId }) => overrideId);
  const intervals = [
    ...former.map(({ overrideId, version, wire, createdAt, cancelledAt }) => {
      const before = (byOverride.get(overrideId) ?? []).filter((one) => one.version < version);
      return { wire, createdAt, from: lastOf(before), until: cancelledAt.getTime() };
    }),
    ...present.map(({ id, wire, createdAt }) => ({
      wire,
      createdAt,
      from: lastOf(byOverride.get(id) ?? []),
      until: Number.POSITIVE_INFINITY,
    })),
  ];
  return intervals
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap(({ wire, from, until }) => {
      const active = toActiveOverride(wire);
      const start = Math.max(active.start, from);
      const end = Math.min(active.end, until);
      return start < end ? [{ ...active, start, end }] : [];
    });
}

function lastOf(former: readonly FormerOverride[]): number {
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...former.map(({ cancelledAt }) => cancelledAt.getTime()),
  );
}
