import { invalidField } from '../../kernel/index.ts';
import { demandDateTime } from '../../resources/index.ts';
import { say } from '../../sentences/index.ts';

/** The members of a query, or of a body. */
type GivenInterval = { Start: string; End: string } | { start: string; end: string };

/** From when until when a request asks. 400 where the end is not after the start, or too many days behind it. */
export function intervalOf(given: GivenInterval, daysMax: number): [Date, Date] {
  const [names, values] =
    'Start' in given
      ? ([
          ['Start', 'End'],
          [given.Start, given.End],
        ] as const)
      : ([
          ['start', 'end'],
          [given.start, given.end],
        ] as const);
  for (const place of [0, 1] as const) demandDateTime(names[place], values[place]);
  const [start, end] = [new Date(values[0]), new Date(values[1])];
  if (end <= start) throw invalidField(names[1], say('mustBeAfter', { start: names[0] }));
  if (end.getTime() - start.getTime() > daysMax * 86_400_000)
    throw invalidField(names[1], say('mustBeWithinDays', { days: daysMax, start: names[0] }));
  return [start, end];
}
