import { catchUp } from '../incident-days/index.ts';
import { unappliedSince } from '../ingest/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

const patienceMilliseconds = 5000;

/**
 * Before a report answers: exact, or 503 while there is too much to read, as after an update of a large installation.
 * Each request reads a part of it, and so does the task: whoever asks again finds less left.
 */
export async function demandCaughtUp({ organizationId, ...world }: Ctx): Promise<void> {
  const options = { patienceMilliseconds, unappliedSince: await unappliedSince(world) };
  if (await catchUp(world, organizationId, options)) return;
  throw new AppError('overloaded', say('reportsBehind'), { headers: { 'retry-after': '5' } });
}
