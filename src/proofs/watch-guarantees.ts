import { createDueLoop } from '../jobs/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { findResource, withIds } from '../resources/index.ts';
import type { ChannelSource } from '../stage/index.ts';
import { driverCollection } from '../store/index.ts';
import { daysBeforeDefault, newsOf } from './guarantee-alarm.ts';
import { type Guarantee, guaranteeKind } from './guarantee-kind.ts';
import { type GuaranteeState, guaranteeStateModel } from './guarantee-states.ts';
import { createNoteStale } from './note-stale.ts';
import { inputsKeyOf, inputsOf } from './proof-inputs.ts';
import { openProver, type Prover, patienceMilliseconds } from './prove-guarantees.ts';
import type { ShownResult } from './shown-result.ts';

/** The horizon moves on, however little changes. */
export const everyMilliseconds = 3_600_000;
/** Times that begin and end quickly are not worth a look at each. */
const pauseMillisecondsMin = 60_000;
/** How long what was read of an organization serves for its next guarantee. */
const freshMilliseconds = 60_000;

/** Checks guarantees soon after something changes that they depend on, and every hour; says what is news of them. */
export function createGuaranteeChecks(
  world: World,
  processes: Pick<Processes, 'exclusive'>,
  channels: ChannelSource,
): (stopping: AbortSignal) => Promise<void> {
  const states = () => driverCollection(guaranteeStateModel(world.store));
  const noteStale = createNoteStale(world, processes);
  let open: OpenProver | null = null;
  let stopping: AbortSignal | null = null;

  const checkDue = createDueLoop<GuaranteeState>(world, {
    what: 'checking a guarantee',
    find: (now, limit) =>
      states()
        .find({ nextAt: { $lte: now } })
        .sort({ nextAt: 1 })
        .limit(limit)
        .toArray(),
    async act(found) {
      for (const state of found) await check(state);
    },
    async postpone({ _id, nextAt }, until) {
      await states().updateOne({ _id, nextAt }, { $set: { nextAt: until } });
    },
    together: 1,
    atOnce: 1,
  });

  async function check(state: GuaranteeState): Promise<void> {
    const { _id, organizationId, nextAt } = state;
    const ctx = systemContext(world, organizationId);
    const guarantee = await findResource(ctx, guaranteeKind, withIds([_id]));
    if (!guarantee) return void (await states().deleteOne({ _id }));
    open = await proverFor(ctx, channels, open);
    const end = performance.now() + patienceMilliseconds;
    const isOver = () => (stopping?.aborted ?? false) || performance.now() > end;
    const result = await open.prover.prove(guarantee.wire, isOver);
    // Cut short, it is not decided for that reason alone.
    if (stopping?.aborted) return;
    const { from } = open.prover;
    const days = guarantee.wire.alarm?.daysBefore ?? daysBeforeDefault;
    const { episode, news } = newsOf(state.episode, result, days, from);
    const found = {
      ...checked(guarantee, result, open),
      nextAt: nextCheck(result, from),
      stateSince: (state.result?.state === result.state && state.stateSince) || from,
    };
    await states().updateOne(
      { _id, nextAt },
      {
        $set: { ...found, episode },
        ...(news.length > 0 ? { $push: { news: { $each: news } } } : {}),
      },
    );
  }

  return async (signal) => {
    stopping = signal;
    await noteStale(signal);
    await checkDue(signal).finally(() => {
      open = null;
    });
  };
}

interface OpenProver {
  organizationId: string;
  inputs: string;
  prover: Prover;
}

/** The prover of the guarantee before is used again while nothing has changed and it is fresh. */
async function proverFor(
  ctx: Ctx,
  channels: ChannelSource,
  open: OpenProver | null,
): Promise<OpenProver> {
  const { organizationId } = ctx;
  // Asked before anything is read: what changes meanwhile makes the result old.
  const inputs = await inputsOf(ctx);
  const isSame = open?.organizationId === organizationId && open.inputs === inputs;
  const age = open ? ctx.clock.now().getTime() - open.prover.from.getTime() : 0;
  if (open && isSame && age >= 0 && age < freshMilliseconds) return open;
  return { organizationId, inputs, prover: await openProver(ctx, channels) };
}

function checked(
  guarantee: Guarantee,
  result: ShownResult,
  { inputs, prover }: OpenProver,
): Pick<GuaranteeState, 'checkedAt' | 'inputsKey' | 'result'> {
  return { checkedAt: prover.from, inputsKey: inputsKeyOf(inputs, guarantee), result };
}

/** In an hour, or as soon as another state begins. Pure. */
export function nextCheck({ state, holes, firstBreakAt }: ShownResult, from: Date): Date {
  const now = from.getTime();
  const change = state === 'Broken' ? holes[0]?.end : (firstBreakAt ?? undefined);
  const soonest = Math.max(change ?? Number.POSITIVE_INFINITY, now + pauseMillisecondsMin);
  return new Date(Math.min(soonest, now + everyMilliseconds));
}
