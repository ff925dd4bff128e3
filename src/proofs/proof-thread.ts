import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type ThreadLimits, WorkThread, type World } from '../kernel/index.ts';
import { isRush } from '../pace/index.ts';
import { say } from '../sentences/index.ts';
import type { Snapshot } from '../stage/index.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import {
  fromPlain,
  type PlainResult,
  type ProofPiece,
  type ProofPieceDone,
  signs,
} from './proof-piece.ts';
import type { ProofResult } from './prove.ts';
import type { StagedSource } from './staged-source.ts';
import type { StagedPlay } from './staging.ts';

/** Limits for one guarantee. The prover is told to end long before. */
const limits: ThreadLimits = {
  seconds: 120,
  wallSeconds: 600,
  heapMegabytes: 1024,
  startSeconds: 60,
};
/** The number of objects that the thread gets at once: that takes milliseconds. */
const portion = 50;
const signMilliseconds = 100;
/** For the next guarantee it is still there. */
const idleMilliseconds = 30_000;

interface Surroundings extends Pick<World, 'log'> {
  /** Alerts come in so quickly that everything else waits. */
  isRush(): boolean;
}

/** Proves in a thread, for what takes longer than others should wait: one guarantee at a time, of any organization. */
export class ProofThread {
  readonly #surroundings: Surroundings;
  readonly #thread: WorkThread<ProofPiece, ProofPieceDone>;
  #line: Promise<unknown> = Promise.resolve();
  /** The snapshot that the thread has. */
  #given: Snapshot | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(surroundings: Surroundings, given: Partial<ThreadLimits> = {}) {
    this.#surroundings = surroundings;
    this.#thread = new WorkThread({
      ...{ name: 'proofs', log: surroundings.log, limits: { ...limits, ...given } },
      module: new URL('./proof-worker.ts', import.meta.url),
      instead: () => ({ kind: 'lost' }),
    });
  }

  /**
   * With sources of the same snapshot. Incidents not played when `isOver` says so, or the thread ends, are not decided.
   */
  async prove(
    snapshot: Snapshot,
    sources: readonly StagedSource<StagedPlay>[],
    wire: GuaranteeWire,
    isOver: () => boolean,
  ): Promise<ProofResult<StagedPlay>> {
    const proof = this.#line.then(() => this.#prove(snapshot, wire, isOver));
    this.#line = proof.catch(() => undefined);
    return fromPlain(await proof, sources);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    this.#given = null;
    await this.#thread.stop();
  }

  async #prove(
    snapshot: Snapshot,
    wire: GuaranteeWire,
    isOver: () => boolean,
  ): Promise<PlainResult> {
    clearTimeout(this.#idle);
    const sign = new Int32Array(new SharedArrayBuffer(4));
    const show = () => {
      const rush = this.#surroundings.isRush() ? signs.wait : signs.goOn;
      Atomics.store(sign, 0, isOver() ? signs.end : rush);
      Atomics.notify(sign, 0);
    };
    const timer = setInterval(show, signMilliseconds).unref();
    show();
    try {
      const isGiven = await this.#give(snapshot);
      const done = isGiven
        ? await this.#thread.do({ kind: 'prove', wire, sign: sign.buffer })
        : null;
      if (done?.kind === 'proven') return done.result;
      this.#given = null;
      return stopped(wire, snapshot);
    } finally {
      clearInterval(timer);
      this.#idle = setTimeout(() => void this.stop(), idleMilliseconds).unref();
    }
  }

  /** False: the thread was ended meanwhile. */
  async #give(snapshot: Snapshot): Promise<boolean> {
    if (this.#given === snapshot) return true;
    const { resources, ...rest } = snapshot;
    const begun = await this.#thread.do({ kind: 'begin', snapshot: rest });
    if (begun.kind !== 'taken') return false;
    for (const [entityType, all] of resources) {
      const items = [...all.values()];
      for (let start = 0; start < items.length; start += portion) {
        const some = items.slice(start, start + portion);
        const done = await this.#thread.do({ kind: 'objects', entityType, items: some });
        if (done.kind !== 'taken') return false;
        await turnOfOthers();
      }
    }
    this.#given = snapshot;
    return true;
  }
}

function stopped({ horizonDays }: GuaranteeWire, { takenAt }: Snapshot): PlainResult {
  return {
    ...{ state: 'NotDecided', reason: say('proofStopped'), firstBreakAt: null },
    ...{ incidentClasses: 0, timeClasses: 0, holes: [], excused: [], excusedBy: [] },
    until: takenAt.getTime() + horizonDays * 86_400_000,
    counterExample: null,
  };
}

const noThread = (): { thread: ProofThread | null } => ({ thread: null });

/** That of this process. It is started by the first proof that needs it. */
export function proofThreadOf(world: World): ProofThread {
  const kept = world.memory.of(noThread);
  kept.thread ??= new ProofThread({ log: world.log, isRush: () => isRush(world) });
  return kept.thread;
}
