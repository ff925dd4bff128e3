import { compareValues } from '../compare.ts';
import { CommandError } from '../errors.ts';
import {
  checkCount,
  type Expression,
  isNullish,
  namedSources,
  type OperatorCompiler,
  type OperatorTable,
  ofArguments,
} from '../expression-scope.ts';
import { isTruthy } from '../match-leaf.ts';
import { Doc, minKey, type Value } from '../model.ts';

const many = Number.POSITIVE_INFINITY;

function comparison(holds: (order: number) => boolean): OperatorCompiler {
  return ofArguments(2, 2, ([a, b]) => holds(order(a, b)));
}

/** In expressions a missing value is below null. */
function order(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    return a === undefined ? (b === minKey ? 1 : -1) : a === minKey ? -1 : 1;
  }
  return compareValues(a, b);
}

const both: OperatorCompiler = (argument, compile) => {
  const args = (Array.isArray(argument) ? argument : [argument]).map(compile);
  return (scope) => args.every((arg) => isTruthy(arg(scope)));
};

const either: OperatorCompiler = (argument, compile) => {
  const args = (Array.isArray(argument) ? argument : [argument]).map(compile);
  return (scope) => args.some((arg) => isTruthy(arg(scope)));
};

const cond: OperatorCompiler = (argument, compile, name) => {
  const sources =
    argument instanceof Doc
      ? ['if', 'then', 'else'].map((key) => conditionPart(argument, key))
      : argument;
  if (!Array.isArray(sources)) throw new CommandError(16020, '$cond takes exactly 3 arguments');
  checkCount(name, sources.length, 3, 3);
  const [test, yes, no] = sources.map(compile) as [Expression, Expression, Expression];
  return (scope) => (isTruthy(test(scope)) ? yes(scope) : no(scope));
};

function conditionPart(argument: Doc, key: string): Value {
  const unknown = argument.keys.find((name) => !['if', 'then', 'else'].includes(name));
  if (unknown !== undefined) {
    throw new CommandError(17083, `Unrecognized parameter to $cond: ${unknown}`);
  }
  const part = argument.get(key);
  if (part === undefined) throw new CommandError(17080, `Missing '${key}' parameter to $cond`);
  return part;
}

const ifNull: OperatorCompiler = (argument, compile, name) => {
  const sources = Array.isArray(argument) ? argument : [argument];
  checkCount(name, sources.length, 2, many);
  const args = sources.map(compile);
  const last = args.pop() as Expression;
  return (scope) => {
    for (const arg of args) {
      const value = arg(scope);
      if (!isNullish(value)) return value;
    }
    return last(scope);
  };
};

const switchOperator: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['branches'], ['default'], name);
  const branches = sources.get('branches');
  if (!Array.isArray(branches) || branches.length === 0) {
    throw new CommandError(40068, '$switch requires at least one branch.');
  }
  const compiled = branches.map((branch) => {
    const parts = namedSources(branch, ['case', 'then'], [], name);
    return {
      test: compile(parts.get('case') as Value),
      value: compile(parts.get('then') as Value),
    };
  });
  const otherwise = sources.get('default');
  const fallback = otherwise === undefined ? null : compile(otherwise);
  return (scope) => {
    for (const { test, value } of compiled) if (isTruthy(test(scope))) return value(scope);
    if (fallback === null) {
      throw new CommandError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    }
    return fallback(scope);
  };
};

export const logicOperators: OperatorTable = {
  $and: both,
  $or: either,
  $not: ofArguments(1, 1, ([value]) => !isTruthy(value)),
  $cmp: ofArguments(2, 2, ([a, b]) => Math.sign(order(a, b))),
  $eq: comparison((sign) => sign === 0),
  $ne: comparison((sign) => sign !== 0),
  $gt: comparison((sign) => sign > 0),
  $gte: comparison((sign) => sign >= 0),
  $lt: comparison((sign) => sign < 0),
  $lte: comparison((sign) => sign <= 0),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $literal: (argument) => () => argument,
};
