import { recordAudit } from '../audit/index.ts';
import {
  AppError,
  actingPersonId,
  type Ctx,
  orderedId,
  type World,
  within,
} from '../kernel/index.ts';
import type { Heartbeat } from '../runs/index.ts';
import { say } from '../sentences/index.ts';
import { type ChannelSource, loadSnapshot, snapshotAfter } from '../stage/index.ts';
import { demandFaults } from './guarantee-kind.ts';
import { type ProofRun, proofQueue, proofRuns } from './proof-run-model.ts';
import {
  type ProofRequest,
  type ProvenGuarantee,
  patienceMilliseconds,
  provenOf,
  sharedProver,
} from './prove-guarantees.ts';
import { getProof, type SeenProof } from './seen-proofs.ts';

export interface Proofs {
  /**
   * Proves what is asked for, and answers when it is done, or how it stands after ten seconds: it goes on after the
   * answer. Proofs of one organization wait for each other. Throws 404 for a guarantee that is not there, 400 for
   * changes that would be refused, and 429 where too many wait.
   */
  create(ctx: Ctx, request: ProofRequest): Promise<SeenProof>;
  /** Whatever runs here ends, and says so. */
  stop(): Promise<void>;
}

const answerMilliseconds = 10_000;
const changedMax = 20;
/** The number of times that are kept per guarantee; answers show no more. */
const timesMax = 50;
/** Characters of all results together, as JSON. */
const storedMax = 1_000_000;

/** Proofs of this server; one at a time of an organization, whichever server runs it. */
export function createProofs(world: World, channels: ChannelSource): Proofs {
  const going = new Set<Promise<void>>();
  let isStopping = false;

  /** Never rejects: whatever becomes of it is in the run. `at`: what it is about; null where it has to wait. */
  async function run(ctx: Ctx, started: ProofRun, request: ProofRequest, at: Opened | null) {
    const { _id } = started;
    const note = (more: Partial<ProofRun>) => proofRuns.note(world, _id, more);
    const heartbeat = proofRuns.beat(world, _id);
    const isOver = () => isStopping || heartbeat.isCancelled;
    let end: Partial<ProofRun>;
    try {
      if (at === null) await proofQueue.turnOf(world, started, isOver);
      const found = isOver() ? null : await foundBy(ctx, started, request, at, isOver);
      end = found && !isOver() ? { state: 'Done', ...found } : endedEarly(heartbeat);
    } catch (err) {
      // While it waited, what is changed was changed by others.
      const isRefused = err instanceof AppError;
      if (!isRefused) world.log.error({ err, proofId: _id }, 'a proof has ended early');
      end = { state: 'Stopped', reason: isRefused ? err.said.detail : say('runBroke') };
    }
    await heartbeat.stop();
    // Where the store is gone, whoever reads the run sees that nobody says any more that it runs.
    await note(end).catch(() => null);
  }

  async function foundBy(
    ctx: Ctx,
    { _id }: ProofRun,
    request: ProofRequest,
    at: Opened | null,
    isOver: () => boolean,
  ): Promise<Partial<ProofRun>> {
    const { snapshot, ids } = at ?? (await opened(ctx, channels, request));
    const { takenAt: from } = snapshot;
    await proofRuns.note(world, _id, { from });
    const prover = sharedProver(ctx, snapshot);
    const proof = await provenOf(prover, snapshot, ids, request, patienceMilliseconds, isOver);
    const newIds = [...ids].map(([name, id]) => {
      const person = proof.nameOf(id);
      return { name, id, ...(person === '' ? {} : { person }) };
    });
    return { from, newIds, ...kept(proof.results) };
  }

  return {
    async create(ctx, request) {
      for (const { evenIf } of request.guarantees) demandFaults(evenIf);
      // A request that would be refused is refused at once, however long it would wait.
      const now = await opened(ctx, channels, request);
      await proofQueue.demandPlace(ctx);
      const started = newRun(ctx, request);
      await proofRuns.add(world, started);
      // A proof that has to wait reads again: its snapshot would be old by then, and it is large.
      const at = (await proofQueue.begins(world, started)) ? now : null;
      const done = run(ctx, started, request, at);
      going.add(done);
      void done.finally(() => going.delete(done));
      await within(answerMilliseconds, done, () => undefined);
      return getProof(ctx, started._id);
    },
    async stop() {
      isStopping = true;
      await Promise.all(going);
    },
  };
}

type Opened = Awaited<ReturnType<typeof opened>>;

async function opened(ctx: Ctx, channels: ChannelSource, { changes }: ProofRequest) {
  const present = await loadSnapshot(ctx, ctx.organizationId, channels);
  return snapshotAfter(ctx, present, changes);
}

function newRun(ctx: Ctx, { changes }: ProofRequest): ProofRun {
  const now = ctx.clock.now();
  const { actor } = ctx;
  return {
    _id: orderedId(now.getTime()),
    organizationId: ctx.organizationId,
    ...{ createdAt: now, seenAt: now, from: now },
    userId: actingPersonId(ctx),
    key: actor.kind === 'key' ? actor.displayName : null,
    changes: changes.length,
    changed: changes
      .slice(0, changedMax)
      .map(({ action, entityType, id }) => ({ action, entityType, id })),
    state: 'Waiting',
    ...{ reason: null, results: [], isCut: false, newIds: [] },
  };
}

function endedEarly({ isCancelled }: Heartbeat): Partial<ProofRun> {
  return isCancelled ? { state: 'Cancelled' } : { state: 'Stopped', reason: say('runServerEnded') };
}

/** As much of it as has room: every state, and of the first ones what breaks them, and when. */
export function kept(results: readonly ProvenGuarantee[]): Pick<ProofRun, 'results' | 'isCut'> {
  const short = results.map((one) => ({ ...one, holes: [], excused: [], counterExample: null }));
  let size = JSON.stringify(short).length;
  let isCut = false;
  const shown = results.map((result) => {
    const { counterExample } = result;
    const [holes, excused] = [result.holes.slice(0, timesMax), result.excused.slice(0, timesMax)];
    const more = JSON.stringify({ holes, excused, counterExample }).length;
    const hasRoom = size + more <= storedMax;
    if (hasRoom) size += more;
    isCut ||= !hasRoom;
    return hasRoom
      ? { ...result, holes, excused }
      : { ...result, holes: [], excused: [], counterExample: null };
  });
  return { results: shown, isCut };
}

/** Asks it to stop, which it does within seconds; one that waits, too. Throws 404. */
export async function cancelProof(ctx: Ctx, id: string): Promise<SeenProof> {
  await proofRuns.cancel(ctx, id);
  await recordAudit(ctx, {
    ...{ action: 'proof.cancel', entityType: 'Proof', entityId: id, changes: [] },
  });
  return getProof(ctx, id);
}
