import { type TimeSource, timesOfRecurring } from '../calendar/index.ts';
import type { Silence } from './silence-kind.ts';

/** When a silence mutes. */
export function timesOfSilence({ wire }: Pick<Silence, 'wire'>): TimeSource {
  return timesOfRecurring(wire);
}
