import type { Moment, Presses, Situation } from './humans.ts';
import type { Timer, VirtualTime } from './virtual-time.ts';

export interface LegScript {
  keys?: readonly Presses[];
  hangsUp?: Moment;
  presses?: readonly { at: number; key: string }[];
}

export type Woken = { by: 'time' } | { by: 'end' } | { by: 'key'; key: string };

const secondsUntilKey = 1;
const secondsBetweenKeys = 0.3;

/** One line between the carrier and somebody, and that somebody's hands. */
export class Leg {
  readonly #time: VirtualTime;
  readonly #script: LegScript;
  readonly #situations = new Map<Situation, number>();
  readonly #endings: (() => void)[] = [];
  #waiting: { takesKeys: boolean; wake: (woken: Woken) => void } | null = null;
  #gathers = 0;
  hasEnded = false;
  /** Whoever is on this line ended it, not the carrier. */
  wasHungUp = false;
  answeredAt: number | null = null;
  endedAt: number | null = null;
  /** Words, sounds and addresses of audio, in order. */
  readonly heard: string[] = [];
  /** Pressed while nobody waited for a key. */
  readonly unheardKeys: string[] = [];

  constructor(time: VirtualTime, script: LegScript) {
    this.#time = time;
    this.#script = script;
    if (script.hangsUp?.when === 'call') this.#hangUpIn(script.hangsUp.after);
  }

  /** Whoever is on the line notices it, and acts by their script. */
  enters(situation: Situation): void {
    const nth = (this.#situations.get(situation) ?? 0) + 1;
    this.#situations.set(situation, nth);
    const { hangsUp, presses = [] } = this.#script;
    if (hangsUp?.when === situation && (hangsUp.nth ?? 1) === nth) this.#hangUpIn(hangsUp.after);
    if (situation === 'picked-up')
      for (const { at, key } of presses) this.#time.after(at, () => this.press(key));
    if (situation === 'keys-awaited') this.#pressNext();
  }

  /** Seconds, or until the line ends, or until a key where keys are taken. */
  async wait(seconds: number, { takesKeys = false } = {}): Promise<Woken> {
    if (this.hasEnded) return { by: 'end' };
    return new Promise((resolve) => {
      let timer: Timer | null = null;
      const waiting = {
        takesKeys,
        wake: (woken: Woken) => {
          if (this.#waiting !== waiting) return;
          this.#waiting = null;
          timer?.cancel();
          resolve(woken);
        },
      };
      this.#waiting = waiting;
      if (Number.isFinite(seconds))
        timer = this.#time.after(Math.max(seconds, 0), () => waiting.wake({ by: 'time' }));
    });
  }

  press(key: string): void {
    if (this.hasEnded) return;
    if (this.#waiting?.takesKeys) this.#waiting.wake({ by: 'key', key });
    else this.unheardKeys.push(key);
  }

  /** By whoever is on it, or by the carrier. */
  end({ byHanger = false } = {}): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.wasHungUp = byHanger;
    this.endedAt = this.#time.now();
    this.#waiting?.wake({ by: 'end' });
    for (const ending of [...this.#endings]) ending();
  }

  onEnd(ending: () => void): { cancel(): void } {
    this.#endings.push(ending);
    return {
      cancel: () => void this.#endings.splice(this.#endings.indexOf(ending), 1),
    };
  }

  /** Whole seconds since it was answered. */
  durationSeconds(): number {
    if (this.answeredAt === null) return 0;
    return Math.round(((this.endedAt ?? this.#time.now()) - this.answeredAt) / 1000);
  }

  #hangUpIn(seconds: number): void {
    this.#time.after(seconds, () => this.end({ byHanger: true }));
  }

  #pressNext(): void {
    const presses = this.#script.keys?.[this.#gathers] ?? null;
    this.#gathers += 1;
    if (presses === null) return;
    const { keys, after } =
      typeof presses === 'string' ? { keys: presses, after: secondsUntilKey } : presses;
    for (const [index, key] of [...keys].entries())
      this.#time.after(after + index * secondsBetweenKeys, () => this.press(key));
  }
}
