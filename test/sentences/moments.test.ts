import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayIn } from '../../console/parts/said/say-in.ts';
import { english } from '../../openapi/texts/english/index.ts';
import { german } from '../../openapi/texts/german/index.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import { offsetWhereTwice } from '../../openapi/texts/offset-where-twice.ts';
import { inEnglish, say, zonedMoment } from '../../src/sentences/index.ts';

/** Moments within sentences. */

/** By an hour, by half of one, the other way round in winter, below UTC, never. */
const zones = [
  ...['Europe/Berlin', 'Australia/Lord_Howe', 'Europe/Dublin', 'America/St_Johns'],
  ...['America/Sao_Paulo', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC', 'Pacific/Apia'],
];

/** Whether the clocks show its time twice, as `Temporal` says. */
function expected(instant: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toPlainDateTime().toZonedDateTime(zone, { disambiguation }),
  );
  return first?.epochMilliseconds === last?.epochMilliseconds ? '' : ` (${local.offset})`;
}

/** Within hours of a change of the clock, where there is one. */
const around = fc
  .record({
    zone: fc.constantFrom(...zones),
    year: fc.integer({ min: 1990, max: 2035 }),
    month: fc.integer({ min: 1, max: 12 }),
    minutes: fc.integer({ min: -240, max: 240 }),
  })
  .map(({ zone, year, month, minutes }) => {
    const from = Temporal.ZonedDateTime.from({ year, month, day: 1, timeZone: zone });
    const change = from.getTimeZoneTransition('next') ?? from;
    return { zone, instant: change.epochMilliseconds + minutes * 60_000 };
  });

test('the offset is said where the clocks show a time twice, and nowhere else', () => {
  let twice = 0;
  fc.assert(
    fc.property(around, ({ zone, instant }) => {
      const said = offsetWhereTwice(instant, zone);
      if (said !== '') twice += 1;
      expect(said).toBe(expected(instant, zone));
    }),
    { numRuns: 2000 },
  );
  expect(twice).toBeGreaterThan(50);
});

test('a sentence tells the two hours apart', () => {
  const until = (at: string) =>
    say('quietUntil', { until: zonedMoment(Date.parse(at), 'Europe/Berlin') });
  expect(inEnglish(until('2026-10-25T00:30:00Z'))).toBe(
    'Quiet hours of this person until Sun 25 Oct 02:30 (+02:00).',
  );
  expect(inEnglish(until('2026-10-25T01:30:00Z'))).toBe(
    'Quiet hours of this person until Sun 25 Oct 02:30 (+01:00).',
  );
  expect(sayIn(inGerman, until('2026-10-25T01:30:00Z'))).toBe(
    'Diese Person hat bis So., 25. Okt., 02:30 (+01:00) Ruhezeit.',
  );
  expect(inEnglish(until('2026-10-25T02:30:00Z'))).toBe(
    'Quiet hours of this person until Sun 25 Oct 03:30.',
  );
});

/** A moment begins with its day: `um Sa., 7. März, 18:00` is no German. */
const before = {
  en: /(?:\b(?:until|from|on|to|by|before|since|between|and|as far as|begin|end|not at)|:) $/i,
  de: /(?:\b(?:bis|ab|von|am|vor|seit|zwischen|und|statt)|:) $/i,
};

test.each([
  ['English', english, before.en],
  ['German', german, before.de],
] as const)('%s has words before a day before each moment', (_, texts, fits) => {
  const wrong = Object.entries(texts).flatMap(([code, text]) =>
    [...text.matchAll(/\{\w+:moment\}/g)]
      .filter(({ index }) => !fits.test(text.slice(0, index)))
      .map(() => code),
  );
  expect(wrong).toEqual([]);
  expect(fits.test('Ist sie um ') || fits.test('begins ')).toBe(false);
});
