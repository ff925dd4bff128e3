import { CommandError, unsupported } from './errors.ts';
import { compileExpression } from './expression.ts';
import { reader } from './field-set.ts';
import { compileMatch } from './match.ts';
import { isOperators } from './match-field.ts';
import { isTruthy } from './match-leaf.ts';
import { Doc, isNumeric, type Value } from './model.ts';
import { toCount } from './numbers.ts';
import { pathParts } from './path.ts';
import { compute, computes, type Leaf, plant, prune, type Tree } from './projection-tree.ts';

type Projector = {
  apply(doc: Doc, positional?: number): Doc;
  /** `apply` on stored bytes; decodes only what is asked for when the projection includes whole fields. */
  applyRaw(bytes: Uint8Array, positional?: number): Doc;
  /** Uses the positional `$`: pass `matcher.positional(doc)`. */
  needsPositional: boolean;
  /** Top-level fields it reads, or `null` for the whole document. Covered reads need no more. */
  fields: readonly string[] | null;
};

type ProjectionOptions = { now: Date };

type Planting = {
  tree: Tree;
  /** `find` knows `$slice`, `$elemMatch` and the positional `$`; the `$project` stage does not. */
  find: boolean;
  included: string[];
  excluded: string[];
  id: 'include' | 'exclude' | 'compute' | null;
  needsPositional: boolean;
};

/** Compiles a find projection. @throws CommandError with the server's code and message */
export function compileProjection(spec: Doc, options: ProjectionOptions): Projector {
  const { projection, needsPositional, fields } = buildProjection(spec, true);
  const read = reader(fields);
  const apply = (doc: Doc, positional?: number) => {
    if (needsPositional && positional === undefined) {
      throw new CommandError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    }
    return projection(doc, options, positional);
  };
  return {
    apply,
    applyRaw: (bytes, positional) => apply(read(bytes), positional),
    needsPositional,
    fields,
  };
}

type Projection = (doc: Doc, options: ProjectionOptions, positional?: number) => Doc;

