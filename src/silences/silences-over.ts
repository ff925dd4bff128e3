import { silencesInUse } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { silenceKind } from './silence-kind.ts';
import { isActiveAt } from './silence-times.ts';

/** Ids of silences that mute incidents although they are over, were moved, or are gone. */
export async function silencesOver(world: World): Promise<string[]> {
  const used = await silencesInUse(world);
  if (used.length === 0) return [];
  const found = await silenceKind
    .model(world.store)
    .find(storedFilter(silenceKind, { _id: { $in: used } }), { organizationId: 1, wire: 1 })
    .lean();
  const now = world.clock.now();
  const active = new Set(
    found
      // A deleted one whose audit entry is still with it has no organization.
      .filter((silence) => silence.organizationId && isActiveAt(silence, now))
      .map(({ _id }) => _id),
  );
  return used.filter((id) => !active.has(id));
}
