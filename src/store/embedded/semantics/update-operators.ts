import { compareValues, identical, valuesEqual } from './compare.ts';
import { CommandError } from './errors.ts';
import { compileMatch } from './match.ts';
import { isElementOperators } from './match-field.ts';
import { BsonRegExp, Doc, Double, isNumeric, Timestamp, typeName, type Value } from './model.ts';
import {
  addNumbers,
  isDouble,
  isInteger,
  multiplyNumbers,
  type Numeric,
  refuseDecimals,
  toCount,
  toIntegral,
} from './numbers.ts';
import { pathParts } from './path.ts';
import { compileSort } from './sort.ts';
import type { Change } from './update-path.ts';

export type ChangeContext = { now: Date; id: Value | undefined };

type Operator = {
  /** Checks the operand once; the change is made per document. @throws CommandError */
  compile(operand: Value, path: string): (context: ChangeContext) => Change;
  /** Makes missing parents of its path. */
  creates: boolean;
};

function constant(change: Change): (context: ChangeContext) => Change {
  return () => change;
}

/** The operand, or the very value that is there when that is the same: how a no-op shows. */
function replaceBy(old: Value | undefined, value: Value): Value {
  return old !== undefined && identical(old, value) ? old : value;
}

export const operators: { readonly [name: string]: Operator } = {
  $set: {
    creates: true,
    compile: (operand) => constant((old) => replaceBy(old, operand)),
  },
  $setOnInsert: {
    creates: true,
    compile: (operand) => constant((old) => replaceBy(old, operand)),
  },
  $unset: { creates: false, compile: () => constant(() => undefined) },
  $inc: { creates: true, compile: (operand, path) => arithmetic('$inc', operand, path) },
  $mul: { creates: true, compile: (operand, path) => arithmetic('$mul', operand, path) },
  $min: { creates: true, compile: (operand) => constant(keepWhen(operand, (order) => order <= 0)) },
  $max: { creates: true, compile: (operand) => constant(keepWhen(operand, (order) => order >= 0)) },
  $currentDate: { creates: true, compile: currentDate },
  $push: { creates: true, compile: push },
  $addToSet: { creates: true, compile: addToSet },
  $pop: { creates: false, compile: pop },
  $pull: { creates: false, compile: (operand) => removal('$pull', pullTest(operand)) },
  $pullAll: { creates: false, compile: pullAll },
  $bit: { creates: true, compile: bit },
};

function keepWhen(operand: Value, keeps: (order: number) => boolean): Change {
  return (old) => (old !== undefined && keeps(compareValues(old, operand)) ? old : operand);
}

