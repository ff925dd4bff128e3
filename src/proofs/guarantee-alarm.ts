import type { ShownResult } from './shown-result.ts';

/** The messages sent since a guarantee began to break. */
export interface Episode {
  since: Date;
  /** Days beforehand that were said. */
  daysTold: number[];
  isBrokenTold: boolean;
  /** Whose administrators were told; null: those of the organization. */
  teamId: string | null;
}

/** Something that people are still to be told. */
export interface GuaranteeNews {
  /** The same news have the same key. */
  key: string;
  at: Date;
  kind: 'BreaksOn' | 'Broken' | 'Over';
  teamId: string | null;
  /** The incident that would break it; null if it breaks no more. */
  breaks: { at: number; integration: string; people: number } | null;
}

export const daysBeforeDefault: readonly number[] = [14, 7, 3, 1];

const dayMilliseconds = 86_400_000;

/**
 * The news of a result, each once: that the guarantee will break, on each of `daysBefore`; that it is broken; and that
 * it is over: there is no break, or none before the time of the first warning. An undecided result changes nothing.
 * Pure.
 */
export function newsOf(
  before: Episode | null,
  result: ShownResult,
  daysBefore: readonly number[],
  now: Date,
): { episode: Episode | null; news: GuaranteeNews[] } {
  const { state, firstBreakAt } = result;
  if (state === 'NotDecided') return { episode: before, news: [] };
  const isBroken = state === 'Broken';
  const days = firstBreakAt === null ? null : (firstBreakAt - now.getTime()) / dayMilliseconds;
  const isFar = days === null || (!isBroken && days > Math.max(1, ...daysBefore));
  if (isFar) return { episode: null, news: before ? [over(before, now)] : [] };

  const teamId = result.counterExample?.teamId ?? before?.teamId ?? null;
  const known = before ?? { since: now, daysTold: [], isBrokenTold: false, teamId };
  const reached = daysBefore.filter((one) => days <= one);
  // A break that has moved away again is announced again when it comes near.
  const told = known.daysTold.filter((one) => reached.includes(one));
  const isNews = isBroken ? !known.isBrokenTold : reached.some((one) => !told.includes(one));
  const episode: Episode = {
    since: known.since,
    // Beforehand is over.
    daysTold: isBroken ? [...daysBefore] : reached,
    isBrokenTold: known.isBrokenTold || isBroken,
    teamId,
  };
  if (!isNews) return { episode: before && episode, news: [] };
  const kind = isBroken ? 'Broken' : 'BreaksOn';
  const key = isBroken ? kind : `${kind} ${Math.min(...reached)} ${now.getTime()}`;
  const breaks = {
    at: firstBreakAt ?? now.getTime(),
    integration: result.counterExample?.integration ?? '',
    people: result.counterExample?.peopleTold ?? 0,
  };
  return {
    episode,
    news: [{ key: `${key} ${known.since.getTime()}`, at: now, kind, teamId, breaks }],
  };
}

function over({ since, teamId }: Episode, at: Date): GuaranteeNews {
  return { key: `Over ${since.getTime()}`, at, kind: 'Over', teamId, breaks: null };
}
