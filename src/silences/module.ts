import { unmuteSilenced } from '../incidents/index.ts';
import type { Module, World } from '../kernel/index.ts';
import { silenceKind } from './silence-kind.ts';
import { silencesOver } from './silences-over.ts';

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
  for (const id of await silencesOver(world)) await unmuteSilenced(world, id, stopping);
}
