import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

// Without their types: those of the browser and of this program do not go together.
const load = (name: string) => import(new URL(`../../console/parts/${name}`, import.meta.url).href);
const { dateFormat, formatCount, numberFormat, relativeFormat } = await load('formats.ts');
const { regional } = await load('language.ts');

const language = fc.constantFrom('en', 'de', 'de-CH', 'en-IN', 'en-US');
const options = fc.constantFrom<Intl.DateTimeFormatOptions>(
  { dateStyle: 'medium', timeStyle: 'short' },
  { timeStyle: 'short', timeZone: 'Asia/Kolkata' },
  { timeStyle: 'short', timeZone: 'Europe/Berlin' },
  { weekday: 'short', timeZone: 'UTC' },
);
const moment = fc.integer({ min: 0, max: 4e12 });

describe('formats that are kept', () => {
  it('write what new ones write, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(language, options, moment, (tag, chosen, at) => {
        const fresh = new Intl.DateTimeFormat(regional(tag), chosen);
        expect(dateFormat(tag, chosen).format(at)).toBe(fresh.format(at));
      }),
    );
  });

  it('are of their own sort', () => {
    const empty = {};
    expect(dateFormat('de', empty)).toBeInstanceOf(Intl.DateTimeFormat);
    expect(numberFormat('de', empty)).toBeInstanceOf(Intl.NumberFormat);
    expect(relativeFormat('de', empty)).toBeInstanceOf(Intl.RelativeTimeFormat);
    expect(numberFormat('de', empty)).toBe(numberFormat('de', empty));
  });

  it('are not needed for what all languages write alike', () => {
    fc.assert(
      fc.property(language, fc.nat(20_000), (tag, count) => {
        const fresh = new Intl.NumberFormat(regional(tag));
        expect(formatCount(count, tag)).toBe(fresh.format(count));
      }),
    );
  });
});
