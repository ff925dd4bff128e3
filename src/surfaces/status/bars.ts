import { type Html, html, joined } from '../../kernel/index.ts';
import type { DayHistory, ServiceContent } from '../../status-pages/index.ts';
import type { Telling } from './cards.ts';
import type { PageTexts } from './texts.ts';

const height = 34;
/** Width of a bar and the gap behind it, in the units of the picture; the sheet has them as dashes. */
const bar = 3;
const step = 4;

/** A day at its place among the days of the page. */
type PlacedDay = DayHistory & { place: number };

/**
 * A bar for each day. Days of the same state that follow each other are one dashed line, so that a year is not longer
 * than a week; the latest `wordsMax` days on which something was wrong are elements of their own, with words.
 */
export function bars(
  { title, days }: ServiceContent & { days: readonly DayHistory[] },
  told: Pick<Telling, 'words' | 'texts' | 'day'>,
  wordsMax: number,
): Html {
  const width = days.length * step - (step - bar);
  const placed = days.map((day, place) => ({ ...day, place }));
  const wrong = placed.filter(({ state }) => state !== null && state !== 'operational');
  const troubled = wrong.filter(({ state }) => state !== 'maintenance').length;
  const worded = new Set(wrong.slice(Math.max(0, wrong.length - wordsMax)));
  const states = Map.groupBy(placed, ({ state }) => state ?? 'none');
  const groups = [...states].map(([state, some]) => {
    const line = lineOf(some.filter((day) => !worded.has(day)));
    return html`<g class="${state}">${line}${joined(some.flatMap((day) => (worded.has(day) ? wordedDay(day, told) : [])))}</g>`;
  });
  return html`<svg class="bars" viewBox="0 ${String(-height / 2)} ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-label="${told.texts.bars(title, days.length, troubled)}">${joined(groups)}</svg>`;
}

/** One path for all of them, with a stroke for each run of days, which begins where the one before ends. */
function lineOf(days: readonly PlacedDay[]): Html {
  if (days.length === 0) return html``;
  let x = 0;
  const strokes = runsOf(days).map(([first, last]) => {
    const length = (last - first) * step + bar;
    const stroke = `m${first * step - x} 0h${length}`;
    x = first * step + length;
    return stroke;
  });
  return html`<path d="${strokes.join('')}"/>`;
}

/** The first and the last place of days that follow each other. */
function runsOf(days: readonly PlacedDay[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const { place } of days) {
    const run = runs.at(-1);
    if (run && run[1] === place - 1) run[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}

function wordedDay(
  { date, state, downSeconds, place }: PlacedDay,
  { words, texts, day }: Pick<Telling, 'words' | 'texts' | 'day'>,
): Html {
  const text = texts.day(day(date), words(state ?? 'operational'), duration(downSeconds, texts));
  return html`<path d="M${String(place * step)} 0h${String(bar)}"><title>${text}</title></path>`;
}

/** `2 h 5 min`; empty for nothing. */
function duration(seconds: number, texts: PageTexts): string {
  if (seconds <= 0) return '';
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60
    ? texts.minutes(minutes)
    : texts.hours(Math.floor(minutes / 60), minutes % 60);
}
