import { CommandError } from '../errors.ts';
import {
  type Expression,
  isNullish,
  namedSources,
  type OperatorCompiler,
  type OperatorTable,
  ofArguments,
  ofOne,
} from '../expression-scope.ts';
import { Doc, typeName, type Value } from '../model.ts';

const many = Number.POSITIVE_INFINITY;

/** Later members win, in place of the earlier; null and missing count as empty. */
export function mergeObjects(values: Iterable<Value | undefined>): Doc {
  const merged = new Doc();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!(value instanceof Doc)) {
      throw new CommandError(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
      );
    }
    for (const [key, member] of value) merged.set(key, member);
  }
  return merged;
}

function objectToArray(value: Value | undefined): Value {
  if (isNullish(value)) return null;
  if (!(value instanceof Doc)) {
    throw new CommandError(
      40390,
      `$objectToArray requires a document input, found: ${typeName(value)}`,
    );
  }
  return [...value].map(([k, v]) => new Doc(['k', 'v'], [k, v]));
}

function arrayToObject(value: Value | undefined): Value {
  if (isNullish(value)) return null;
  if (!Array.isArray(value)) {
    throw new CommandError(
      40386,
      `$arrayToObject requires an array input, found: ${typeName(value)}`,
    );
  }
  const doc = new Doc();
  for (const entry of value) {
    const [key, member] = entryOf(entry);
    if (typeof key !== 'string' || member === undefined || key.includes('\0')) {
      throw new CommandError(
        40392,
        '$arrayToObject requires an array of {k: <string>, v: <value>} or of [<string>, <value>]',
      );
    }
    doc.set(key, member);
  }
  return doc;
}

function entryOf(entry: Value): [Value | undefined, Value | undefined] {
  if (entry instanceof Doc && entry.size === 2) return [entry.get('k'), entry.get('v')];
  if (Array.isArray(entry) && entry.length === 2) return [entry[0], entry[1]];
  return [undefined, undefined];
}

const getField: OperatorCompiler = (argument, compile, name) => {
  const short = !(argument instanceof Doc) || argument.firstKey?.startsWith('$') === true;
  const sources = short
    ? Doc.of({ field: argument, input: '$$CURRENT' })
    : namedSources(argument, ['field', 'input'], [], name);
  const field = compile(sources.get('field') as Value);
  const input = compile(sources.get('input') as Value);
  return (scope) => {
    const key = fieldName(field(scope), name);
    const from = input(scope);
    if (isNullish(from)) return from === undefined ? undefined : null;
    return from instanceof Doc ? from.get(key) : undefined;
  };
};

function fieldName(value: Value | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new CommandError(
    5654602,
    `${name} requires 'field' to evaluate to type String, but got ${typeName(value)}`,
  );
}

function settingField(needsValue: boolean): OperatorCompiler {
  return (argument, compile, name) => {
    const names = needsValue ? ['field', 'input', 'value'] : ['field', 'input'];
    const sources = namedSources(argument, names, [], name);
    const field = compile(sources.get('field') as Value);
    const input = compile(sources.get('input') as Value);
    const value: Expression = needsValue ? compile(sources.get('value') as Value) : () => undefined;
    return (scope) => {
      const key = fieldName(field(scope), name);
      const from = input(scope);
      if (isNullish(from)) return null;
      if (!(from instanceof Doc)) {
        throw new CommandError(
          4161105,
          `${name} requires 'input' to evaluate to type Object, but got ${typeName(from)}`,
        );
      }
      const copy = from.copy();
      const next = value(scope);
      if (next === undefined) copy.delete(key);
      else copy.set(key, next);
      return copy;
    };
  };
}

export const objectOperators: OperatorTable = {
  $mergeObjects: ofArguments(0, many, (values) => {
    const only = values.length === 1 ? values[0] : undefined;
    return mergeObjects(Array.isArray(only) ? only : values);
  }),
  $objectToArray: ofOne(objectToArray),
  $arrayToObject: ofOne(arrayToObject),
  $getField: getField,
  $setField: settingField(true),
  $unsetField: settingField(false),
};
