import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserSpeech, languageOf } from '../../src/sentences/index.ts';

describe('how a browser is spoken to', () => {
  it('is in the language that it prefers, with dates of the region that it names', () => {
    const table = [
      [undefined, 'en', 'en-GB'],
      ['', 'en', 'en-GB'],
      ['fr-CH, fr;q=0.9', 'en', 'en-GB'],
      ['en-US,en;q=0.9', 'en', 'en-US'],
      ['de', 'de', 'de-DE'],
      ['de-CH, en;q=0.8', 'de', 'de-CH'],
      ['de-LI', 'de', 'de-DE'],
      ['en;q=0.1, de-Latn-AT;q=0.2', 'de', 'de-AT'],
      ['de;q=0', 'en', 'en-GB'],
      ['DE-at', 'de', 'de-AT'],
    ] as const;
    for (const [accepted, language, locale] of table)
      expect([accepted, browserSpeech(accepted)]).toEqual([accepted, { language, locale }]);
  });

  it('is in the language that was chosen, with a region only where the browser names one of it', () => {
    expect(browserSpeech('en-US', 'de').locale).toBe('de-DE');
    expect(browserSpeech('en-US, de-CH;q=0.1', 'de').locale).toBe('de-CH');
    expect(browserSpeech(undefined, 'de').locale).toBe('de-DE');
  });

  it('takes whatever a header has, and is one of a few', () => {
    const header = fc.oneof(
      fc.string(),
      fc.stringMatching(/^([a-z]{1,3}(-[A-Za-z]{1,4}){0,3}(;q=[\d.]{1,4})?,?){1,8}$/),
    );
    const locales = new Set<string>();
    fc.assert(
      fc.property(
        header,
        fc.constantFrom(null, 'en' as const, 'de' as const),
        (accepted, chosen) => {
          const speech = browserSpeech(accepted, chosen);
          locales.add(speech.locale);
          expect(speech.locale.startsWith(speech.language)).toBe(true);
          if (chosen !== null) expect(speech.language).toBe(chosen);
          else expect(speech.language).toBe(languageOf(accepted));
        },
      ),
      { numRuns: 300 },
    );
    expect(locales.size).toBeLessThanOrEqual(12);
  });
});
