import { Cron } from 'croner';

const fieldsOnly = /^\s*(?:@[a-z]+|\S+(?:\s+\S+){4,6})\s*$/i;

/** The first moment after `after` that the expression names in this zone; null when there is none. */
export function nextCronRun(expression: string, timeZoneId: string, after: Date): Date | null {
  return new Cron(expression, { timezone: timeZoneId }).nextRun(after);
}

export type CronMistake =
  | { kind: 'no-fields' }
  | { kind: 'never' }
  /** In words of the library that reads it. */
  | { kind: 'unreadable'; reason: string };

/** The mistake in a cron expression; null when it names moments to come. */
export function cronMistake(expression: string, timeZoneId: string, now: Date): CronMistake | null {
  // A date alone is understood by the library, but is no schedule.
  if (!fieldsOnly.test(expression)) return { kind: 'no-fields' };
  try {
    return nextCronRun(expression, timeZoneId, now) === null ? { kind: 'never' } : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    return { kind: 'unreadable', reason: reason.replace(/\.?$/, '.') };
  }
}
