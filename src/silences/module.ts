import { silencesInUse, unmuteSilenced } from '../incidents/index.ts';
import type { Module, World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { silenceKind } from './silence-kind.ts';
import { isActiveAt } from './silence-times.ts';

export const silences = {
  name: 'silences',
  kinds: [silenceKind],
  tasks: (world) => [
    {
      name: 'end-silences',
      everySeconds: 5,
      run: (stopping) => endSilences(world, stopping),
    },
  ],
} satisfies Module;

/** Lets incidents alert whose silence is over, was moved, or is gone. */
async function endSilences(world: World, stopping: AbortSignal): Promise<void> {
  const used = await silencesInUse(world);
  if (used.length === 0) return;
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
  for (const id of used) if (!active.has(id)) await unmuteSilenced(world, id, stopping);
}
