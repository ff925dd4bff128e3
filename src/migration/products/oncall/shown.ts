import { isObject } from '../../../kernel/index.ts';
import type { ShownSchedule } from '../../model/importer.ts';
import { stretchesOfShifts } from '../../model/shown-shifts.ts';
import type { Results } from '../../read/read-all.ts';

/** The final shifts of schedules. The last second of whole days is missing there. */
export function shownSchedules(results: Results): ShownSchedule[] {
  const shown = results.get('final_shifts');
  if (shown?.state !== 'whole') return [];
  return shown.answers.flatMap(({ of, objects }) => {
    const stretches = stretchesOfShifts(
      objects.flatMap((shift) => {
        if (!isObject(shift)) return [];
        const { user_email: person, shift_start: start, shift_end: end } = shift;
        return [
          {
            ...{ from: Date.parse(String(start)), until: Date.parse(String(end)) },
            person: typeof person === 'string' ? person : '',
          },
        ];
      }),
    );
    const [id = ''] = of;
    return stretches.length > 0 ? [{ key: `oncall:schedules:${id}`, name: id, stretches }] : [];
  });
}
