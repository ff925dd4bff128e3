import ICAL from 'ical.js';
import { zoneNamed } from '../calendar/index.ts';

/** A property as jCal has it (RFC 7265): name in small letters, parameters, type, values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
];

/** The content of a calendar file that matters here. */
export interface ParsedCalendar {
  /** The properties of each event. */
  events: readonly (readonly Property[])[];
  /** Events that are not well-formed. */
  unreadable: number;
  /** The zone of a name in the file; null where nobody knows it. */
  zoneOf(name: string): string | null;
  /** The zone of the whole calendar, where it says one. */
  timeZoneId: string | null;
}

/** No calendar at all, or more than one reads. */
export type Malformation = 'noCalendar' | 'tooMuch';

export class CalendarMalformed extends Error {
  readonly malformation: Malformation;

  constructor(malformation: Malformation) {
    super(malformation);
    this.malformation = malformation;
  }
}

type Component = readonly [name: string, properties: Property[], components: Component[]];

/**
 * Reads an iCalendar file (RFC 5545). One event that is not well-formed costs only itself. Throws `CalendarMalformed`
 * where there is no calendar, or more events than `eventsMax`.
 */
export function parseCalendar(text: string, eventsMax: number): ParsedCalendar {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text)) throw new CalendarMalformed('noCalendar');
  const [frame, ...bodies] = partsOf(text);
  if (bodies.length > eventsMax) throw new CalendarMalformed('tooMuch');
  const events: Property[][] = [];
  let unreadable = 0;
  for (const body of bodies) {
    const [event] = componentsOf(body) ?? [];
    if (event) events.push(event[1]);
    else unreadable += 1;
  }
  const [calendar] = componentsOf(frame ?? '') ?? [];
  const own = calendar?.[1] ?? [];
  const zones = new Map((calendar?.[2] ?? []).flatMap(fixedZone));
  const named = textOf(own, 'x-wr-timezone');
  return {
    events,
    unreadable,
    zoneOf: (name) => zoneNamed(name) ?? zones.get(name) ?? null,
    timeZoneId: named === null ? null : zoneNamed(named),
  };
}

/** The text of a property; null where there is none. */
export function textOf(properties: readonly Property[], name: string): string | null {
  const value = properties.find(([one]) => one === name)?.[3];
  return typeof value === 'string' ? value : null;
}

/** The file without its events, and each event by itself. */
function partsOf(text: string): string[] {
  const frame: string[] = [];
  const bodies: string[] = [];
  let event: string[] | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (event === null && /^BEGIN:VEVENT\s*$/i.test(line)) event = [];
    if (event === null) frame.push(line);
    else event.push(line);
    if (event !== null && /^END:VEVENT\s*$/i.test(line)) {
      bodies.push(event.join('\r\n'));
      event = null;
    }
  }
  // A file that was cut off: its last event is none.
  if (event !== null) bodies.push('');
  return [frame.join('\r\n'), ...bodies];
}

function componentsOf(text: string): Component[] | null {
  try {
    // One component is given as itself, several as a list.
    const parsed = ICAL.parse(text) as unknown[];
    return (typeof parsed[0] === 'string' ? [parsed] : parsed) as Component[];
  } catch {
    return null;
  }
}

/** A zone that the file describes itself, where its clock never changes: the offset. */
function fixedZone([name, properties, observances]: Component): [string, string][] {
  const tzid = textOf(properties, 'tzid');
  const [only, ...more] = observances;
  if (name !== 'vtimezone' || tzid === null || !only || more.length > 0) return [];
  if (only[1].some(([one]) => one === 'rrule' || one === 'rdate')) return [];
  const offset = textOf(only[1], 'tzoffsetto');
  return offset !== null && /^[+-]\d\d:\d\d$/.test(offset) ? [[tzid, offset]] : [];
}
