import { identical, valuesEqual } from './compare.ts';
import { CommandError } from './errors.ts';
import { compileMatch } from './match.ts';
import { dbRefFields } from './match-field.ts';
import { Doc, typeName, type Value } from './model.ts';
import { isArrayIndex, pathParts } from './path.ts';
import { compileTransforms } from './transform.ts';
import { type ChangeContext, operators, plainAppend, show } from './update-operators.ts';
import { type Change, changeAt, noPositions, type Positions } from './update-path.ts';

type UpdateContext = {
  /** From `matcher.positional`, when the update uses `$`. */
  positional?: number | undefined;
  /** `$setOnInsert` applies only then. */
  isInsert?: boolean;
  /** The caller does the `appends` of the update itself. */
  appended?: boolean;
  now: Date;
};

export type Updater = {
  /** A new document; the given one is never changed. `changed` is false for a no-op (then `doc` is the given one). */
  apply(doc: Doc, context: UpdateContext): { doc: Doc; changed: boolean };
  /** Multi-updates refuse a `replacement`, and an upsert starts differently for each. */
  kind: 'operators' | 'replacement' | 'pipeline';
  /** Uses the positional `$`: the caller must pass `positional`. */
  needsPositional: boolean;
  /** Top-level fields the update may touch; `null`: any. Untouched indexes need no work. */
  touches: readonly string[] | null;
  /** The values that are only appended to top-level arrays: such a step reads nothing but their length. */
  appends: ReadonlyMap<string, readonly Value[]>;
};

type UpdateOptions = { arrayFilters?: readonly Doc[] };

/**
 * Compiles an update document, a replacement document or an update pipeline.
 * @throws CommandError with the server's code and message
 */
export function compileUpdate(
  update: Doc | readonly Doc[],
  { arrayFilters = [] }: UpdateOptions = {},
): Updater {
  if (!(update instanceof Doc)) return compilePipeline(update, arrayFilters);
  if (update.firstKey?.startsWith('$')) return compileOperators(update, arrayFilters);
  if (arrayFilters.length > 0) {
    throw new CommandError(
      'BadValue',
      'Cannot specify arrayFilters for a replacement-style update',
    );
  }
  return compileReplacement(update);
}

function compilePipeline(stages: readonly Doc[], arrayFilters: readonly Doc[]): Updater {
  if (arrayFilters.length > 0) {
    throw new CommandError('FailedToParse', 'Cannot specify arrayFilters with an update pipeline');
  }
  const transform = compileTransforms(stages);
  return {
    kind: 'pipeline',
    needsPositional: false,
    touches: null,
    appends: new Map(),
    apply: (doc, { now }) => {
      const next = keepId(doc, transform(doc, { now }));
      return identical(doc, next) ? { doc, changed: false } : { doc: next, changed: true };
    },
  };
}

