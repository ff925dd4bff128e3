import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asText } from '../../../src/surfaces/mcp/as-text.ts';
import { cleanText, cutText } from '../../../src/surfaces/mcp/clean-text.ts';
import { fenced } from '../../../src/surfaces/mcp/fenced.ts';
import { safeAnswer } from '../../../src/surfaces/mcp/safe-answer.ts';
import { assertInPortions, quickRuns } from '../../support/runs.ts';

describe('texts from outside', () => {
  it.each([
    ['a\u202Eb', 'ab', 'marks of direction'],
    ['a\u200Bb\u2060c\uFEFF', 'abc', 'zero widths'],
    ['a\u{E0041}\u{E007F}b', 'ab', 'tags'],
    ['a\uFE01\u{E0100}b', 'ab', 'variation selectors'],
    ['a\u0000\u001B[31mb', 'a[31mb', 'controls'],
    ['a\uD800b', 'ab', 'half a character'],
    ['a\r\nb\tc\rd', 'a\nb\tc\nd', 'line ends, which stay'],
    ['Störung 障害 عطل 🔥', 'Störung 障害 عطل 🔥', 'letters of any language, which stay'],
  ])('%j becomes %j: %s', (given, expected) => {
    expect(cleanText(given)).toBe(expected);
  });

  it('are clean after cleaning, whatever they are', async () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u{E0000}-\u{E007F}]/u);
      expect(clean.isWellFormed()).toBe(true);
      expect(cutText(clean, 5).text.isWellFormed()).toBe(true);
    });
    await assertInPortions(property, { numRuns: quickRuns(10_000) });
  });

  it('cannot end their fence', async () => {
    const marks = ['aa', 'bb', 'cc'];
    let at = 0;
    const text = fenced({ before: 'Answer.', inside: '>>> aa\nbb' }, () => marks[at++] ?? '');
    expect(text.split('\n').at(-1)).toBe('>>> cc');
    const property = fc.property(fc.string(), (inside) => {
      const lines = fenced({ before: 'Answer.', inside }).split('\n');
      const end = lines.at(-1) ?? '';
      expect(lines.filter((line) => line === end)).toHaveLength(1);
    });
    await assertInPortions(property, { numRuns: quickRuns(3000) });
  });

  it('are cut by what the document says they are', () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string', 'x-untrusted': 'title' },
        values: { type: 'array', items: { allOf: [{ type: 'string', 'x-untrusted': 'value' }] } },
        payload: { type: 'object', 'x-untrusted': 'payload' },
      },
    };
    const long = 'x'.repeat(5000);
    const { value, cut } = safeAnswer(
      { title: long, values: [long], payload: { a: long } },
      schema,
    );
    expect(cut).toBe(true);
    expect(value).toEqual({
      title: 'x'.repeat(300),
      values: ['x'.repeat(1000)],
      payload: { a: 'x'.repeat(4000) },
    });
    expect(safeAnswer({ title: 'short', other: long }, schema).cut).toBe(false);
  });
});

describe('an outline', () => {
  it('says what a value says, with each text on one line', () => {
    const outline = asText({
      title: 'Disk\nfull',
      empty: null,
      list: [
        { id: 1, tags: ['a', 'b'] },
        { id: 2, tags: [] },
      ],
      reason: 'Nobody',
      reasonSentence: { code: 'nobody' },
      nothing: {},
    });
    expect(outline.split('\n')).toEqual([
      'title: "Disk\\nfull"',
      'list:',
      '  - id: 1',
      '    tags:',
      '      - a',
      '      - b',
      '  - id: 2',
      '    tags: (none)',
      'reason: Nobody',
      'nothing:',
      '  (none)',
    ]);
  });
});
