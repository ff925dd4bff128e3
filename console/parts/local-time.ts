/**
 * Wall-clock times of a zone, as `YYYY-MM-DDTHH:mm`. By `Intl`, because not every browser has Temporal yet; the rule is
 * that of the server: a time that occurs twice is its first occurrence, one that is skipped the moment of the skip.
 */
import { deviceZone } from './formats.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export function localOf(instant: number, zone: string): string {
  return textOf(wallClock(instant, zone));
}

export function instantOf(local: string, zone: string): number {
  const wanted = Date.parse(`${local}Z`);
  const offsets = [wanted - day, wanted + day].map((at) => wallClock(at, zone) - at);
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const found = candidates.find((at) => wallClock(at, zone) === wanted);
  if (found !== undefined) return found;
  let [before = wanted, after = wanted] = candidates;
  while (after - before > minute) {
    const middle = before + Math.floor((after - before) / minute / 2) * minute;
    if (wallClock(middle, zone) < wanted) before = middle;
    else after = middle;
  }
  return after;
}

export interface LocalDay {
  /** `YYYY-MM-DD`. */
  date: string;
  start: number;
  end: number;
  /** 24 but for days on which clocks change. */
  hours: number;
}

/** The days of a zone from one on. A day that does not exist is left out. */
export function daysFrom(date: string, count: number, zone: string): LocalDay[] {
  const dates = Array.from({ length: count + 1 }, (_, index) => addDays(date, index));
  const starts = dates.map((one) => instantOf(`${one}T00:00`, zone));
  return dates.slice(0, count).flatMap((one, index) => {
    const [start = 0, end = 0] = starts.slice(index, index + 2);
    return end > start ? [{ date: one, start, end, hours: (end - start) / (60 * minute) }] : [];
  });
}

export function addDays(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + count * day).toISOString().slice(0, 10);
}

export function dateOf(instant: number, zone: string): string {
  return localOf(instant, zone).slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay();
}

/**
 * That of the person; UTC where the browser does not know it, which it calls `Etc/Unknown`: no server has such a zone.
 */
export function ownZone(): string {
  const zone = deviceZone();
  return zone === 'Etc/Unknown' ? 'UTC' : zone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time that clocks of the zone show, as if it were UTC, cut to minutes. */
function wallClock(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(instant);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'));
}

function textOf(clock: number): string {
  return new Date(clock).toISOString().slice(0, 16);
}

/** The coming night at 03:00, when nobody is at work: a local time. */
export function nextNight(now: number, zone: string): string {
  const local = localOf(now, zone);
  const date = local.slice(0, 10);
  return `${local.slice(11) < '03:00' ? date : addDays(date, 1)}T03:00`;
}
