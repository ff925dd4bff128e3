import { numberFormat } from './formats.ts';

const durationUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Below two days a shift is easier to compare in hours. */
const dayMin = 2;

/** `1 hr 12 min`, `1 min 30 sec`, `12 sec`: how long something took, by its largest unit and the one below. */
export function formatDuration(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const fitting = durationUnits.findIndex(
    ([unit, size]) => seconds >= (unit === 'day' ? dayMin * size : size),
  );
  const shown = durationUnits.slice(fitting).slice(0, 2);
  let rest = seconds;
  return shown
    .map(([unit, size], place) => {
      const value = Math.floor(rest / size);
      rest -= value * size;
      return value === 0 && place > 0 ? '' : formatUnit(value, unit, language);
    })
    .join(' ')
    .trim();
}

function formatUnit(value: number, unit: string, language: string): string {
  return numberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(value);
}
