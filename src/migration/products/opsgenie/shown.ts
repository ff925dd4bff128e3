import { isObject } from '../../../kernel/index.ts';
import type { ShownSchedule } from '../../model/importer.ts';
import { type ShownShift, stretchesOfShifts } from '../../model/shown-shifts.ts';
import type { Results } from '../../read/read-all.ts';

/** The final timelines, with overrides and forwarding; teams and escalations are the people whom they stand for. */
export function shownSchedules(results: Results): ShownSchedule[] {
  const shown = results.get('schedule-timelines');
  if (shown?.state !== 'whole') return [];
  return shown.answers.flatMap(({ of, objects }) => {
    const [timeline] = objects;
    const final = isObject(timeline) ? timeline.finalTimeline : null;
    const stretches = stretchesOfShifts(
      listIn(final, 'rotations').flatMap((rotation) =>
        listIn(rotation, 'periods').flatMap((period) => shiftsOf(period)),
      ),
    );
    const [id = ''] = of;
    return stretches.length > 0 ? [{ key: `opsgenie:schedules:${id}`, name: id, stretches }] : [];
  });
}

function shiftsOf(period: Record<string, unknown>): ShownShift[] {
  const { recipient, startDate, endDate } = period;
  const flat = listIn(period, 'flattenedRecipients');
  const people = flat.length > 0 ? flat : isObject(recipient) ? [recipient] : [];
  return people.flatMap(({ type, name }) =>
    type === 'user' && typeof name === 'string'
      ? [{ from: Date.parse(String(startDate)), until: Date.parse(String(endDate)), person: name }]
      : [],
  );
}

function listIn(object: unknown, member: string): Record<string, unknown>[] {
  const list = isObject(object) ? object[member] : null;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
