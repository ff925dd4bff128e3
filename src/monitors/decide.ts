import type { Sentence } from '../sentences/index.ts';
import type { ProbePlan } from './plan.ts';

/** From good to bad. */
const levels = ['Up', 'Degraded', 'Down'] as const;
export type Level = (typeof levels)[number];

/** The result of one check. */
export interface Finding {
  level: Level;
  /** Null when there is nothing to say. */
  reason: Sentence | null;
  elapsedMilliseconds: number;
  certificateExpiresAt?: Date;
  /** Only where the settings ask for it. */
  responseBody?: string;
  /** Nothing was found out that counts: the level is the one known before. */
  isIgnored?: true;
  /** The check could not be made, for a reason of this server: nothing is known, and nothing changes. */
  notMade?: true;
}

/** The level that people were told, and how many checks in a row disagreed with it for the worse. */
export interface Standing {
  level: Level;
  failures: number;
}

export interface Verdict extends Standing {
  /** The new level is news: an incident has to hear of it. */
  isNews: boolean;
  /** The check is repeated soon: it failed, but not often enough. */
  isRetried: boolean;
}

/** The change after a check. Getting better is told at once, getting worse after `retriesMax` repetitions. */
export function decideCheck(
  standing: Standing,
  finding: Pick<Finding, 'level' | 'isIgnored' | 'notMade'>,
  { retriesMax }: Pick<ProbePlan, 'retriesMax'>,
): Verdict {
  const { level } = standing;
  if (finding.notMade) return { ...standing, isNews: false, isRetried: false };
  if (finding.isIgnored || finding.level === level)
    return { level, failures: 0, isNews: false, isRetried: false };
  const isWorse = levels.indexOf(finding.level) > levels.indexOf(level);
  if (isWorse && standing.failures < retriesMax)
    return { level, failures: standing.failures + 1, isNews: false, isRetried: true };
  return { level: finding.level, failures: 0, isNews: true, isRetried: false };
}
