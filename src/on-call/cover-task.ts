import { removeInSteps } from '../jobs/index.ts';
import {
  AppError,
  horizonOf,
  type ModuleSettings,
  systemContext,
  type Task,
  type World,
} from '../kernel/index.ts';
import { findResource, lookupInstant } from '../resources/index.ts';
import { type CoverRequest, coverRequestKind } from './cover-request-kind.ts';
import { expireCover, settled } from './cover-requests.ts';

const atOnceMax = 500;

/** Ends requests that nobody accepted in time, and finishes what a process that broke has begun. */
export function coverTasks(world: World, settings: ModuleSettings): Task[] {
  return [
    {
      name: 'cover-requests',
      everySeconds: 20,
      async run(stopping) {
        const now = lookupInstant(world.clock.now());
        for await (const request of requestsWith(
          world,
          { 'lookup.openUntil': { $lte: now } },
          stopping,
        ))
          await expireCover(systemContext(world, request.organizationId), request.id).catch(
            ignoreAnswered,
          );
        for await (const request of requestsWith(world, { 'lookup.todo': 'overrides' }, stopping))
          await settled(systemContext(world, request.organizationId), request).catch(
            ignoreAnswered,
          );
      },
    },
    {
      name: 'cover-requests-retention',
      everySeconds: 3600,
      run: (stopping) => removeOldRequests(world, settings, stopping),
    },
  ];
}

/**
 * Removes requests as late as the messages about them. The overrides that they made stay: those say who was on call.
 */
async function removeOldRequests(
  world: World,
  { retention, onExpired }: ModuleSettings,
  stopping: AbortSignal,
): Promise<void> {
  const horizon = lookupInstant(horizonOf(retention, 'notifications', world.clock.now()));
  const old = { 'lookup.overAt': { $lt: horizon } };
  const removed = await removeInSteps(world, coverRequestKind.model, old, { stopping });
  onExpired('notifications', removed);
}

/** Answered or removed meanwhile. */
function ignoreAnswered(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The requests of all organizations of which the filter is true, as they are now. */
export async function* requestsWith(
  world: World,
  filter: Record<string, unknown>,
  stopping: AbortSignal,
): AsyncGenerator<CoverRequest> {
  const found = await coverRequestKind
    .model(world.store)
    .find({ ...filter, organizationId: { $exists: true } }, { organizationId: 1 })
    .limit(atOnceMax)
    .lean<{ _id: string; organizationId: string }[]>();
  for (const { _id, organizationId } of found) {
    if (stopping.aborted) return;
    const ctx = systemContext(world, organizationId);
    const request = await findResource(ctx, coverRequestKind, { _id });
    if (request) yield request;
  }
}
