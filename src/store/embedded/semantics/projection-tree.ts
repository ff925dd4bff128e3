import { CommandError } from './errors.ts';
import type { Expression, Scope } from './expression-scope.ts';
import { Doc, type Value } from './model.ts';
import { pathParts } from './path.ts';

/** What happens to one field. */
export type Leaf =
  | { kind: 'include' }
  | { kind: 'exclude' }
  | { kind: 'compute'; expression: Expression }
  /** Changes a value that is kept; `undefined` leaves it out. */
  | { kind: 'cut'; apply: (value: Value, context: CutContext) => Value | undefined };

type CutContext = { positional: number | undefined };

/** A projection by field; `Map` keeps the order of the specification. */
export type Tree = Map<string, Leaf | Tree>;

/** @throws CommandError 31249, 31250 when one path is, or lies below, another */
export function plant(tree: Tree, path: string, leaf: Leaf): void {
  const parts = pathParts(path);
  let at = tree;
  for (let i = 0; i < parts.length - 1; i++) {
    const part = parts[i] as string;
    const next = at.get(part);
    if (next === undefined) {
      const made: Tree = new Map();
      at.set(part, made);
      at = made;
    } else if (next instanceof Map) {
      at = next;
    } else {
      throw new CommandError(
        31249,
        `Path collision at ${path} remaining portion ${parts.slice(i + 1).join('.')}`,
      );
    }
  }
  const last = parts.at(-1) as string;
  if (at.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
  at.set(last, leaf);
}

/** Keeps what the tree names (`inclusive`), or all but what it excludes; computed fields come separately. */
export function prune(doc: Doc, tree: Tree, inclusive: boolean, context: CutContext): Doc {
  const kept = new Doc();
  for (let i = 0; i < doc.keys.length; i++) {
    const key = doc.keys[i] as string;
    const value = doc.values[i] as Value;
    const next = pruneMember(value, tree.get(key), inclusive, context);
    if (next !== undefined) {
      kept.keys.push(key);
      kept.values.push(next);
    }
  }
  return kept;
}

function pruneMember(
  value: Value,
  entry: Leaf | Tree | undefined,
  inclusive: boolean,
  context: CutContext,
): Value | undefined {
  if (entry === undefined) return inclusive ? undefined : value;
  if (entry instanceof Map) return pruneBelow(value, entry, inclusive, context);
  switch (entry.kind) {
    case 'include':
      return value;
    case 'exclude':
      return undefined;
    case 'cut':
      return entry.apply(value, context);
    case 'compute':
      // Kept for its place; the computed value replaces it.
      return inclusive ? undefined : value;
  }
}

function pruneBelow(
  value: Value,
  tree: Tree,
  inclusive: boolean,
  context: CutContext,
): Value | undefined {
  if (value instanceof Doc) return prune(value, tree, inclusive, context);
  if (Array.isArray(value)) {
    const items: Value[] = [];
    for (const item of value) {
      const next = pruneBelow(item, tree, inclusive, context);
      if (next !== undefined) items.push(next);
    }
    return items;
  }
  return inclusive ? undefined : value;
}

export function computes(tree: Tree): boolean {
  for (const entry of tree.values()) {
    if (entry instanceof Map ? computes(entry) : entry.kind === 'compute') return true;
  }
  return false;
}

/** A copy with the tree's computed fields set. A missing result removes the field. */
export function compute(doc: Doc, tree: Tree, scope: Scope): Doc {
  const copy = doc.copy();
  for (const [key, entry] of tree) {
    if (entry instanceof Map) {
      if (computes(entry)) copy.set(key, computeBelow(copy.get(key), entry, scope));
    } else if (entry.kind === 'compute') {
      const value = entry.expression(scope);
      if (value === undefined) copy.delete(key);
      else copy.set(key, value);
    }
  }
  return copy;
}

function computeBelow(value: Value | undefined, tree: Tree, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((item) => computeBelow(item, tree, scope));
  return compute(value instanceof Doc ? value : new Doc(), tree, scope);
}
