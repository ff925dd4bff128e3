import type { Source } from '../../model/ledger.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import {
  type CalendarShift,
  type CalendarShifts,
  peopleByName,
  resolved,
  shiftsIn,
} from './calendar-shifts.ts';

const day = 86_400_000;
/** As far ahead as calendars are read. */
const daysAhead = 400;
const shiftsMax = 1000;
const overridesMax = 1000;
const quotedMax = 5;

/** Whom the calendar of a schedule puts on call, as days that are planned by hand. */
export function bringCalendar(account: Account, schedule: Source, teamId: string): void {
  const { work, teams } = account;
  const window = windowOf(account);
  const primary = readCalendar(account, schedule, 'ical_url_primary');
  const overrides = readCalendar(account, schedule, 'ical_url_overrides');
  if (!primary) return;
  const pieces = resolved([overrides?.shifts ?? [], primary.shifts], window);
  for (const month of monthsIn(window)) {
    const own = pieces.flatMap((piece) => partWithin(piece, month) ?? []);
    if (own.length > shiftsMax)
      schedule.say(
        'behaviour',
        `A month has ${shiftsMax} shifts at most: later ones are left out.`,
      );
    work.add(
      'tocsin_temporary_schedule',
      `oncall:calendar_days:${schedule.text('id')}:${month.name}`,
      {
        ...{ scheduleId: schedule.key, ...timesOf(month), reason: 'As its calendar says' },
        shifts: own
          .slice(0, shiftsMax)
          .map((piece) => ({ userIds: piece.users, ...timesOf(piece) })),
      },
    );
  }
  teams.involve(
    teamId,
    pieces.flatMap(({ users }) => users),
  );
  const until = new Date(window.until).toISOString().slice(0, 10);
  schedule.say(
    'behaviour',
    `A calendar elsewhere says who is on call. It is brought as days by hand until ${until}, as it was when it was ` +
      'saved; later changes of it do not count. Give its people layers by then: nobody is on call afterwards.',
  );
}

/** Whom a calendar puts on call in place of the shifts of a schedule. */
export function bringCalendarOverrides(account: Account, schedule: Source, teamId: string): void {
  const { work, teams } = account;
  const window = windowOf(account);
  const calendar = readCalendar(account, schedule, 'ical_url_overrides');
  if (!calendar) return;
  const pieces = resolved([calendar.shifts], window).flatMap(({ users, ...times }) =>
    users.map((userId) => ({ userId, ...times })),
  );
  if (pieces.length > overridesMax)
    schedule.say('behaviour', `Overrides beyond the first ${overridesMax} are left out.`);
  for (const { userId, ...times } of pieces.slice(0, overridesMax)) {
    const place = `${schedule.text('id')}:${times.from / 1000}:${userId.split(':').at(-1)}`;
    work.add('tocsin_on_call_override', `oncall:calendar_overrides:${place}`, {
      ...{ userId, scheduleId: schedule.key, type: 'online', mode: 'replace', ...timesOf(times) },
    });
  }
  teams.involve(
    teamId,
    pieces.map(({ userId }) => userId),
  );
  schedule.say(
    'behaviour',
    'Its overrides are in a calendar elsewhere. They are brought as it was when it was saved; later changes of it do ' +
      'not count.',
    'ical_url_overrides',
  );
}

interface Window {
  from: number;
  until: number;
}

function windowOf({ work }: Account): Window {
  const from = work.since.getTime();
  return { from, until: from + daysAhead * day };
}

/** Null, with a line: there is none, or it cannot be read. */
function readCalendar(account: Account, schedule: Source, member: string): CalendarShifts | null {
  const { work, people } = account;
  if (!schedule.members().includes(member) || !schedule.text(member)) return null;
  const file = work.ledger
    .all('calendars')
    .find((one) => one.of[0] === schedule.text('id') && one.text('member') === member);
  const text = file?.text('text');
  const found = text ? shiftsIn(text, peopleByName(people.sources), windowOf(account)) : null;
  if (!found) {
    const why = text ? 'it is no calendar, or a very large one' : file?.text('why');
    schedule.say(
      'behaviour',
      `Nobody is on call by its calendar, as that was not read${why ? `: ${why}` : ''}. Save it again, or give its ` +
        'people layers by hand.',
      member,
    );
    return null;
  }
  sayUnknown(schedule, found);
  return found;
}

function sayUnknown(schedule: Source, { unknown, unreadable }: CalendarShifts): void {
  const titles = [...new Set(unknown)].sort();
  if (titles.length > 0) {
    const quoted = titles.slice(0, quotedMax).map((title) => `"${cut(title, 80)}"`);
    const more = titles.length > quotedMax ? ` and ${titles.length - quotedMax} more` : '';
    schedule.say(
      'behaviour',
      `Titles that name nobody put nobody on call, here and there: ${quoted.join(', ')}${more}.`,
    );
  }
  if (unreadable > 0)
    schedule.say('behaviour', `${unreadable} events of its calendar cannot be read.`);
}

/** Months in UTC, cut to the window: what was brought last week has the same key. */
function monthsIn({ from, until }: Window): (Window & { name: string })[] {
  const months: (Window & { name: string })[] = [];
  for (let at = from; at < until; ) {
    const month = Temporal.PlainYearMonth.from(new Date(at).toISOString().slice(0, 7));
    const next = Date.parse(`${month.add({ months: 1 })}-01T00:00:00Z`);
    months.push({ from: at, until: Math.min(next, until), name: month.toString() });
    at = next;
  }
  return months;
}

function partWithin<Piece extends Window>(piece: Piece, { from, until }: Window): Piece | null {
  const part = { from: Math.max(piece.from, from), until: Math.min(piece.until, until) };
  return part.from < part.until ? { ...piece, ...part } : null;
}

function timesOf({ from, until }: Pick<CalendarShift, 'from' | 'until'>) {
  return { start: new Date(from).toISOString(), end: new Date(until).toISOString() };
}
