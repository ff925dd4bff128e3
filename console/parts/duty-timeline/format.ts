import { dateFormat } from '../formats.ts';

/** `Mo, 2. März, 09:00`, or as the person's region writes it: short, with the weekday, in the zone of the team. */
export function shortMoment(instant: number, language: string, timeZone: string): string {
  return dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(instant);
}

/** `Mo` or `Monday`, of a day `YYYY-MM-DD`. */
export function dayName(
  date: string,
  language: string,
  weekday: 'narrow' | 'short' | 'long',
): string {
  return dateFormat(language, { weekday, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00Z`));
}

export function monthName(date: string, language: string): string {
  return dateFormat(language, { month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00Z`),
  );
}
