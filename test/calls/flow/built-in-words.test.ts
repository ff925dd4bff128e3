import { describe, expect, it } from 'vitest';
import { voiceLocales } from '../../../src/calls/carriers/voices.ts';
import { builtInWords, keysIn } from '../../../src/calls/flow/built-in-words.ts';

const english = builtInWords('en-US');

describe.each(voiceLocales.map(([locale, label]) => [locale, label] as const))(
  'the words of %s',
  (locale) => {
    const words = builtInWords(locale);

    it('are in its own language, all of them', () => {
      expect(Object.keys(words)).toEqual(Object.keys(english));
      for (const [name, text] of Object.entries(words)) {
        expect(text.trim(), name).toBe(text);
        if (!locale.startsWith('en')) expect(text, name).not.toBe(Reflect.get(english, name));
      }
    });

    it('name the number and its keys, and the key that accepts', () => {
      expect(words.menu).toContain('{name}');
      expect(words.menu).toContain('{keys}');
      expect(words.accept).toContain('{name}');
      expect(words.accept).toContain('1');
      expect(words.callBack).toContain('{name}');
      expect(words.callBack).toContain('1');
      expect(words.callBack).not.toBe(words.accept);
      expect(words.callerNumber).toContain('{number}');
      for (const text of [words.recordingNotice, words.callerWithheld])
        expect(text).not.toMatch(/[{}]/);
      const keys = keysIn(locale, [1, 2, 9]);
      for (const key of ['1', '2', '9']) expect(keys).toContain(key);
      if (!locale.startsWith('en')) expect(keys).not.toBe(keysIn('en-US', [1, 2, 9]));
    });
  },
);

it('a language without words is spoken to in English', () => {
  expect(builtInWords('tlh')).toBe(english);
});