function compileReplacement(replacement: Doc): Updater {
  const dollar = replacement.keys.find((key) => key.startsWith('$'));
  if (dollar !== undefined) {
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return {
    kind: 'replacement',
    needsPositional: false,
    touches: null,
    appends: new Map(),
    apply: (doc) => {
      const next = keepId(doc, replacement);
      return identical(doc, next) ? { doc, changed: false } : { doc: next, changed: true };
    },
  };
}

/** The old `_id` in front; refuses another one. */
function keepId(old: Doc, next: Doc): Doc {
  const id = old.get('_id');
  const given = next.get('_id');
  if (id === undefined) return withIdFirst(next);
  if (given !== undefined && !valuesEqual(id, given)) {
    throw new CommandError(
      'ImmutableField',
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(given)}`,
    );
  }
  const copy = next.copy();
  copy.delete('_id');
  copy.keys.unshift('_id');
  copy.values.unshift(id);
  return copy;
}

/** Puts `_id` first, as stored documents have it; makes nothing up when it is missing. */
export function withIdFirst(doc: Doc): Doc {
  const at = doc.indexOf('_id');
  if (at <= 0) return doc;
  const id = doc.values[at] as Value;
  const copy = doc.copy();
  copy.delete('_id');
  return new Doc(['_id', ...copy.keys], [id, ...copy.values]);
}

type Step = {
  path: string;
  parts: readonly string[];
  creates: boolean;
  onlyOnInsert: boolean;
  /** Is one of the `appends`. */
  appends: boolean;
  change(context: ChangeContext): Change;
};

type Rename = { from: readonly string[]; to: readonly string[] };

function compileOperators(update: Doc, arrayFilters: readonly Doc[]): Updater {
  const steps: Step[] = [];
  const renames: Rename[] = [];
  const paths: string[] = [];
  const appends = new Map<string, readonly Value[]>();
  for (const [name, fields] of update) {
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (operator === undefined && name !== '$rename') {
      throw new CommandError(
        'FailedToParse',
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!(fields instanceof Doc)) {
      throw new CommandError(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(fields)}}`,
      );
    }
    for (const [path, operand] of fields) {
      paths.push(path);
      checkPath(path);
      if (operator === undefined) {
        renames.push(compileRename(path, operand));
        paths.push(operand as string);
      } else {
        const parts = pathParts(path);
        const change = operator.compile(operand, path);
        const appended = name === '$push' && parts.length === 1 ? plainAppend(operand) : undefined;
        if (appended !== undefined) appends.set(path, appended);
        steps.push({
          path,
          parts,
          creates: operator.creates,
          onlyOnInsert: name === '$setOnInsert',
          appends: appended !== undefined,
          change,
        });
      }
    }
  }
  refuseConflicts(paths);
  // New fields appear in the order of their names, whatever the order of the operators.
  steps.sort((a, b) => comparePaths(a.parts, b.parts));
  const filters = compileArrayFilters(arrayFilters, paths, update);
  const needsPositional = paths.some((path) => pathParts(path).includes('$'));
  const meetsArrays = needsPositional || paths.some((path) => path.includes('$['));
  const touches = [...new Set(paths.map((path) => pathParts(path)[0] as string))];
  const touchesId = touches.includes('_id');
  const apply = (doc: Doc, { positional, isInsert, appended, now }: UpdateContext) => {
    const positions: Positions = { positional, filters };
    const context: ChangeContext = { now, id: doc.get('_id') };
    let next = doc;
    const concrete: string[] | null = meetsArrays ? [] : null;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i] as Step;
      if ((step.onlyOnInsert && !isInsert) || (step.appends && appended)) continue;
      const change = step.change(context);
      const recorded: Change =
        concrete === null
          ? change
          : (old, path) => {
              concrete.push(path());
              return change(old, path);
            };
      next = changeAt(next, {
        parts: step.parts,
        change: recorded,
        creates: step.creates,
        positions,
      });
    }
    if (concrete !== null) refuseConflicts(concrete);
    for (const rename of renames) next = applyRename(next, rename, context);
    if (touchesId) refuseNewId(doc, next);
    return { doc: next, changed: next !== doc };
  };
  return { kind: 'operators', needsPositional, touches, appends, apply };
}

function checkPath(path: string): void {
  if (path === '') throw new CommandError('EmptyFieldName', 'An empty update path is not valid.');
  const parts = pathParts(path);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    if (part === '') {
      throw new CommandError(
        'EmptyFieldName',
        `The update path '${path}' contains an empty field name, which is not allowed.`,
      );
    }
    if (!part.startsWith('$')) continue;
    if (i === 0 && (part === '$' || part.startsWith('$['))) {
      throw new CommandError(
        'BadValue',
        `Cannot have positional operator '${part}' as the first element of the path '${path}'`,
      );
    }
    if (part === '$' && parts.indexOf('$', i + 1) >= 0) {
      throw new CommandError(
        'BadValue',
        `Too many positional (i.e. '$') elements found in path '${path}'`,
      );
    }
    const isField = dbRefFields.includes(part) || (i > 0 && !part.startsWith('$['));
    if (part !== '$' && !isField && !/^\$\[.*\]$/.test(part)) {
      throw new CommandError(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${part}' in '${path}' is not valid for storage.`,
      );
    }
  }
}

/** @throws CommandError ConflictingUpdateOperators (40) when one path is, or lies below, another */
function refuseConflicts(paths: readonly string[]): void {
  if (paths.length < 2) return;
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) throw conflict(path, path);
    seen.add(path);
  }
  for (const path of paths) {
    for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      const parent = path.slice(0, dot);
      if (seen.has(parent)) throw conflict(path, parent);
    }
  }
}

