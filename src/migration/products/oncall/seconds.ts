import type { Source } from '../../model/ledger.ts';

/** How long a step waits. Here it is minutes. */
export function secondsOf(wait: Source): number {
  const seconds = wait.number('duration') ?? 0;
  if (seconds % 60 !== 0)
    wait.say('approximated', 'Waits for the nearest whole minutes here.', 'duration');
  return seconds;
}
