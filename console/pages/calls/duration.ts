/** `1 min 30 sec`: calls are told apart by seconds, also beyond the first minute. */
export function formatDuration(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const of = (value: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return of(rest, 'second');
  return rest === 0 ? of(minutes, 'minute') : `${of(minutes, 'minute')} ${of(rest, 'second')}`;
}
