import type { Collection } from 'mongodb';
import { type Ctx, systemContext, unlessGone, type World } from '../kernel/index.ts';
import { findResource, LatelyRead, updateResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from './integrations.ts';

/** Deliveries in a row that failed for good; absent after one that succeeded. */
interface FailureCount {
  /** The outbound integration. */
  _id: string;
  organizationId: string;
  failures: number;
  /** Since when it is to be paused; the same however often a crash lets it be tried. */
  pausingAt?: Date;
}

const schema = schemaOf<FailureCount>({
  _id: String,
  organizationId: String,
  failures: Number,
  pausingAt: Date,
});
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const failureCountModel = defineModel<FailureCount>('outbound_failure_counts', schema);

export const failuresMax = 10;

/** A tool that is about to be paused. */
export interface ToolPause {
  integration: OutboundIntegration;
  at: Date;
  /** How many deliveries in a row failed. */
  failures: number;
  /** Why the last one failed. */
  reason: Sentence;
}

/**
 * Notes how a delivery ended for good: sent, or given up. The tenth failure in a row pauses the integration, which is
 * told by its `pausedReason` and in the audit log. `tellPaused` comes first: after a crash in between, the next failure
 * does both again.
 */
export async function noteOutcome(
  world: World,
  integration: { id: string; organizationId: string },
  ok: boolean,
  error: Sentence | null,
  tellPaused: (pause: ToolPause) => Promise<void>,
): Promise<void> {
  const { id, organizationId } = integration;
  if (ok) return noteSuccess(world, id);
  const counts = countsOf(world);
  const count = await counts
    .findOneAndUpdate(
      { _id: id },
      { $inc: { failures: 1 }, $setOnInsert: { organizationId } },
      { upsert: true, returnDocument: 'after' },
    )
    .finally(() => lately(world).forget(id));
  if ((count?.failures ?? 0) < failuresMax) return;
  const pausing = await counts.findOneAndUpdate(
    { _id: id },
    { $min: { pausingAt: world.clock.now() } },
    { returnDocument: 'after' },
  );
  const at = pausing?.pausingAt ?? world.clock.now();
  const ctx = systemContext(world, organizationId);
  const current = await findResource(ctx, outboundIntegrationKind, { _id: id });
  // A failure that was under way when the tool was paused says nothing new.
  if (current && !current.wire.isPaused) {
    const reason = error ?? say('toolGaveNoReason');
    await tellPaused({ integration: current, at, failures: failuresMax, reason });
    await pause(ctx, id, say('toolPausedBody', { count: failuresMax, reason }));
  }
  // Counted anew once somebody resumes it.
  await forgetFailures(world, id);
}

/** A message that was sent was sent, even where the store does not take this: then a later one says it. */
async function noteSuccess(world: World, id: string): Promise<void> {
  const look = async () => (await countsOf(world).findOne({ _id: id })) !== null;
  try {
    if (await lately(world).of(world, id, look)) await forgetFailures(world, id);
  } catch (error) {
    world.log.warn({ err: error, id }, 'failures of a tool were not forgotten');
  }
}

export async function forgetFailures(world: World, id: string): Promise<void> {
  await countsOf(world).deleteOne({ _id: id });
  lately(world).forget(id);
}

function countsOf(world: World): Collection<FailureCount> {
  return driverCollection(failureCountModel(world.store));
}

const nothingKnown = () => new LatelyRead<boolean>([]);

/** Whether failures of a tool are counted. */
function lately({ memory }: World): LatelyRead<boolean> {
  return memory.of(nothingKnown);
}

async function pause(ctx: Ctx, id: string, pausedReason: Sentence): Promise<void> {
  await unlessGone(
    updateResource(
      ctx,
      outboundIntegrationKind,
      id,
      ({ wire }) => ({ wire: { ...wire, isPaused: true }, internal: { pausedReason } }),
      { action: 'outbound-integration.pause' },
    ),
  );
}
