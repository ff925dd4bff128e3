import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namedFirst, readCommand, readOverride } from '../../../src/surfaces/chat/read-command.ts';

it.each([
  ['', { kind: 'help' }],
  [' HELP me', { kind: 'help' }],
  ['oncall', { kind: 'onCall', rest: '' }],
  ['on-call  Data  Base ', { kind: 'onCall', rest: 'Data Base' }],
  ['ack 4c2b6f', { kind: 'change', action: 'acknowledge', reference: '4c2b6f' }],
  ['resolve', { kind: 'change', action: 'resolve', reference: '' }],
  ['page Data Base it burns', { kind: 'page', rest: 'Data Base it burns' }],
  ['override Web 2h', { kind: 'override', rest: 'Web 2h' }],
  ['acknowledgement', null],
  ['Checkout is down', null],
])('%j is %j', (text, expected) => {
  expect(readCommand(text)).toEqual(expected);
});

it.each([
  ['data base it burns', 'Data Base', 'it burns'],
  ['data it burns', 'Data', 'it burns'],
  ['“Data” base', 'Data', 'base'],
  ['Data', 'Data', ''],
])('%j begins with the longest name', (line, name, rest) => {
  const names = ['Data', 'Data Base', 'Twin', 'twin'];
  expect(namedFirst(names, (one) => one, line)).toEqual({ item: name, rest });
});

it.each(['Database', 'Twin it burns', '', '"Data'])(
  '%j begins with no name, or with two',
  (line) => {
    expect(namedFirst(['Data', 'Twin', 'twin', ''], (one) => one, line)).toBe(null);
  },
);

it.each([
  ['2h', { minutes: 120, tier: 1, from: null }],
  ['for 1d2h30m tier 2 from Ada Lovelace', { minutes: 1590, tier: 2, from: 'Ada Lovelace' }],
  ['31d', { minutes: 44_640, tier: 1, from: null }],
  ['31d1m', null],
  ['0m', null],
  ['2h tier 0', null],
  ['2', null],
  ['2h please', null],
  ['', null],
])('%j is the wish %j', (text, expected) => {
  expect(readOverride(text)).toEqual(expected);
});

it('takes any text without failing, and a wish is within its bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readCommand(text);
      namedFirst([text, 'a'], (one) => one, text);
      const wish = readOverride(text);
      expect(wish === null || (wish.minutes > 0 && wish.minutes <= 44_640)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
