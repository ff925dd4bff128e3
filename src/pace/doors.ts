import type { Clock } from '../kernel/index.ts';

/** Attempts in a row without an answer in time, after which a target is shut. */
const lateMax = 2;
/** An attempt that is under way for longer counts as one without an answer. */
const hangingMilliseconds = 5000;
/** Where half of what is under way has been for longer, it waits for the target and not for this process. */
const slowMilliseconds = 500;
/** How long a target is left alone, doubled with each further attempt without an answer. */
const pauseLeast = 5000;
const pauseMost = 30_000;

interface Door {
  /** Without an answer, in a row. */
  late: number;
  /** When each attempt that is under way began. */
  begun: Set<{ at: number }>;
  /** Null: open. */
  shutAt: number | null;
  pause: number;
}

/**
 * Knows which targets hang, so that what is for them waits without a place among those that are told at once. A target
 * that is shut is tried again after a pause, by one attempt; any answer, a refusal included, opens it.
 */
export class Doors {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** Only of targets that are being asked or that hang. */
  readonly #doors = new Map<string, Door>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Milliseconds until an attempt may begin; 0: now. `isAsked`: something for the target is under way. */
  waitOf(target: string, isAsked: boolean): number {
    const door = this.#doors.get(target);
    if (!door) return 0;
    const now = this.#clock.elapsed();
    if (door.shutAt === null) {
      const hanging = [...door.begun].filter(({ at }) => now - at >= hangingMilliseconds);
      return door.late + hanging.length < lateMax ? 0 : pauseLeast;
    }
    const left = Math.max(0, door.shutAt + door.pause - now);
    return left === 0 && isAsked ? pauseLeast : left;
  }

  isSlow(target: string): boolean {
    const begun = [...(this.#doors.get(target)?.begun ?? [])];
    const now = this.#clock.elapsed();
    const slow = begun.filter(({ at }) => now - at >= slowMilliseconds);
    return slow.length > 0 && slow.length * 2 >= begun.length;
  }

  /** An attempt begins. Gives what ends it: true when the target was shut and is open again. */
  begin(target: string): (isLate: boolean) => boolean {
    const door = this.#doors.get(target) ?? newDoor();
    this.#doors.set(target, door);
    const attempt = { at: this.#clock.elapsed() };
    door.begun.add(attempt);
    return (isLate) => {
      door.begun.delete(attempt);
      if (isLate) this.#missed(door, attempt.at);
      const wasShut = door.shutAt !== null;
      if (!isLate) Object.assign(door, { late: 0, shutAt: null, pause: pauseLeast });
      if (door.late === 0 && door.begun.size === 0 && this.#doors.get(target) === door)
        this.#doors.delete(target);
      return wasShut && !isLate;
    };
  }

  #missed(door: Door, begunAt: number): void {
    door.late += 1;
    const now = this.#clock.elapsed();
    if (door.shutAt === null) {
      if (door.late >= lateMax) door.shutAt = now;
    } else if (begunAt >= door.shutAt + door.pause) {
      // It was the one that tried.
      door.shutAt = now;
      door.pause = Math.min(door.pause * 2, pauseMost);
    }
  }
}

const newDoor = (): Door => ({ late: 0, begun: new Set(), shutAt: null, pause: pauseLeast });
