import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character there is, for `fc.string({ unit: anyCharacter })`. The `binary` of fast-check is the same, with a table of
 * all million of them that stays for as long as the worker lives.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (place) => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text || !text.isWellFormed())
      throw new Error('This is no character.');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
