import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerOf, matchingEntry, reasonToBlock } from '../../src/calls/caller-number.ts';
import { parseCallerEntry } from '../../src/integrations/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';

const number = '+4930123456';
const isBlocked = (from: string, lists: { allowlist?: string[]; blocklist?: string[] }) =>
  reasonToBlock(callerOf(from, number).number, { allowlist: [], blocklist: [], ...lists }) !== null;

describe('the number of a caller', () => {
  it.each([
    ['+4915112345678', '+4915112345678'],
    ['+1 (415) 555-0132', '+14155550132'],
    ['004915112345678', '+4915112345678'],
    ['015112345678', '+4915112345678'],
    ['+٤٩١٥١١٢٣٤٥٦٧٨', '+4915112345678'],
    ['+441481960194', '+441481960194'],
    ['+14155552671;ext=12', '+14155552671'],
    ['+882161234567', '+882161234567'],
    // Longer than any number, and still the one that calls.
    ['+4366412345678901', '+4366412345678901'],
  ])('%s is %s', (from, e164) => {
    expect(callerOf(from, number)).toEqual({ number: e164, kind: 'number' });
  });

  it.each(['', ' ', 'anonymous', 'Anonymous', 'RESTRICTED', 'unavailable', 'unknown', 'blocked'])(
    '"%s" is a caller who shows no number',
    (from) => expect(callerOf(from, number)).toEqual({ number: null, kind: 'anonymous' }),
  );

  it.each(['266696687', '7378742833', '2562533', '8656696', '86282452253'])(
    '%s spells that there is none',
    (digits) => {
      for (const from of [digits, `+${digits}`, `+1${digits}`]) {
        expect(callerOf(from, number)).toEqual({ number: null, kind: 'anonymous' });
      }
    },
  );

  it('a SIP address has none, even when it looks like one', () => {
    for (const from of ['sip:bob@example.com', 'sips:+4915112345678@example.com', 'bob@pbx']) {
      expect(callerOf(from, number)).toEqual({ number: null, kind: 'sip' });
    }
    expect(callerOf('sip:anonymous@anonymous.invalid', number).kind).toBe('anonymous');
  });

  it.each(['+491', '+0123', '+1222', 'hello'])('%s is none', (from) => {
    expect(callerOf(from, number)).toEqual({ number: null, kind: 'invalid' });
  });

  it('no text makes it throw, and a number it gives is digits after a plus', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()@:;-]*$/)), (from) => {
        const caller = callerOf(from, number);
        expect(caller.number !== null).toBe(caller.kind === 'number');
        if (caller.number !== null) expect(caller.number).toMatch(/^\+[1-9]\d{6,}$/);
      }),
    );
  });
});

describe('entries of lists', () => {
  it.each([
    ['+49', '+49'],
    ['+49 151-123.456 78', '+4915112345678'],
    ['0049 (151) 12345678', '+4915112345678'],
    ['+49\u00a0151\u201112345678', '+4915112345678'],
    ['+1', '+1'],
    ['+1415', '+1415'],
    ['+1234567', '+1234567'],
  ])('%s is kept as %s', (text, entry) => expect(parseCallerEntry(text)).toEqual({ entry }));

  it.each([
    ['+49151', 'callerOfOddLength'],
    ['+491512', 'callerOfOddLength'],
    ['49', 'callerNeedsCountry'],
    ['0151 12345678', 'callerNeedsCountry'],
    ['+0123', 'callerNeedsCountry'],
    ['+', 'callerNeedsCountry'],
    ['', 'callerNeedsCountry'],
    ['+49abc', 'callerNeedsCountry'],
    ['+1234567890123456', 'callerTooLong'],
    ['+49 (0) 151 12345678', 'callerWithZero'],
  ])('%s is refused: %s', (text, problem) =>
    expect(parseCallerEntry(text)).toEqual({ problem: { code: problem, values: {} } }),
  );

  it('what was kept is kept again as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\+|00)[0-9 ().-]{1,18}$/), (text) => {
        const parsed = parseCallerEntry(text);
        if ('entry' in parsed) expect(parseCallerEntry(parsed.entry)).toEqual(parsed);
        else expect(inEnglish(parsed.problem)).toMatch(/^must /);
      }),
    );
  });

  it('a short one is the beginning of numbers, a long one is a number', () => {
    expect(matchingEntry('+4915112345678', ['+43', '+49'])).toBe('+49');
    expect(matchingEntry('+4915112345678', ['+491511234567'])).toBe(null);
    expect(matchingEntry('+4915112345678', ['+4915112345678'])).toBe('+4915112345678');
    expect(matchingEntry(null, ['+1', '+49'])).toBe(null);
  });
});

describe('who passes', () => {
  it('case 1: blocked and allowed at once is blocked', () => {
    const lists = { allowlist: ['+4915112345678'], blocklist: ['+49'] };
    expect(isBlocked('+4915112345678', lists)).toBe(true);
  });

  it('case 2: the allowed country passes, others do not', () => {
    expect(isBlocked('+4915112345678', { allowlist: ['+49'] })).toBe(false);
    expect(isBlocked('+4366412345678', { allowlist: ['+49'] })).toBe(true);
  });

  it('case 3: an anonymous caller does not pass an allowlist', () => {
    expect(isBlocked('anonymous', { allowlist: ['+49'] })).toBe(true);
    expect(isBlocked('anonymous', {})).toBe(false);
  });

  it('case 4: an anonymous caller is nobody from Lesotho', () => {
    expect(isBlocked('+266696687', { blocklist: ['+266'] })).toBe(false);
    expect(isBlocked('+266696687', { allowlist: ['+266'] })).toBe(true);
  });

  it('case 5: +1 is Canada, too', () => {
    expect(isBlocked('+16135550123', { allowlist: ['+1'] })).toBe(false);
  });

  it('case 8: a SIP caller passes empty lists', () => {
    expect(isBlocked('sip:bob@example.com', {})).toBe(false);
  });

  it('says why', () => {
    const lists = { allowlist: ['+43'], blocklist: ['+49'] };
    expect(reasonToBlock('+4915112345678', lists)).toMatchObject({ values: { entry: '+49' } });
    expect(reasonToBlock('+4179', lists)?.code).toBe('callerNotOnAllowlist');
    expect(reasonToBlock(null, lists)?.code).toBe('hiddenCallerNotAllowed');
  });
});
