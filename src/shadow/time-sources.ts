import { type TimeSource, timesOfInstants } from '../calendar/index.ts';
import type { ShadowRun } from './shadow-run-kind.ts';

/** When people of its teams are told again. */
export function timesOfShadow({ wire }: Pick<ShadowRun, 'wire'>): TimeSource {
  return timesOfInstants([Date.parse(wire.until)]);
}
