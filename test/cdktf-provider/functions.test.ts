import { describe, expect, test } from 'vitest';
import { functions } from '../../cdktf-provider/functions.ts';
import type { Value } from '../../cdktf-provider/runtime/value.ts';

const call = (name: string, ...args: Value[]) => functions[name]?.call(args);

test.each([
  ['90s', 90],
  ['15m', 900],
  ['1d12h', 129_600],
  ['2w', 1_209_600],
  ['1w2d3h4m5s', 788_645],
])('seconds("%s") is %d', (text, expected) => {
  expect(call('seconds', text)).toBe(expected);
});

test.each(['', '15', 'm', '1m1h', '1.5h', '-1m', '1 h', '1h 5m'])(
  'seconds("%s") is refused',
  (text) => {
    expect(() => call('seconds', text)).toThrow('is not a duration');
  },
);

test('minutes refuses what is not whole minutes', () => {
  expect(call('minutes', '2h')).toBe(120);
  expect(() => call('minutes', '90s')).toThrow('not a whole number of minutes');
});

describe('value_map', () => {
  test('writes entries, and the value of everything else last', () => {
    expect(call('value_map', { ok: 'Resolved', bad: 'Open' })).toBe('ok->Resolved,bad->Open');
    expect(call('value_map', { ok: 'Resolved' }, 'Open')).toBe('ok->Resolved,->Open');
  });

  test('refuses what the text form cannot say', () => {
    expect(() => call('value_map', { 'a,b': 'x' })).toThrow('cannot hold a comma, an arrow');
    expect(() => call('value_map', { a: 'x->y' })).toThrow('cannot hold a comma, an arrow');
    expect(() => call('value_map', { a: ' x' })).toThrow('or blanks at an end');
    expect(() => call('value_map', { '': 'x' })).toThrow('everything else');
    expect(() => call('value_map', { a: null })).toThrow('"a" has no value');
    expect(() => call('value_map', {}, 'a', 'b')).toThrow('only one value');
  });
});