function conflict(path: string, at: string): CommandError {
  return new CommandError(
    'ConflictingUpdateOperators',
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const x = a[i] as string;
    const y = b[i] as string;
    if (x === y) continue;
    if (isArrayIndex(x) && isArrayIndex(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function compileRename(from: string, to: Value): Rename {
  if (typeof to !== 'string') {
    throw new CommandError(
      'BadValue',
      `The 'to' field for $rename must be a string: ${from}: ${show(to)}`,
    );
  }
  checkPath(to);
  if (from === to) {
    throw new CommandError(
      'BadValue',
      `The source and target field for $rename must differ: ${from}: ${show(to)}`,
    );
  }
  for (const [path, role] of [
    [from, 'source'],
    [to, 'destination'],
  ] as const) {
    if (pathParts(path).some((part) => part === '$' || part.startsWith('$['))) {
      throw new CommandError(
        'BadValue',
        `The ${role} field for $rename may not be dynamic: ${path}`,
      );
    }
  }
  return { from: pathParts(from), to: pathParts(to) };
}

function applyRename(doc: Doc, { from, to }: Rename, { id }: ChangeContext): Doc {
  let value: Value | undefined = doc;
  for (const part of from) {
    if (Array.isArray(value)) throw renameThroughArray('source', from, id);
    value = value instanceof Doc ? value.get(part) : undefined;
  }
  if (value === undefined) return doc;
  let target: Value | undefined = doc;
  for (const part of to) {
    if (Array.isArray(target)) throw renameThroughArray('destination', to, id);
    target = target instanceof Doc ? target.get(part) : undefined;
  }
  const moved = value;
  const positions = noPositions;
  const without = changeAt(doc, {
    parts: from,
    change: () => undefined,
    creates: false,
    positions,
  });
  return changeAt(without, { parts: to, change: () => moved, creates: true, positions });
}

function renameThroughArray(
  role: string,
  path: readonly string[],
  id: Value | undefined,
): CommandError {
  return new CommandError(
    'BadValue',
    `The ${role} field cannot be an array element, '${path.join('.')}' in doc with _id: ${show(id)}`,
  );
}

function refuseNewId(old: Doc, next: Doc): void {
  const id = old.get('_id');
  if (id !== undefined && !identical(id, next.get('_id'))) {
    throw new CommandError(
      'ImmutableField',
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
}

function compileArrayFilters(
  arrayFilters: readonly Doc[],
  paths: readonly string[],
  update: Doc,
): Positions['filters'] {
  const filters = new Map<string, (element: Value) => boolean>();
  for (const filter of arrayFilters) {
    const roots = new Set(rootsOf(filter));
    const [identifier] = roots;
    if (identifier === undefined || roots.size !== 1) {
      throw new CommandError(
        'FailedToParse',
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found ${[...roots].map((root) => `'${root}'`).join(' and ') || 'none'}`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      throw new CommandError(
        'BadValue',
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      );
    }
    if (filters.has(identifier)) {
      throw new CommandError(
        'FailedToParse',
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    }
    const matcher = compileMatch(filter);
    filters.set(identifier, (element) => matcher.test(new Doc([identifier], [element])));
  }
  const used = new Set<string>();
  for (const path of paths) {
    for (const part of pathParts(path)) {
      if (!part.startsWith('$[') || part === '$[]') continue;
      const identifier = part.slice(2, -1);
      if (!filters.has(identifier)) {
        throw new CommandError(
          'BadValue',
          `No array filter found for identifier '${identifier}' in path '${path}'`,
        );
      }
      used.add(identifier);
    }
  }
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      throw new CommandError(
        'FailedToParse',
        `The array filter for identifier '${identifier}' was not used in the update {${update.keys.join(', ')}}`,
      );
    }
  }
  return filters;
}

/** First path components an array filter names, through its logical operators. */
function rootsOf(filter: Doc): string[] {
  return [...filter].flatMap(([key, value]) => {
    if (!key.startsWith('$')) return [pathParts(key)[0] as string];
    if (!Array.isArray(value)) return [];
    return value.flatMap((branch) => (branch instanceof Doc ? rootsOf(branch) : []));
  });
}
