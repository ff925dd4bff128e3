import { CommandError, unsupported } from './errors.ts';
import { type Expression, fieldOf, type OperatorTable, type Scope } from './expression-scope.ts';
import { arithmeticOperators } from './expressions/arithmetic.ts';
import { arrayOperators } from './expressions/arrays.ts';
import { dateOperators } from './expressions/dates.ts';
import { logicOperators } from './expressions/logic.ts';
import { Doc, type Value } from './model.ts';

export type { Expression, Scope } from './expression-scope.ts';

/** All operators there are. The README of the embedded database says what decides about more. */
const operators: OperatorTable = {
  ...arithmeticOperators,
  ...arrayOperators,
  ...dateOperators,
  ...logicOperators,
};

/**
 * Compiles an aggregation expression. The result answers `undefined` for a missing value.
 * @throws CommandError with the server's code; operators not known here are refused
 */
export function compileExpression(source: Value): Expression {
  if (typeof source === 'string') return compileText(source);
  if (Array.isArray(source)) {
    const items = source.map(compileExpression);
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (source instanceof Doc) return compileDoc(source);
  return () => source;
}

function compileText(source: string): Expression {
  if (source.startsWith('$$')) return compileVariable(source.slice(2));
  if (!source.startsWith('$')) return () => source;
  const parts = fieldPath(source.slice(1));
  if (parts.length === 1) {
    const field = parts[0] as string;
    return (scope) => scope.root.get(field);
  }
  return (scope) => fieldOf(scope.root, parts, 0);
}

function fieldPath(path: string): string[] {
  const parts = path.split('.');
  if (path === '') {
    throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  }
  if (parts.includes('')) {
    throw new CommandError(15998, 'FieldPath field names may not be empty strings.');
  }
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar !== undefined) {
    throw new CommandError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
    );
  }
  return parts;
}

const removed: Expression = () => undefined;

function compileVariable(text: string): Expression {
  const [name = '', ...path] = text.split('.');
  const base = variable(name);
  return path.length === 0 ? base : (scope) => fieldOf(base(scope), path, 0);
}

function variable(name: string): Expression {
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (scope: Scope) => scope.root;
    case 'REMOVE':
      return removed;
    case 'NOW':
      return (scope: Scope) => scope.now;
    case 'CLUSTER_TIME':
    case 'USER_ROLES':
    case 'SEARCH_META':
      throw unsupported(`$$${name}`, 'BadValue');
    default:
      if (!/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name)) {
        throw new CommandError(
          'FailedToParse',
          `'${name}' starts with an invalid character for a user variable name`,
        );
      }
      // Nothing here defines variables: neither `let` nor operators with `as`.
      throw new CommandError(17276, `Use of undefined variable: ${name}`);
  }
}

function compileDoc(source: Doc): Expression {
  const first = source.firstKey;
  if (first?.startsWith('$')) {
    if (source.size !== 1) {
      throw new CommandError(
        15983,
        `an object representing an expression must have exactly one field: {${source.keys.join(', ')}}`,
      );
    }
    const operator = Object.hasOwn(operators, first) ? operators[first] : undefined;
    if (operator !== undefined) {
      return operator(source.values[0] as Value, compileExpression, first);
    }
    throw new CommandError('InvalidPipelineOperator', `Unrecognized expression '${first}'`);
  }
  const fields = [...source].map(([key, value]) => {
    if (key.startsWith('$')) {
      throw new CommandError(
        15983,
        `an object representing an expression must have exactly one field: {${source.keys.join(', ')}}`,
      );
    }
    return { key, value: compileExpression(value) };
  });
  return (scope) => {
    const doc = new Doc();
    for (const { key, value } of fields) {
      const result = value(scope);
      if (result !== undefined) doc.set(key, result);
    }
    return doc;
  };
}
