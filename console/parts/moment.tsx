import { Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useLanguage } from './texts.tsx';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 minutes ago`; the moment itself in the zone of the person, and in that of the team, on hover and for screen readers. */
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
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  const time = new Date(at);
  const here = formatMoment(time, language);
  const there = zone === undefined ? '' : ` · ${formatMoment(time, language, zone)} ${zone}`;
  return (
    <Tooltip label={`${here}${there}`} openDelay={300}>
      <time dateTime={at} title={`${here}${there}`}>
        {absolute ? here : relative(time.getTime() - now, language)}
      </time>
    </Tooltip>
  );
}

export function formatMoment(time: Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(time);
}

export function relative(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, 'second');
}

/** `1 h 12 min`, `12 s`: how long something took. */
export function formatDuration(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const of = (value: number, unit: 'day' | 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < 60) return of(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return of(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${of(hours, 'hour')} ${of(minutes % 60, 'minute')}`;
  return `${of(Math.floor(hours / 24), 'day')} ${of(hours % 24, 'hour')}`;
}
