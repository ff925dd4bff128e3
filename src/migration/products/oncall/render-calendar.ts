import ICAL from 'ical.js';
import type { Source } from '../../model/ledger.ts';

/** Whom an event of a calendar names, and when. */
export interface CalendarEvent {
  from: number;
  until: number;
  level: number;
  userIds: readonly string[];
}

/**
 * The events of a calendar file, read as the documents of OnCall say: ical.js expands recurrence rules, and `Temporal`
 * makes instants of its local times.
 */
export function calendarEvents(
  text: string,
  users: readonly Source[],
  until: Date,
): CalendarEvent[] {
  const root = calendarIn(text);
  if (!root) return [];
  const zone = String(root.getFirstPropertyValue('x-wr-timezone') ?? 'UTC');
  const components = root.getAllSubcomponents('vevent');
  const uidOf = (one: Component) => String(one.getFirstPropertyValue('uid') ?? '');
  return components.flatMap((component) => {
    const others = components.filter((one) => one !== component && uidOf(one) === uidOf(component));
    try {
      return eventsOf(component, others, { users, until, zone });
    } catch {
      // A calendar that cannot be read puts nobody on call.
      return [];
    }
  });
}

type Component = InstanceType<typeof ICAL.Component>;

interface Asked {
  users: readonly Source[];
  until: Date;
  zone: string;
}

/** `others` move an occurrence of it elsewhere. */
function eventsOf(
  component: Component,
  others: readonly Component[],
  { users, until, zone }: Asked,
): CalendarEvent[] {
  if (component.getFirstPropertyValue('status') === 'CANCELLED') return [];
  const event = new ICAL.Event(component, { strictExceptions: true, exceptions: [] });
  const title = (event.summary ?? '').trim();
  const userIds = [title, (event.description ?? '').trim()].flatMap((name) => idsOf(name, users));
  if (userIds.length === 0) return [];
  const level = Number(/^\[L(\d+)\]/.exec(title)?.[1] ?? 0);
  const tzid = component.getFirstProperty('dtstart')?.getParameter('tzid');
  const own = typeof tzid === 'string' ? tzid : zone;
  const moved = new Set(
    others
      .flatMap((one) => one.getFirstPropertyValue('recurrence-id') ?? [])
      .flatMap((time) => (time instanceof ICAL.Time ? [instant(time, own)] : [])),
  );
  const starts = event.isRecurrenceException()
    ? [instant(event.startDate, own)]
    : [...startsOf(event, until, own)].filter((at) => !moved.has(at));
  const length = instant(event.endDate, own) - instant(event.startDate, own);
  return starts.map((from) => ({ from, until: from + length, level, userIds }));
}

/** Null: it is none, or nobody could read it. */
function calendarIn(text: string): Component | null {
  try {
    return text === '' ? null : new ICAL.Component(ICAL.parse(text));
  } catch {
    return null;
  }
}

function* startsOf(
  event: InstanceType<typeof ICAL.Event>,
  until: Date,
  zone: string,
): Generator<number> {
  if (!event.isRecurring()) {
    yield instant(event.startDate, zone);
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const at = instant(next, zone);
    if (at >= until.getTime()) return;
    yield at;
  }
}

function idsOf(name: string, users: readonly Source[]): string[] {
  const called = name.replace(/^\[L\d+\]/, '').trim();
  return users.flatMap((user) => {
    const isIt =
      called !== '' &&
      (user.text('username') === called ||
        user.text('email')?.toLowerCase() === called.toLowerCase());
    return isIt ? [user.text('id') ?? ''] : [];
  });
}

function instant(time: InstanceType<typeof ICAL.Time>, zone: string): number {
  const text = time.toString();
  if (time.isDate || text.endsWith('Z')) return Date.parse(text);
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
}
