import { valuesEqual } from '../compare.ts';
import { CommandError } from '../errors.ts';
import { isNullish, type OperatorTable, ofArguments } from '../expression-scope.ts';
import { typeName, type Value } from '../model.ts';
import { integerOf, toCount } from '../numbers.ts';

function mustBeWhole(value: Value | undefined, what: string, code: number): number {
  const whole = toCount(value);
  if (whole === undefined || Math.abs(whole) > 0x7fffffff) {
    throw new CommandError(
      code,
      `${what} must be representable as a 32-bit integer: ${typeName(value)}`,
    );
  }
  return whole;
}

function contains([wanted, items]: readonly (Value | undefined)[]): boolean {
  if (!Array.isArray(items)) {
    throw new CommandError(
      40081,
      `$in requires an array as a second argument, found: ${typeName(items)}`,
    );
  }
  return items.some((item) => wanted !== undefined && valuesEqual(item, wanted));
}

function slice(values: readonly (Value | undefined)[], name: string): Value {
  const [items] = values;
  if (values.some(isNullish)) return null;
  if (!Array.isArray(items)) {
    throw new CommandError(
      28724,
      `The argument to ${name} must be an array, but was of type: ${typeName(items)}`,
    );
  }
  const first = mustBeWhole(values[1], "$slice's second argument", 28725);
  if (values.length === 2) return first < 0 ? items.slice(first) : items.slice(0, first);
  const count = mustBeWhole(values[2], "$slice's third argument", 28727);
  if (count <= 0) throw new CommandError(28729, 'Third argument to $slice must be positive');
  const from = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(from, from + count);
}

function size([value]: readonly (Value | undefined)[]): Value {
  if (Array.isArray(value)) return integerOf(value.length);
  throw new CommandError(
    17124,
    `The argument to $size must be an array, but was of type: ${typeName(value)}`,
  );
}

export const arrayOperators: OperatorTable = {
  $in: ofArguments(2, 2, contains),
  $size: ofArguments(1, 1, size),
  $slice: ofArguments(2, 3, slice),
};
