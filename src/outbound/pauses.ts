import { AppError, systemContext, type World } from '../kernel/index.ts';
import { findResource, updateResource } from '../resources/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { outboundIntegrationKind } from './integrations.ts';

/** Deliveries in a row that failed for good; absent after one that succeeded. */
interface FailureCount {
  /** The outbound integration. */
  _id: string;
  organizationId: string;
  failures: number;
}

const schema = schemaOf<FailureCount>({ _id: String, organizationId: String, failures: Number });
// What leaves with an organization.
schema.index({ organizationId: 1 });

export const failureCountModel = defineModel<FailureCount>('outbound_failure_counts', schema);

export const failuresMax = 10;

/**
 * Notes how a delivery ended for good: sent, or given up. The tenth failure in a row pauses the integration, which is told by its
 * `pausedReason` and in the audit log; true then, so that the caller can tell people.
 */
export async function noteOutcome(
  world: World,
  integration: { id: string; organizationId: string },
  ok: boolean,
  error: string | null,
): Promise<boolean> {
  const { id, organizationId } = integration;
  const counts = driverCollection(failureCountModel(world.store));
  if (ok) {
    await forgetFailures(world, id);
    return false;
  }
  const count = await counts.findOneAndUpdate(
    { _id: id },
    { $inc: { failures: 1 }, $setOnInsert: { organizationId } },
    { upsert: true, returnDocument: 'after' },
  );
  if ((count?.failures ?? 0) < failuresMax) return false;
  const isPaused = await pause(world, integration, error);
  // Counted anew once somebody resumes it.
  await forgetFailures(world, id);
  return isPaused;
}

export async function forgetFailures(world: World, id: string): Promise<void> {
  await driverCollection(failureCountModel(world.store)).deleteOne({ _id: id });
}

async function pause(
  world: World,
  { id, organizationId }: { id: string; organizationId: string },
  error: string | null,
): Promise<boolean> {
  const since = world.clock.now().toISOString();
  const reason = `Paused at ${since} after ${failuresMax} failed deliveries in a row. The last one: ${error ?? 'no reason given'}`;
  const pausedReason = `${reason.slice(0, 1900)} Correct the settings and set isPaused to false.`;
  const ctx = systemContext(world, organizationId);
  const current = await findResource(ctx, outboundIntegrationKind, { _id: id });
  // What was under way when it was paused says nothing new.
  if (!current || current.wire.isPaused) return false;
  try {
    await updateResource(
      ctx,
      outboundIntegrationKind,
      id,
      ({ wire }) => ({ wire: { ...wire, isPaused: true }, internal: { pausedReason } }),
      { action: 'outbound-integration.pause' },
    );
    return true;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'not-found') return false;
    throw failure;
  }
}
