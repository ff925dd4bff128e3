import type { CpuMeter } from './thread-cpu.ts';

/** The time that a thread may take for one piece of work. */
export interface CpuAllowance {
  /** Processor time, not time on the clock: other work on a busy machine does not count. */
  seconds: number;
  /** On the clock: a thread that takes longer, though it does nothing, has a mistake. */
  wallSeconds: number;
}

/**
 * The limit that was exceeded: processor time, time on the clock where nothing measures the thread, or the total time
 * on the clock.
 */
export interface Excess {
  of: 'processor' | 'unmeasuredTime' | 'time';
  /** How much it was allowed. */
  seconds: number;
}

/** Where nothing measures a thread, so many times its processor time may pass on the clock. */
const unmeasuredFactor = 10;
const leastPauseMilliseconds = 10;

/**
 * Sees to it that a thread takes no more for a piece of work than it may, from now until `end`. It looks seldom: a
 * thread cannot use more of a processor than there is time on the clock.
 */
export class CpuWatch {
  readonly #meter: CpuMeter;
  readonly #allowance: CpuAllowance;
  readonly #onExcess: (excess: Excess) => void;
  readonly #usedBefore: ReturnType<CpuMeter>;
  /** `performance.now()`, moved on by the pauses. */
  #since = performance.now();
  #pausedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(meter: CpuMeter, allowance: CpuAllowance, onExcess: (excess: Excess) => void) {
    this.#meter = meter;
    this.#allowance = allowance;
    this.#onExcess = onExcess;
    this.#usedBefore = meter();
    this.#lookAfter(allowance.seconds * 1000);
  }

  /** The thread waits for somebody else: that time is not the work's. */
  pause(): void {
    this.#pausedAt = performance.now();
  }

  resume(): void {
    if (this.#pausedAt !== null) this.#since += performance.now() - this.#pausedAt;
    this.#pausedAt = null;
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #lookAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    const [before, now] = [await this.#usedBefore, await this.#meter()];
    if (this.#isOver) return;
    const used = before === null || now === null ? null : now - before;
    const { seconds, wallSeconds } = this.#allowance;
    const passed = ((this.#pausedAt ?? performance.now()) - this.#since) / 1000;
    const unmeasured = seconds * unmeasuredFactor;
    if (used === null && passed >= unmeasured)
      this.#exceed({ of: 'unmeasuredTime', seconds: unmeasured });
    else if (used !== null && used >= seconds) this.#exceed({ of: 'processor', seconds });
    else if (passed >= wallSeconds) this.#exceed({ of: 'time', seconds: wallSeconds });
    else {
      const left = Math.min(seconds - (used ?? 0), wallSeconds - passed);
      this.#lookAfter(Math.max(left * 1000, leastPauseMilliseconds));
    }
  }

  #exceed(excess: Excess): void {
    this.end();
    this.#onExcess(excess);
  }
}
