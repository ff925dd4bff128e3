import { isObject } from '../../../kernel/index.ts';
import type { ShownSchedule } from '../../model/importer.ts';
import { stretchesOfShifts } from '../../model/shown-shifts.ts';
import type { Results } from '../../read/read-all.ts';
import { scheduleKey } from './schedules.ts';

/** The final schedules, in which entries name people by their ids. */
export function shownSchedules(results: Results): ShownSchedule[] {
  const shown = results.get('schedule-renderings');
  if (shown?.state !== 'whole') return [];
  const emails = emailsIn(results);
  return shown.answers.flatMap(({ of, objects }) => {
    const [schedule] = objects;
    const final = isObject(schedule) ? schedule.final_schedule : null;
    const entries =
      isObject(final) && Array.isArray(final.rendered_schedule_entries)
        ? final.rendered_schedule_entries
        : [];
    const stretches = stretchesOfShifts(
      entries.filter(isObject).map(({ start, end, user }) => ({
        ...{ from: Date.parse(String(start)), until: Date.parse(String(end)) },
        person: isObject(user) ? (emails.get(String(user.id)) ?? '') : '',
      })),
    );
    const [id = ''] = of;
    return stretches.length > 0 ? [{ key: scheduleKey(id), name: id, stretches }] : [];
  });
}

function emailsIn(results: Results): ReadonlyMap<string, string> {
  const users = results.get('users');
  if (users?.state !== 'whole') return new Map();
  return new Map(
    users.answers
      .flatMap(({ objects }) => objects)
      .filter(isObject)
      .map(({ id, email }) => [String(id), typeof email === 'string' ? email : '']),
  );
}
