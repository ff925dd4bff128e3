import { describe, expect, it } from 'vitest';
import { run } from './evaluate-support.ts';

describe('map', () => {
  it.each([
    ['a pair', 'A->1,B->2', 'B', '2'],
    ['the empty left side is the fallback', 'A->1,->3', 'X', '3'],
    ['the fallback may stand anywhere', '->3,A->1', 'A', '1'],
    ['no hit and no fallback keeps the value', 'A->1', 'X', 'X'],
    ['the first of two equal left sides wins', 'A->1,A->2', 'A', '1'],
    ['the first fallback wins', '->1,->2', 'X', '1'],
    ['spaces around both sides are dropped', ' A -> 1 , B -> 2 ', 'B', '2'],
    ['case does not matter', 'critical->Critical', 'CRITICAL', 'Critical'],
    ['but an exact hit comes first', 'ok->lower,OK->upper', 'OK', 'upper'],
    ['only the first arrow divides', 'a->b->c', 'a', 'b->c'],
    ['blanks around the value do not matter', 'A->1', ' A ', '1'],
    ['a value without a hit keeps its blanks', 'A->1', ' X ', ' X '],
    ['inner spaces count', 'No Data->x,->y', 'NoData', 'y'],
    ['names of Object.prototype are no keys', 'A->1,->2', 'constructor', '2'],
    ['an empty right side blanks', 'A->', 'A', ''],
  ])('%s', (_, map, value, expected) => {
    expect(run([{ static: value }, { map }], {})).toBe(expected);
  });
});
