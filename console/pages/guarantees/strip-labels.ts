import { monthName } from '../../parts/duty-timeline/format.ts';
import { regional } from '../../parts/language.ts';
import { addDays, dateOf, instantOf } from '../../parts/local-time.ts';

/** A label closer to another one would stand on it on a phone. */
const apartMin = 0.16;

export interface StripLabel {
  at: number;
  name: string;
  side: 'start' | 'end' | null;
}

/** The labels below the strip: its first and its last day, and between them where months begin. */
export function labelsBetween(
  start: number,
  end: number,
  zone: string,
  language: string,
): StripLabel[] {
  const day = new Intl.DateTimeFormat(regional(language), {
    ...{ day: 'numeric', month: 'short', timeZone: zone },
  });
  const apart = (end - start) * apartMin;
  const labels: StripLabel[] = [{ at: start, name: day.format(start), side: 'start' }];
  for (let month = monthAfter(dateOf(start, zone)); ; month = monthAfter(month)) {
    const at = instantOf(`${month}T00:00`, zone);
    if (at > end - apart) break;
    if (at - (labels.at(-1)?.at ?? start) < apart) continue;
    labels.push({ at, name: monthName(month, language), side: null });
  }
  return [...labels, { at: end, name: day.format(end), side: 'end' }];
}

/** Its first day. */
function monthAfter(date: string): string {
  return `${addDays(`${date.slice(0, 7)}-01`, 32).slice(0, 7)}-01`;
}
