import { useMemo } from 'react';
import { dateFormat, relativeFormat } from './formats.ts';
import { ownZone } from './local-time.ts';
import { useLanguage } from './texts.tsx';
import { useNow } from './use-now.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * `3 minutes ago`; the moment itself in the zone of the person, and in that of the team, on hover and for screen
 * readers.
 */
export function Moment({
  at,
  zone,
  absolute = false,
}: {
  at: string;
  zone?: string;
  absolute?: boolean;
}) {
  const { language } = useLanguage();
  const now = useNow();
  const { here, title } = useMemo(
    () => wordsOf(new Date(at), language, zone),
    [at, language, zone],
  );
  return (
    <time dateTime={at} title={title}>
      {absolute ? here : relative(Date.parse(at) - now, language)}
    </time>
  );
}

function wordsOf(time: Date, language: string, zone: string | undefined) {
  const here = formatMoment(time, language);
  const there = zone === undefined ? '' : ` · ${formatMoment(time, language, zone)} ${zone}`;
  return { here, title: `${here} ${zoneName(time, language)}${there}` };
}

export function formatMoment(time: Date, language: string, timeZone?: string): string {
  return momentFormat(language, timeZone).format(time);
}

/** `2 Dec 2026, 16:07–17:07`: the day is said once where both have the same. */
export function formatPeriod(start: Date, end: Date, language: string, timeZone?: string): string {
  return momentFormat(language, timeZone).formatRange(start, end);
}

function momentFormat(language: string, timeZone?: string): Intl.DateTimeFormat {
  return dateFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/** A day, `2026-03-16`, as the person's region writes it: `16 Mar 2026`. */
export function formatDay(day: string, language: string): string {
  const format = dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** `18:05`, or as the person's region writes it, where the person is. */
export function formatTimeOfDay(time: Date | number, language: string): string {
  return dateFormat(language, {
    timeStyle: 'short',
    timeZone: ownZone(),
  }).format(time);
}

/** `MEZ`: what the clocks of the person are called at that moment. */
function zoneName(time: Date, language: string): string {
  const parts = dateFormat(language, {
    timeZoneName: 'short',
  }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export function relative(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const format = relativeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, 'second');
}
