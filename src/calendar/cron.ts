import { Cron } from 'croner';

const fieldsOnly = /^\s*(?:@[a-z]+|\S+(?:\s+\S+){4,6})\s*$/i;

/** The first moment after `after` that the expression names in this zone; null when there is none. */
export function nextCronRun(expression: string, timeZoneId: string, after: Date): Date | null {
  return new Cron(expression, { timezone: timeZoneId }).nextRun(after);
}

/** What is wrong with a cron expression, as a sentence; null when it names moments to come. */
export function cronMistake(expression: string, timeZoneId: string, now: Date): string | null {
  // A date alone is understood by the library, but is no schedule.
  if (!fieldsOnly.test(expression))
    return 'This is not a cron expression; write five fields, such as 0 3 * * *.';
  try {
    return nextCronRun(expression, timeZoneId, now) === null
      ? 'This expression names no moment that is still to come.'
      : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : '';
    return `This is not a cron expression: ${reason.replace(/\.?$/, '.')}`;
  }
}
