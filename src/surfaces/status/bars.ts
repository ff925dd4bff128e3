import { type Html, html, joined, trusted } from '../../kernel/index.ts';
import type { DayHistory, ServiceContent } from '../../status-pages/index.ts';
import type { Telling } from './cards.ts';
import type { PageTexts } from './texts.ts';

const height = 34;
/** Width of a bar and the gap behind it, in the units of the picture. */
const bar = 3;
const step = 4;

/**
 * A bar for each day. Days on which nothing was wrong are one dashed line, so that a year is not longer than a week;
 * each other day is an element with words.
 */
export function bars(
  { title, days }: ServiceContent & { days: readonly DayHistory[] },
  { words, texts, day }: Pick<Telling, 'words' | 'texts' | 'day'>,
): Html {
  const width = days.length * step - (step - bar);
  const first = days.findIndex(({ state }) => state !== null);
  const known = first < 0 ? days.length : first;
  const middle = height / 2;
  const dashes = (from: number, until: number, colour: string) =>
    from >= until
      ? ''
      : `<path d="M${from * step} ${middle}H${until * step - (step - bar)}" stroke="var(--${colour})" stroke-dasharray="${bar} ${step - bar}"/>`;
  const special = days.map(({ date, state, downSeconds }, place) => {
    if (state === null || state === 'operational') return html``;
    const text = texts.day(day(date), words(state), duration(downSeconds, texts));
    return html`<path d="M${String(place * step)} ${String(middle)}h${String(bar)}" stroke="var(--${state.toLowerCase()})"><title>${text}</title></path>`;
  });
  return html`<svg class="bars" viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-label="${texts.bars(title, days.length)}">${trusted(
    dashes(0, known, 'none') + dashes(known, days.length, 'operational'),
  )}${joined(special)}</svg>`;
}

/** `2 h 5 min`; empty for nothing. */
function duration(seconds: number, texts: PageTexts): string {
  if (seconds <= 0) return '';
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60
    ? texts.minutes(minutes)
    : texts.hours(Math.floor(minutes / 60), minutes % 60);
}
