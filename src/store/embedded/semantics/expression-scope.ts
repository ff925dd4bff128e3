import { CommandError } from './errors.ts';
import { Doc, Undefined, type Value } from './model.ts';

/** The values that an expression can name: the document, and the time of the command. */
export type Scope = { readonly root: Doc; readonly now: Date };

/** Answers `undefined` for a missing value. */
export type Expression = (scope: Scope) => Value | undefined;

/** Compiles an operator's argument into an expression. */
export type OperatorCompiler = (
  argument: Value,
  compile: (source: Value) => Expression,
  name: string,
) => Expression;

export type OperatorTable = { readonly [name: string]: OperatorCompiler };

/** A path from a value on; through arrays it gathers what their objects have. */
export function fieldOf(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
): Value | undefined {
  if (at === parts.length) return value;
  if (value instanceof Doc) return fieldOf(value.get(parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  const found: Value[] = [];
  for (const item of value) {
    const each = fieldOf(item, parts, at);
    if (each !== undefined) found.push(each);
  }
  return found;
}

export function isNullish(value: Value | undefined): value is null | undefined | Undefined {
  return value === undefined || value === null || value instanceof Undefined;
}

/** An operator that takes `min` to `max` evaluated arguments; one argument needs no array around it. */
export function ofArguments(
  min: number,
  max: number,
  apply: (values: readonly (Value | undefined)[], name: string) => Value | undefined,
): OperatorCompiler {
  return (argument, compile, name) => {
    const sources = Array.isArray(argument) ? argument : [argument];
    checkCount(name, sources.length, min, max);
    const args = sources.map(compile);
    return (scope) =>
      apply(
        args.map((arg) => arg(scope)),
        name,
      );
  };
}

export function checkCount(name: string, given: number, min: number, max: number): void {
  if (given >= min && given <= max) return;
  if (min === max) {
    throw new CommandError(
      16020,
      `Expression ${name} takes exactly ${min} arguments. ${given} were passed in.`,
    );
  }
  throw new CommandError(
    28667,
    max === Number.POSITIVE_INFINITY
      ? `Expression ${name} takes at least ${min} arguments. ${given} were passed in.`
      : `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${given} were passed in.`,
  );
}

/** The argument document, after checking its names. @throws CommandError for unknown or missing names */
export function namedSources(
  argument: Value,
  required: readonly string[],
  optional: readonly string[],
  name: string,
): Doc {
  if (!(argument instanceof Doc)) {
    throw new CommandError('FailedToParse', `${name} only supports an object as its argument`);
  }
  for (const key of argument.keys) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new CommandError('FailedToParse', `Unrecognized argument to ${name}: ${key}`);
    }
  }
  for (const key of required) {
    if (!argument.has(key)) {
      throw new CommandError('FailedToParse', `Missing '${key}' parameter to ${name}`);
    }
  }
  return argument;
}
