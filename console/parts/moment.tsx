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
  const exact = `${here} ${zoneName(time, language)}`;
  const there = zone === undefined ? '' : ` · ${formatMoment(time, language, zone)} ${zone}`;
  return (
    <Tooltip label={`${exact}${there}`} openDelay={300}>
      <time dateTime={at} title={`${exact}${there}`}>
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

/** `MEZ`: what the clocks of the person are called at that moment. */
function zoneName(time: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export function relative(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, 'second');
}

const durationUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Below two days a shift is easier to compare in hours. */
const dayMin = 2;

/** `1 hr 12 min`, `1 min 30 sec`, `12 sec`: how long something took, by its largest unit and the one below. */
export function formatDuration(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const fitting = durationUnits.findIndex(
    ([unit, size]) => seconds >= (unit === 'day' ? dayMin * size : size),
  );
  const shown = durationUnits.slice(fitting).slice(0, 2);
  let rest = seconds;
  return shown
    .map(([unit, size], place) => {
      const value = Math.floor(rest / size);
      rest -= value * size;
      return value === 0 && place > 0 ? '' : formatUnit(value, unit, language);
    })
    .join(' ')
    .trim();
}

function formatUnit(value: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  );
}