function arithmetic(op: '$inc' | '$mul', operand: Value, path: string) {
  if (!isNumeric(operand)) {
    const verb = op === '$inc' ? 'increment' : 'multiply';
    throw new CommandError(
      'TypeMismatch',
      `Cannot ${verb} with non-numeric argument: {${path}: ${show(operand)}}`,
    );
  }
  const number: Numeric = operand;
  refuseDecimals(number);
  return ({ id }: ChangeContext): Change =>
    (old, at) => {
      if (old === undefined) return op === '$inc' ? number : zeroLike(number);
      if (!isNumeric(old)) {
        throw new CommandError(
          'TypeMismatch',
          `Cannot apply ${op} to a value of non-numeric type. {_id: ${show(id)}} has the field '${at().split('.').at(-1)}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = op === '$inc' ? addNumbers(old, number) : multiplyNumbers(old, number);
      if (result === undefined) {
        throw new CommandError(
          'BadValue',
          `Failed to apply ${op} operations to current value (${show(old)}) for document {_id: ${show(id)}}`,
        );
      }
      return replaceBy(old, result);
    };
}

function zeroLike(number: Numeric): Value {
  if (typeof number === 'bigint') return 0n;
  return isDouble(number) ? new Double(0) : 0;
}

function currentDate(operand: Value) {
  const type = operand instanceof Doc && operand.size === 1 ? operand.get('$type') : undefined;
  if (typeof operand !== 'boolean' && type !== 'date' && type !== 'timestamp') {
    throw new CommandError(
      'BadValue',
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  return ({ now }: ChangeContext): Change =>
    () =>
      type === 'timestamp' ? new Timestamp(Math.floor(now.getTime() / 1000), 1) : now;
}

function push(operand: Value) {
  const clauses =
    operand instanceof Doc && operand.has('$each') ? operand : Doc.of({ $each: [operand] });
  for (const clause of clauses.keys) {
    if (!['$each', '$slice', '$sort', '$position'].includes(clause)) {
      throw new CommandError('BadValue', `Unrecognized clause in $push: ${clause}`);
    }
  }
  const each = eachOf('$push', clauses);
  const slice = wholeClause(clauses, '$slice');
  const position = wholeClause(clauses, '$position');
  const sort = clauses.get('$sort');
  const order = sort === undefined ? null : elementOrder(sort);
  return ({ id }: ChangeContext): Change =>
    (old, at) => {
      if (old !== undefined && !Array.isArray(old)) {
        throw new CommandError(
          'BadValue',
          `The field '${at()}' must be an array but is of type ${typeName(old)} in document {_id: ${show(id)}}`,
        );
      }
      const items = old ?? [];
      const next = items.slice();
      // A negative position counts from the end; `splice` reads both kinds as the server does.
      next.splice(position ?? next.length, 0, ...each);
      if (order !== null) next.sort(order);
      const kept =
        slice === undefined ? next : slice < 0 ? next.slice(slice) : next.slice(0, slice);
      return replaceBy(old, kept);
    };
}

/** The values that `$push` with this operand appends; `undefined` when it does more than that. */
export function plainAppend(operand: Value): readonly Value[] | undefined {
  if (!(operand instanceof Doc) || !operand.has('$each')) return [operand];
  return operand.size === 1 ? eachOf('$push', operand) : undefined;
}

function eachOf(op: string, clauses: Doc): Value[] {
  const each = clauses.get('$each');
  if (!Array.isArray(each)) {
    throw new CommandError(
      'BadValue',
      `The argument to $each in ${op} must be an array but it was of type: ${typeName(each)}`,
    );
  }
  return each;
}

function wholeClause(clauses: Doc, name: string): number | undefined {
  const value = clauses.get(name);
  if (value === undefined) return undefined;
  const whole = toCount(value);
  if (whole === undefined) {
    throw new CommandError(
      'BadValue',
      `The value for ${name} must be an integer value but was given type: ${typeName(value)}`,
    );
  }
  return whole;
}

function elementOrder(sort: Value): (a: Value, b: Value) => number {
  if (!(sort instanceof Doc)) {
    const direction = toCount(sort);
    if (direction !== 1 && direction !== -1) {
      throw new CommandError('BadValue', 'The $sort element value must be either 1 or -1');
    }
    return (a, b) => compareValues(a, b) * direction;
  }
  const fields = compileSort(sort).pattern.map(({ path, direction }) => ({
    parts: pathParts(path),
    direction,
  }));
  return (a, b) => {
    for (const { parts, direction } of fields) {
      const order = compareValues(through(a, parts), through(b, parts)) * direction;
      if (order !== 0) return order;
    }
    return 0;
  };
}

function through(value: Value, parts: readonly string[]): Value | undefined {
  let found: Value | undefined = value;
  for (const part of parts) found = found instanceof Doc ? found.get(part) : undefined;
  return found;
}

function addToSet(operand: Value) {
  const clauses = operand instanceof Doc && operand.firstKey === '$each' ? operand : null;
  const other = clauses?.keys.find((key) => key !== '$each');
  if (other !== undefined) {
    throw new CommandError(
      'BadValue',
      `Found unexpected fields after $each in $addToSet: ${other}`,
    );
  }
  const each = clauses === null ? [operand] : eachOf('$addToSet', clauses);
  return constant((old, at) => {
    if (old !== undefined && !Array.isArray(old)) {
      throw new CommandError(
        'BadValue',
        `Cannot apply $addToSet to non-array field. Field named '${at().split('.').at(-1)}' has non-array type ${typeName(old)}`,
      );
    }
    const next = (old ?? []).slice();
    for (const item of each) {
      if (!next.some((present) => valuesEqual(present, item))) next.push(item);
    }
    return old !== undefined && next.length === old.length ? old : next;
  });
}

function pop(operand: Value, path: string) {
  if (!isNumeric(operand)) {
    throw new CommandError('FailedToParse', `Expected a number in: ${path}: ${show(operand)}`);
  }
  const end = toCount(operand);
  if (end !== 1 && end !== -1) {
    throw new CommandError('FailedToParse', `$pop expects 1 or -1, found: ${show(operand)}`);
  }
  return constant((old, at) => {
    if (old === undefined) return old;
    if (!Array.isArray(old)) {
      throw new CommandError(
        'TypeMismatch',
        `Path '${at()}' contains an element of non-array type '${typeName(old)}'`,
      );
    }
    if (old.length === 0) return old;
    return end === 1 ? old.slice(0, -1) : old.slice(1);
  });
}

function removal(op: string, removes: (item: Value) => boolean) {
  return constant((old) => {
    if (old === undefined) return old;
    if (!Array.isArray(old)) {
      throw new CommandError('BadValue', `Cannot apply ${op} to a non-array value`);
    }
    const next = old.filter((item) => !removes(item));
    return next.length === old.length ? old : next;
  });
}

function pullTest(operand: Value): (item: Value) => boolean {
  if (operand instanceof BsonRegExp || (operand instanceof Doc && isElementOperators(operand))) {
    const matcher = compileMatch(new Doc(['element'], [operand]));
    return (item) => matcher.test(new Doc(['element'], [item]));
  }
  if (operand instanceof Doc) {
    const matcher = compileMatch(operand);
    if (matcher.fields === null)
      throw new CommandError('BadValue', '$expr cannot look at an element of a list');
    return (item) => item instanceof Doc && matcher.test(item);
  }
  return (item) => valuesEqual(item, operand);
}

function pullAll(operand: Value) {
  if (!Array.isArray(operand)) {
    throw new CommandError(
      'BadValue',
      `$pullAll requires an array argument but was given a ${typeName(operand)}`,
    );
  }
  return removal('$pullAll', (item) => operand.some((gone) => valuesEqual(item, gone)));
}

function bit(operand: Value) {
  if (!(operand instanceof Doc) || operand.size === 0) {
    throw new CommandError(
      'BadValue',
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = [...operand].map(([name, mask]) => {
    if (name !== 'and' && name !== 'or' && name !== 'xor') {
      throw new CommandError(
        'BadValue',
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator`,
      );
    }
    if (!isInteger(mask)) {
      throw new CommandError(
        'BadValue',
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(mask)}' is not supported here`,
      );
    }
    return { name, mask };
  });
  return constant((old) => {
    let result: Value = old ?? 0;
    for (const { name, mask } of steps) {
      if (!isInteger(result)) {
        throw new CommandError(
          'BadValue',
          `Cannot apply $bit to a value of non-integral type ${typeName(result)}`,
        );
      }
      const wide: boolean = typeof result === 'bigint' || typeof mask === 'bigint';
      const x: bigint = toIntegral(result) ?? 0n;
      const y: bigint = toIntegral(mask) ?? 0n;
      const bits = name === 'and' ? x & y : name === 'or' ? x | y : x ^ y;
      result = wide ? bits : Number(bits);
    }
    return old !== undefined && identical(old, result) ? old : result;
  });
}

/** A value in an error message. */
export function show(value: Value | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'object' && value !== null) {
    return 'toHex' in value ? `ObjectId('${value.toHex()}')` : typeName(value);
  }
  return String(value);
}
