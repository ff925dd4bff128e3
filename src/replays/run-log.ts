import type { World } from '../kernel/index.ts';
import type { Heartbeat, RunState } from '../runs/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Found } from './found.ts';
import { type ReplayRun, replayRuns } from './model.ts';
import type { Done } from './replay-past.ts';

/** The number of findings that are stored at once. */
const flushedMax = 500;

/** Writes the progress of a running replay to the store, and says whether it is to go on. */
export class RunLog {
  readonly #world: World;
  readonly #run: ReplayRun;
  readonly #isStopping: () => boolean;
  readonly found: Found;
  readonly #heartbeat: Heartbeat;
  /** How far it has come, for the next time when it says that it goes on. */
  #reached: Partial<ReplayRun> = {};
  #end: { state: RunState; reason: Sentence | null } = { state: 'Done', reason: null };

  constructor(world: World, run: ReplayRun, found: Found, isStopping: () => boolean) {
    this.#world = world;
    this.#run = run;
    this.found = found;
    this.#isStopping = isStopping;
    this.#heartbeat = replayRuns.beat(world, run._id, () => this.#reached);
  }

  /** How it ends, as far as it is known. */
  get end(): { state: RunState; reason: Sentence | null } {
    return this.#end;
  }

  note(more: Partial<ReplayRun>): Promise<ReplayRun | null> {
    this.#reached = {};
    return replayRuns.note(this.#world, this.#run._id, { ...this.found.summary(), ...more });
  }

  /** Whether it is to go on, with what it has found by then. */
  async goesOn(reachedAt: Date, { payloads, alerts, counts }: Done): Promise<boolean> {
    if (this.found.waiting > flushedMax) {
      await this.found.flush(reachedAt);
      // As much as is stored: whoever asks meanwhile sees it, and so they do where the server does not survive it.
      await this.note({ payloads, alerts, ...counts, reachedAt });
    }
    this.#reached = { reachedAt, payloads, alerts };
    return this.lives;
  }

  /** Whether it is to go on. */
  get lives(): boolean {
    if (this.#isStopping()) this.#end = { state: 'Stopped', reason: say('runServerEnded') };
    else if (this.#heartbeat.isCancelled) this.#end = { state: 'Cancelled', reason: null };
    return this.#end.state === 'Done';
  }

  /** Nothing noted afterwards is overwritten. */
  stop(): Promise<void> {
    return this.#heartbeat.stop();
  }

  /** There is no room for more. */
  isFull(): void {
    if (this.#end.state === 'Done')
      this.#end = { state: 'Stopped', reason: say('replayTooManyOpen') };
  }
}
