import type { World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Found } from './found.ts';
import { type ReplayRun, type ReplayState, replayRuns } from './model.ts';
import type { Done } from './replay-past.ts';

/** How often it says how far it has come. */
const beatMilliseconds = 500;
/** So many findings are stored at once. */
const flushedMax = 500;

/** What a replay says of itself in the store while it runs, and whether it is to go on. */
export class RunLog {
  readonly #world: World;
  readonly #run: ReplayRun;
  readonly #isStopping: () => boolean;
  readonly found: Found;
  #end: { state: ReplayState; reason: Sentence | null } = { state: 'Done', reason: null };
  #beatAt = 0;

  constructor(world: World, run: ReplayRun, found: Found, isStopping: () => boolean) {
    this.#world = world;
    this.#run = run;
    this.found = found;
    this.#isStopping = isStopping;
  }

  /** How it ends, as far as it is known. */
  get end(): { state: ReplayState; reason: Sentence | null } {
    return this.#end;
  }

  note(more: Partial<ReplayRun>): Promise<ReplayRun | null> {
    return replayRuns.note(this.#world, this.#run._id, { ...this.found.summary(), ...more });
  }

  /** Whether it is to go on, with what it has found by then. */
  async goesOn(reachedAt: Date, { payloads, alerts, counts }: Done): Promise<boolean> {
    if (this.found.waiting > flushedMax) {
      await this.found.flush(reachedAt);
      // As much as is stored: whoever asks meanwhile sees it, and so they do where the server does not survive it.
      await this.note({ payloads, alerts, ...counts, reachedAt });
    }
    return this.lives({ reachedAt, payloads, alerts });
  }

  /** Whether it is to go on. Says now and then that it does. */
  async lives(more: Partial<ReplayRun> = {}): Promise<boolean> {
    if (this.#isStopping()) this.#end = { state: 'Stopped', reason: say('runServerEnded') };
    else if (performance.now() > this.#beatAt) {
      this.#beatAt = performance.now() + beatMilliseconds;
      const seenAt = this.#world.clock.now();
      const stored = await replayRuns.note(this.#world, this.#run._id, { seenAt, ...more });
      if (!stored || stored.isCancelled) this.#end = { state: 'Cancelled', reason: null };
    }
    return this.#end.state === 'Done';
  }

  /** There is no room for more. */
  isFull(): void {
    if (this.#end.state === 'Done')
      this.#end = { state: 'Stopped', reason: say('replayTooManyOpen') };
  }
}
