/** Days by name, in the zone of the browser: `2026-03-01`. */
export type PeriodName = 'week' | 'month' | 'quarter' | 'thisMonth' | 'lastMonth';

export const periodNames: readonly PeriodName[] = [
  'week',
  'month',
  'quarter',
  'thisMonth',
  'lastMonth',
];

export interface Days {
  from: string;
  until: string;
}

export function daysOf(name: PeriodName, today: Date): Days {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const days = (back: number): Days => ({
    from: text(year, month, day - back + 1),
    until: text(year, month, day),
  });
  switch (name) {
    case 'week':
      return days(7);
    case 'month':
      return days(30);
    case 'quarter':
      return days(90);
    case 'thisMonth':
      return { from: text(year, month, 1), until: text(year, month + 1, 0) };
    case 'lastMonth':
      return { from: text(year, month - 1, 1), until: text(year, month, 0) };
  }
}

function text(year: number, month: number, day: number): string {
  const moment = new Date(Date.UTC(year, month, day));
  return moment.toISOString().slice(0, 10);
}
