import { CommandError, unsupported } from './errors.ts';
import { compileExpression, type Expression, type Scope, scopeFor } from './expression.ts';
import { namedSources } from './expression-scope.ts';
import { mergeObjects } from './expressions/objects.ts';
import { bestOf, reducers } from './expressions/reducers.ts';
import { encodeKey } from './keys.ts';
import { Doc, type Value } from './model.ts';
import { toCount } from './numbers.ts';
import { compileSort, type Sorter, type SortKey } from './sort.ts';

/** One group's state of one accumulator. */
export type Accumulator = {
  add(scope: Scope): void;
  result(): Value;
};

/** Called with the values a group has to keep, to keep count of memory. */
export type Keeping = (value: Value) => void;

/**
 * Compiles `{$sum: ...}` of a group; the result makes one state per group.
 * @throws CommandError 15952 for what is no accumulator
 */
export function compileAccumulator(field: string, spec: Value): (keeping: Keeping) => Accumulator {
  if (!(spec instanceof Doc) || spec.size !== 1) {
    throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
  }
  const name = spec.firstKey ?? '';
  const argument = spec.values[0] as Value;
  if (Object.hasOwn(reducers, name)) {
    const expression = compileExpression(argument);
    const make = reducers[name as keyof typeof reducers];
    return () => {
      const reducer = make();
      return { add: (scope) => reducer.add(expression(scope)), result: () => reducer.result() };
    };
  }
  const compiler = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
  if (compiler !== undefined) return compiler(argument, name);
  if (['$accumulator', '$median', '$percentile'].includes(name)) {
    throw unsupported(`the accumulator ${name}`, 'BadValue');
  }
  throw new CommandError(15952, `unknown group operator '${name}'`);
}

type Compiler = (argument: Value, name: string) => (keeping: Keeping) => Accumulator;

const compilers: { readonly [name: string]: Compiler } = {
  $first: edge((seen) => !seen),
  $last: edge(() => true),
  $push: (argument) => {
    const expression = compileExpression(argument);
    return (keeping) => {
      const values: Value[] = [];
      return {
        add: (scope) => {
          const value = expression(scope);
          if (value === undefined) return;
          keeping(value);
          values.push(value);
        },
        result: () => values,
      };
    };
  },
  $addToSet: (argument) => {
    const expression = compileExpression(argument);
    return (keeping) => {
      const values = new Map<string, Value>();
      return {
        add: (scope) => {
          const value = expression(scope);
          if (value === undefined) return;
          const key = encodeKey([value], []).toString('latin1');
          if (values.has(key)) return;
          keeping(value);
          values.set(key, value);
        },
        result: () => [...values.values()],
      };
    };
  },
  $count: (argument) => {
    if (!(argument instanceof Doc) || argument.size > 0) {
      throw new CommandError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
    }
    return () => {
      const reducer = reducers.$sum();
      return { add: () => reducer.add(1), result: () => reducer.result() };
    };
  },
  $mergeObjects: (argument) => {
    const expression = compileExpression(argument);
    return (keeping) => {
      const merged = new Doc();
      return {
        add: (scope) => {
          const next = mergeObjects([expression(scope)]);
          keeping(next);
          for (const [key, value] of next) merged.set(key, value);
        },
        result: () => merged,
      };
    };
  },
  $firstN: several((values, n) => values.slice(0, n)),
  $lastN: several((values, n) => values.slice(-n)),
  $minN: several((values, n) => bestOf(values, n, 1)),
  $maxN: several((values, n) => bestOf(values, n, -1)),
  $top: sorted((entries) => entries[0] ?? null, false),
  $bottom: sorted((entries) => entries.at(-1) ?? null, false),
  $topN: sorted((entries, n) => entries.slice(0, n), true),
  $bottomN: sorted((entries, n) => entries.slice(-n), true),
};

function edge(replaces: (seen: boolean) => boolean): Compiler {
  return (argument) => {
    const expression = compileExpression(argument);
    return () => {
      let value: Value | undefined;
      let seen = false;
      return {
        add: (scope) => {
          if (replaces(seen)) value = expression(scope);
          seen = true;
        },
        result: () => value ?? null,
      };
    };
  };
}

function several(pick: (values: readonly Value[], n: number) => Value[]): Compiler {
  return (argument, name) => {
    const sources = namedSources(argument, ['input', 'n'], [], name);
    const input = compileExpression(sources.get('input') as Value);
    const n = constantCount(compileExpression(sources.get('n') as Value), name);
    return (keeping) => {
      const values: Value[] = [];
      return {
        add: (scope) => {
          const value = input(scope) ?? null;
          keeping(value);
          values.push(value);
        },
        result: () => pick(values, n),
      };
    };
  };
}

/** `n` may not depend on documents: it is the same for all groups. */
function constantCount(expression: Expression, name: string): number {
  const count = toCount(expression(scopeFor(new Doc())));
  if (count === undefined || count < 1) {
    throw new CommandError(5787908, `'n' of ${name} must be an integer greater than 0`);
  }
  return count;
}

function sorted(pick: (values: readonly Value[], n: number) => Value, counted: boolean): Compiler {
  return (argument, name) => {
    const required = counted ? ['output', 'sortBy', 'n'] : ['output', 'sortBy'];
    const sources = namedSources(argument, required, [], name);
    const output = compileExpression(sources.get('output') as Value);
    const by = sources.get('sortBy');
    if (!(by instanceof Doc)) throw new CommandError(5788604, `${name}: sortBy must be an object`);
    const sorter: Sorter = compileSort(by);
    const n = counted ? constantCount(compileExpression(sources.get('n') as Value), name) : 1;
    return (keeping) => {
      const entries: { key: SortKey; value: Value }[] = [];
      return {
        add: (scope) => {
          const value = output(scope) ?? null;
          keeping(value);
          entries.push({ key: sorter.keyOf(scope.root as Doc), value });
        },
        result: () => {
          entries.sort((a, b) => sorter.compareKeys(a.key, b.key));
          return pick(
            entries.map(({ value }) => value),
            n,
          );
        },
      };
    };
  };
}
