import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DayHistory, ServiceContent } from '../../../src/status-pages/index.ts';
import { bars } from '../../../src/surfaces/status/bars.ts';
import { pageTexts } from '../../../src/surfaces/status/texts.ts';
import { quickRuns } from '../../support/runs.ts';

const told = { words: (state: string) => state, texts: pageTexts.en, day: (date: string) => date };

// as: only these members are drawn.
const drawn = (days: readonly DayHistory[], wordsMax: number) =>
  bars({ title: 'Shop', days } as ServiceContent & { days: DayHistory[] }, told, wordsMax).markup;

/** By place: the state that colours it, and its words. */
function read(markup: string): Map<number, [string, string | null]> {
  const found = new Map<number, [string, string | null]>();
  const paint = (place: number, state: string, words: string | null) => {
    expect(found.has(place), `day ${place} is drawn twice`).toBe(false);
    found.set(place, [state, words]);
  };
  for (const [, state = '', inside = ''] of markup.matchAll(/<g class="(\w+)">(.*?)<\/g>/g)) {
    for (const [, x, words = ''] of inside.matchAll(/<path d="M(\d+) 0h3"><title>(.*?)<\/title>/g))
      paint(Number(x) / 4, state, words);
    let x = 0;
    for (const [, gap, length] of inside.matchAll(/m(\d+) 0h(\d+)/g)) {
      x += Number(gap);
      for (const end = x + Number(length); x < end; x += 4) paint(x / 4, state, null);
      // The last bar has no gap behind it.
      x -= 1;
    }
  }
  return found;
}

const days = fc.array(
  fc.record({
    state: fc.constantFrom(null, 'operational', 'maintenance', 'Minor', 'Warning', 'Critical'),
    downSeconds: fc.constantFrom(0, 59, 3600, 86_340),
  }),
  { minLength: 1, maxLength: 365 },
);

it('draws every day once in the colour of its state, with words for the latest days on which something was wrong', () => {
  fc.assert(
    fc.property(days, fc.nat(120), (states, wordsMax) => {
      const history = states.map((one, place) => ({ ...one, date: `day-${place}` }));
      const seen = read(drawn(history as DayHistory[], wordsMax));
      expect(seen.size).toBe(history.length);
      const worded = history
        .filter(({ state }) => state !== null && state !== 'operational')
        .slice(-wordsMax || history.length)
        .map(({ date }) => date);
      for (const [place, { date, state }] of history.entries()) {
        const [colour, words] = seen.get(place) ?? ['', null];
        expect(colour).toBe(state ?? 'none');
        expect(words !== null).toBe(wordsMax > 0 && worded.includes(date));
        if (words !== null) expect(words.startsWith(`${date}: ${state}`)).toBe(true);
      }
    }),
    { numRuns: quickRuns(1000) },
  );
});

it('a year without trouble is not longer than a week', () => {
  const quiet = (count: number) =>
    drawn(
      Array.from({ length: count }, (_, n) => ({
        date: String(n),
        state: 'operational' as const,
        downSeconds: 0,
      })),
      90,
    ).length;
  expect(quiet(365) - quiet(7)).toBeLessThan(10);
});
