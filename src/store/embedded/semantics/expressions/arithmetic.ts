import { CommandError } from '../errors.ts';
import { isNullish, type OperatorTable, ofArguments } from '../expression-scope.ts';
import { isNumeric, typeName, type Value } from '../model.ts';
import {
  addWidening,
  divideNumbers,
  multiplyWidening,
  type Numeric,
  subtractWidening,
  toDouble,
} from '../numbers.ts';

const many = Number.POSITIVE_INFINITY;

function sum(values: readonly (Value | undefined)[], name: string): Value {
  let total: Numeric = 0;
  let date: Date | null = null;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date !== null)
        throw new CommandError(16612, `only one date allowed in an ${name} expression`);
      date = value;
    } else if (isNumeric(value)) {
      total = addWidening(total, value);
    } else {
      throw new CommandError(
        'TypeMismatch',
        `${name} only supports numeric or date types, not ${typeName(value)}`,
      );
    }
  }
  return date === null ? total : dateOf(date.getTime() + Math.round(toDouble(total)));
}

function dateOf(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw new CommandError('Overflow', 'date overflow');
  return date;
}

function subtract(values: readonly (Value | undefined)[]): Value {
  const [a, b] = values;
  if (isNullish(a) || isNullish(b)) return null;
  if (isNumeric(a) && isNumeric(b)) return subtractWidening(a, b);
  if (a instanceof Date) {
    if (b instanceof Date) return BigInt(a.getTime() - b.getTime());
    if (isNumeric(b)) return dateOf(a.getTime() - Math.round(toDouble(b)));
  }
  throw new CommandError('TypeMismatch', `can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

function multiply(values: readonly (Value | undefined)[], name: string): Value {
  let product: Numeric = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) {
      throw new CommandError(
        'TypeMismatch',
        `${name} only supports numeric types, not ${typeName(value)}`,
      );
    }
    product = multiplyWidening(product, value);
  }
  return product;
}

function divide([a, b]: readonly (Value | undefined)[], name: string): Value {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) {
    throw new CommandError(
      'TypeMismatch',
      `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  }
  if (toDouble(b) === 0) throw new CommandError('BadValue', "can't $divide by zero");
  return divideNumbers(a, b);
}

export const arithmeticOperators: OperatorTable = {
  $add: ofArguments(0, many, sum),
  $subtract: ofArguments(2, 2, subtract),
  $multiply: ofArguments(0, many, multiply),
  $divide: ofArguments(2, 2, divide),
};
