import type { Clock } from '../kernel/index.ts';
import { Doors } from './doors.ts';

/** For whom something is done, and who is asked for it. Neither has a space. */
interface Claimant {
  organizationId: string;
  /** Whom it waits for, such as a host; null where all ask the same one, or where it is not to wait for that one. */
  target: string | null;
}

export interface Waiting extends Claimant {
  /** 0 goes first, whoever it is for. */
  rank: number;
}

/** An organization alone takes two thirds of the places, a target of it half. */
const organizationFactor = 2;
const targetFactor = 1;
/** Whom those ask that name no target; never shut. */
const theSameOne = '';

/**
 * The places of work that waits for others: so much is under way at once. Whoever holds some gets one more only while
 * many are free, so there is one left for an organization that has none, however many hang for the others; within a
 * rank organizations take turns. Targets are those of one organization: who hangs for one customer may answer another.
 */
export class Places {
  readonly #held = new Map<string, number>();
  readonly #doors: Doors;
  /** When each organization got its last place, as a number that grows. */
  readonly #turns = new Map<string, number>();
  readonly #targetMax: number;
  #turn = 0;
  #free: number;

  /** `targetMax`: the most places of one target, where half of them are too many for it. */
  constructor(clock: Pick<Clock, 'elapsed'>, places: number, { targetMax = places } = {}) {
    this.#free = places;
    this.#targetMax = targetMax;
    this.#doors = new Doors(clock);
  }

  get free(): number {
    return this.#free;
  }

  /** Organizations that get no further place now. */
  full(): string[] {
    return [...this.#turns.keys()].filter((id) => !this.#mayHold(id, organizationFactor));
  }

  /** Targets that get no further place now. */
  fullTargets(): { organizationId: string; target: string }[] {
    return [...this.#held.keys()].flatMap((key) => {
      const [organizationId = '', target] = key.split(' ');
      const isFull = target !== undefined && !this.#targetMayHold(key);
      return isFull ? [{ organizationId, target }] : [];
    });
  }

  /** The one that is next to get a place; undefined when none of them gets one now. */
  next<Item extends Waiting>(waiting: readonly Item[]): Item | undefined {
    let first: Item | undefined;
    for (const one of waiting)
      if (this.#mayBegin(one) && (!first || this.#isBefore(one, first))) first = one;
    return first;
  }

  /** Takes a place; gives what leaves it. */
  take(claimant: Claimant): () => void {
    const keys = keysOf(claimant);
    this.#turn += 1;
    this.#turns.set(claimant.organizationId, this.#turn);
    this.#free -= 1;
    for (const key of keys) this.#held.set(key, this.#holds(key) + 1);
    return () => {
      this.#free += 1;
      for (const key of keys) {
        const left = this.#holds(key) - 1;
        if (left > 0) this.#held.set(key, left);
        else this.#held.delete(key);
      }
    };
  }

  /** Milliseconds until its target, which hangs, is tried again; 0 when it does not hang. */
  waitOf(claimant: Claimant): number {
    const key = targetKey(claimant);
    return key === null ? 0 : this.#doors.waitOf(key, this.#holds(key) > 0);
  }

  /** Its target is asked. Gives what ends that; see `Doors`. */
  ask(claimant: Claimant): (isLate: boolean) => boolean {
    const key = targetKey(claimant);
    const end = this.#doors.begin(key ?? theSameOne);
    return (isLate) => end(isLate) && key !== null;
  }

  /** Its target takes long to answer: who waits for it would not be told sooner if everybody else made way. */
  isSlow(claimant: Claimant): boolean {
    return this.#doors.isSlow(targetKey(claimant) ?? theSameOne);
  }

  #mayBegin(claimant: Claimant): boolean {
    const target = targetKey(claimant);
    return (
      this.#mayHold(claimant.organizationId, organizationFactor) &&
      (target === null || this.#targetMayHold(target)) &&
      this.waitOf(claimant) === 0
    );
  }

  #targetMayHold(key: string): boolean {
    return this.#holds(key) < this.#targetMax && this.#mayHold(key, targetFactor);
  }

  #mayHold(key: string, factor: number): boolean {
    const held = this.#holds(key);
    return held === 0 ? this.#free > 0 : held < factor * (this.#free - 1);
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    if (one.rank !== other.rank) return one.rank < other.rank;
    const turnOf = ({ organizationId }: Waiting) => this.#turns.get(organizationId) ?? 0;
    return turnOf(one) < turnOf(other);
  }

  #holds(key: string): number {
    return this.#held.get(key) ?? 0;
  }
}

function targetKey({ organizationId, target }: Claimant): string | null {
  return target === null ? null : `${organizationId} ${target}`;
}

function keysOf(claimant: Claimant): string[] {
  return [claimant.organizationId, targetKey(claimant)].filter((key) => key !== null);
}
