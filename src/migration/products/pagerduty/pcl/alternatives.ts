import type { Atom, Expression } from './expression.ts';

export interface Literal {
  atom: Atom;
  isNegated: boolean;
}

/** More of them are no rules that people could read. */
const alternativesMax = 50;

/**
 * One of the alternatives has to hold, and of it everything: the expression without parentheses. Null: there are too
 * many of them.
 */
export function alternativesOf(expression: Expression): Literal[][] | null {
  return spread(expression, false);
}

function spread(expression: Expression, isNegated: boolean): Literal[][] | null {
  switch (expression.is) {
    case 'not':
      return spread(expression.of, !isNegated);
    case 'constant':
      return expression.value === isNegated ? [] : [[]];
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => spread(part, isNegated));
      const isAnd = (expression.is === 'and') !== isNegated;
      return isAnd ? multiplied(parts) : added(parts);
    }
    default:
      return [[{ atom: expression, isNegated }]];
  }
}

function added(parts: readonly (Literal[][] | null)[]): Literal[][] | null {
  const known = parts.filter((part) => part !== null);
  const all = known.flat();
  return known.length < parts.length || all.length > alternativesMax ? null : all;
}

function multiplied(parts: readonly (Literal[][] | null)[]): Literal[][] | null {
  let all: Literal[][] = [[]];
  for (const part of parts) {
    if (part === null || all.length * part.length > alternativesMax) return null;
    all = all.flatMap((one) => part.map((other) => [...one, ...other]));
  }
  return all;
}
