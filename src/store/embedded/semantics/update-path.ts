import { CommandError } from './errors.ts';
import { Doc, typeName, type Value } from './model.ts';
import { isArrayIndex } from './path.ts';

/** Arrays never grow further than this by naming an index beyond their end. */
const paddingMax = 1_500_000;

/**
 * An operator at the end of its path: answers the new value, `undefined` to remove the field, or the very value it
 * was given when nothing changes. `path` tells where, with array indexes.
 */
export type Change = (old: Value | undefined, path: () => string) => Value | undefined;

export type Positions = {
  /** Index for `$`. */
  positional: number | undefined;
  /** Tests for `$[id]`. */
  filters: ReadonlyMap<string, (element: Value) => boolean>;
};

export const noPositions: Positions = { positional: undefined, filters: new Map() };

type PathChange = {
  parts: readonly string[];
  change: Change;
  /** Makes missing parents; without, a path that leads nowhere changes nothing. */
  creates: boolean;
  positions: Positions;
};

/**
 * Applies a change at a path and answers the changed copy of the document, or the document itself when nothing changed.
 * Only the containers on the path are copied.
 * @throws CommandError PathNotViable (28), BadValue (2)
 */
export function changeAt(doc: Doc, request: PathChange): Doc {
  return changeIn(doc, { ...request, walked: [] }, 0) as Doc;
}

type Walk = PathChange & { walked: string[] };

/** `value` with the rest of the path, from part `at` on, changed. */
function changeIn(value: Value, walk: Walk, at: number): Value {
  const part = walk.parts[at] as string;
  if (Array.isArray(value)) return changeInArray(value, walk, at);
  if (part.startsWith('$[')) {
    throw new CommandError(
      'BadValue',
      `Cannot apply array updates to non-array element ${walk.walked.at(-1)}: ${preview(value)}`,
    );
  }
  if (value instanceof Doc) return changeInDoc(value, walk, at);
  if (!walk.creates) return value;
  throw notViable(part, value, walk);
}

function changeInDoc(doc: Doc, walk: Walk, at: number): Doc {
  const name = fieldName(walk, at);
  const index = doc.indexOf(name);
  const old = index < 0 ? undefined : doc.values[index];
  const next = changeMember(old, name, walk, at);
  if (Object.is(next, old)) return doc;
  const copy = doc.copy();
  if (next === undefined) copy.delete(name);
  else if (index >= 0) copy.values[index] = next;
  else copy.set(name, next);
  return copy;
}

function changeInArray(items: Value[], walk: Walk, at: number): Value[] {
  let copy: Value[] | null = null;
  const visit = (i: number) => {
    const old = items[i];
    const next = changeMember(old, String(i), walk, at);
    if (Object.is(next, old)) return;
    copy ??= items.slice();
    while (copy.length < i) copy.push(null);
    // Removing an element leaves a hole, as indexes after it must not move.
    copy[i] = next ?? null;
  };
  const part = walk.parts[at] as string;
  if (part.startsWith('$[')) {
    const test = part === '$[]' ? () => true : walk.positions.filters.get(part.slice(2, -1));
    for (let i = 0; i < items.length; i++) if (test?.(items[i] as Value)) visit(i);
  } else {
    const index = indexIn(items, walk, at);
    if (index !== null) visit(index);
  }
  return copy ?? items;
}

function indexIn(items: readonly Value[], walk: Walk, at: number): number | null {
  const name = fieldName(walk, at);
  if (!isArrayIndex(name)) {
    if (!walk.creates) return null;
    throw notViable(name, items.slice(), walk);
  }
  const index = Number(name);
  if (index < items.length) return index;
  if (!walk.creates) return null;
  if (index > items.length + paddingMax) {
    throw new CommandError(
      'BadValue',
      `can't backfill more than ${paddingMax} elements in the array`,
    );
  }
  return index;
}

/** The new value of a member: the change itself at the end of the path, else what is below changed. */
function changeMember(
  old: Value | undefined,
  name: string,
  walk: Walk,
  at: number,
): Value | undefined {
  const { parts, walked } = walk;
  walked.push(name);
  const next =
    at + 1 === parts.length
      ? walk.change(old, () => walked.join('.'))
      : old === undefined
        ? createMember(walk, at + 1)
        : changeIn(old, walk, at + 1);
  walked.pop();
  return next;
}

function createMember(walk: Walk, at: number): Value | undefined {
  if (walk.parts[at]?.startsWith('$[')) {
    throw new CommandError(
      'BadValue',
      `The path '${walk.walked.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  return walk.creates ? changeIn(new Doc(), walk, at) : undefined;
}

function fieldName({ parts, positions }: Walk, at: number): string {
  const part = parts[at] as string;
  if (part !== '$') return part;
  if (positions.positional === undefined) {
    throw new CommandError(
      'BadValue',
      'The positional operator did not find the match needed from the query.',
    );
  }
  return String(positions.positional);
}

function notViable(name: string, within: Value, { walked }: Walk): CommandError {
  return new CommandError(
    'PathNotViable',
    `Cannot create field '${name}' in element {${walked.at(-1)}: ${preview(within)}}`,
  );
}

function preview(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return String(value);
  }
  return typeName(value);
}