/** Shared by `find` and the `$project` stage. */
export function buildProjection(
  spec: Doc,
  find: boolean,
): { projection: Projection; needsPositional: boolean; fields: readonly string[] | null } {
  if (spec.size === 0 && find) {
    return { projection: (doc) => doc, needsPositional: false, fields: null };
  }
  if (spec.size === 0) {
    throw new CommandError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const planting: Planting = {
    tree: new Map(),
    find,
    included: [],
    excluded: [],
    id: null,
    needsPositional: false,
  };
  for (const [path, value] of spec) plantField(path, value, planting);
  const { tree, included, excluded, id, needsPositional } = planting;
  const [firstExcluded] = excluded;
  if (included.length > 0 && firstExcluded !== undefined) {
    throw spec.keys.indexOf(included[0] as string) < spec.keys.indexOf(firstExcluded)
      ? new CommandError(
          31254,
          `Cannot do exclusion on field ${firstExcluded} in inclusion projection`,
        )
      : new CommandError(
          31253,
          `Cannot do inclusion on field ${included[0]} in exclusion projection`,
        );
  }
  const inclusive =
    included.length > 0 || (excluded.length === 0 && id !== 'exclude' && id !== null);
  if (inclusive && id === null) tree.set('_id', { kind: 'include' });
  const computing = computes(tree);
  const projection: Projection = (doc, { now }, positional) => {
    const pruned = prune(doc, tree, inclusive, { positional });
    return computing ? compute(pruned, tree, { root: doc, now }) : pruned;
  };
  return {
    projection,
    needsPositional,
    fields: inclusive && !computing ? [...tree.keys()] : null,
  };
}

function plantField(path: string, value: Value, planting: Planting): void {
  if (path === '' || pathParts(path).includes('')) {
    throw new CommandError(40352, 'FieldPath cannot be constructed with empty string');
  }
  if (path.endsWith('.$') && planting.find) {
    plantPositional(path.slice(0, -2), value, planting);
    return;
  }
  if (
    pathParts(path).some((part) => part.startsWith('$') && !['$id', '$ref', '$db'].includes(part))
  ) {
    throw new CommandError(16410, `FieldPath field names may not start with '$'. Found: ${path}`);
  }
  if (typeof value === 'boolean' || isNumeric(value)) {
    const kind = isTruthy(value) ? 'include' : 'exclude';
    note(path, kind, planting);
    plant(planting.tree, path, { kind });
  } else if (value instanceof Doc && !isOperators(value)) {
    if (value.size === 0) {
      throw new CommandError(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
      );
    }
    for (const [key, inner] of value) plantField(`${path}.${key}`, inner, planting);
  } else {
    const leaf = operatorLeaf(path, value, planting);
    plant(planting.tree, path, leaf);
  }
}

function note(path: string, kind: 'include' | 'exclude' | 'compute', planting: Planting): void {
  if (path === '_id') planting.id = kind;
  else if (kind === 'exclude') planting.excluded.push(path);
  else planting.included.push(path);
}

function operatorLeaf(path: string, value: Value, planting: Planting): Leaf {
  const op = value instanceof Doc ? value.firstKey : undefined;
  const operand = value instanceof Doc ? value.values[0] : undefined;
  if (op === '$meta') throw unsupported('projecting $meta', 'BadValue');
  if (planting.find && op === '$slice' && operand !== undefined && isSlice(operand)) {
    // On its own it keeps all other fields, so it decides nothing about the projection's kind.
    return { kind: 'cut', apply: slicer(operand) };
  }
  if (planting.find && op === '$elemMatch') {
    if (!(operand instanceof Doc)) {
      throw new CommandError(
        31274,
        `elemMatch: Invalid argument, object required, but got ${path}`,
      );
    }
    if (path.includes('.')) {
      throw new CommandError(31275, 'Cannot use $elemMatch projection on a nested field');
    }
    note(path, 'include', planting);
    return { kind: 'cut', apply: firstMatching(operand) };
  }
  note(path, 'compute', planting);
  return { kind: 'compute', expression: compileExpression(value) };
}

function isSlice(operand: Value): boolean {
  if (isNumeric(operand)) return true;
  return Array.isArray(operand) && operand.length === 2 && operand.every(isNumeric);
}

function slicer(operand: Value): (value: Value) => Value {
  const [skip, limit] = Array.isArray(operand)
    ? [toCount(operand[0]), toCount(operand[1])]
    : [null, toCount(operand)];
  if (skip === undefined || limit === undefined) {
    throw new CommandError(28724, '$slice takes integers');
  }
  if (skip !== null && limit <= 0) {
    throw new CommandError(28724, 'Invalid $slice syntax: the limit must be positive');
  }
  const slice = (value: Value): Value => {
    if (!Array.isArray(value)) return value;
    if (skip === null) return limit < 0 ? value.slice(limit) : value.slice(0, limit);
    const from = skip < 0 ? Math.max(0, value.length + skip) : skip;
    return value.slice(from, from + limit);
  };
  return slice;
}

function firstMatching(condition: Doc): (value: Value) => Value | undefined {
  const matcher = compileMatch(new Doc(['array'], [new Doc(['$elemMatch'], [condition])]));
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const at = matcher.positional(new Doc(['array'], [value]));
    return at === undefined ? undefined : [value[at] as Value];
  };
}

function plantPositional(path: string, value: Value, planting: Planting): void {
  if (!isTruthy(value) || value instanceof Doc) {
    throw new CommandError(31395, `positional projection cannot be used with exclusion: ${path}.$`);
  }
  if (planting.needsPositional) {
    throw new CommandError(31276, 'Cannot specify more than one positional projection per query.');
  }
  planting.needsPositional = true;
  note(path, 'include', planting);
  plant(planting.tree, path, {
    kind: 'cut',
    apply: (found, { positional }) => {
      if (!Array.isArray(found)) return found;
      const item = positional === undefined ? undefined : found[positional];
      if (item === undefined) {
        throw new CommandError(
          51247,
          "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
        );
      }
      return [item];
    },
  });
}
