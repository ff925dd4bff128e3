import { localClock } from '../../calendar/index.ts';
import { isToolLane } from '../../notifications/index.ts';
import type { ReplayedIncident } from '../actor.ts';

/** The end of an incident: a person did something about it, it ended by itself, or neither. */
export type Fate = 'WorkedOn' | 'EndedItself' | 'Untouched';

export interface WakeUpCounts {
  wakeUps: number;
  /** From 22 to 7 by the clock of the person. */
  atNight: number;
  /** Nobody did anything about any incident of that minute. */
  needless: number;
  needlessAtNight: number;
}

export interface WakeUp {
  ownerId: string;
  /** Minutes since 1970. */
  minute: number;
}

const minuteMilliseconds = 60_000;

/** When an incident woke people: minutes in which somebody was told otherwise than by mail. */
export function wakeUpsOf({ sent }: Pick<ReplayedIncident, 'sent'>): WakeUp[] {
  const loud = sent.filter(({ lane, isAlert }) => isAlert && !isToolLane(lane) && lane !== 'Email');
  const all = loud.map(({ ownerId, at }) => ({
    ownerId,
    minute: Math.floor(at / minuteMilliseconds),
  }));
  return [...new Map(all.map((one) => [`${one.ownerId} ${one.minute}`, one])).values()];
}

export function isAtNight({ minute }: Pick<WakeUp, 'minute'>, timeZoneId: string): boolean {
  const local = localClock(timeZoneId).toLocal(minute * minuteMilliseconds);
  const hour = new Date(local).getUTCHours();
  return hour >= nightBegins || hour < nightEnds;
}

export const nightBegins = 22;
export const nightEnds = 7;

/** Wake-ups by person and minute: whatever comes in one minute wakes somebody once, in whatever order it is added. */
export class WakeUps {
  /** By person and minute: whether somebody did something about an incident of it. */
  readonly #minutes = new Map<string, Map<number, boolean>>();

  add(wakeUps: readonly WakeUp[], fate: Fate): void {
    for (const { ownerId, minute } of wakeUps) {
      const ofPerson = this.#minutes.get(ownerId) ?? new Map<number, boolean>();
      this.#minutes.set(ownerId, ofPerson);
      ofPerson.set(minute, fate === 'WorkedOn' || ofPerson.get(minute) === true);
    }
  }

  counts(zoneOf: (userId: string) => string): WakeUpCounts {
    const counts = { wakeUps: 0, atNight: 0, needless: 0, needlessAtNight: 0 };
    for (const [ownerId, minutes] of this.#minutes) {
      const zone = zoneOf(ownerId);
      for (const [minute, isNeeded] of minutes) {
        const isNight = isAtNight({ minute }, zone);
        counts.wakeUps += 1;
        if (isNight) counts.atNight += 1;
        if (!isNeeded) counts.needless += 1;
        if (isNight && !isNeeded) counts.needlessAtNight += 1;
      }
    }
    return counts;
  }
}
