import { CommandError } from './errors.ts';
import { Doc, typeName, type Value } from './model.ts';
import { isArrayIndex } from './path.ts';

/** Arrays never grow further than this by naming an index beyond their end. */
const paddingMax = 1_500_000;

/** What an operator does at the end of its path: answers the new value, or `undefined` to remove the field. */
export type Change = (old: Value | undefined, path: () => string) => Value | undefined;

export type Positions = {
  /** Index for `$`. */
  positional: number | undefined;
  /** Tests for `$[id]`. */
  filters: ReadonlyMap<string, (element: Value) => boolean>;
};

/**
 * Applies a change at a path and answers the changed copy of `value`, or `value` itself when nothing changed.
 * Only the containers on the path are copied. `creates` makes missing parents.
 * @throws CommandError PathNotViable (28), BadValue (2)
 */
export function changeAt(
  value: Value,
  parts: readonly string[],
  at: number,
  change: Change,
  creates: boolean,
  positions: Positions,
  done: string[],
): Value {
  const part = parts[at] as string;
  if (value instanceof Doc) {
    if (part.startsWith('$') && part !== '$' && part.startsWith('$[')) {
      throw new CommandError(
        'BadValue',
        `Cannot apply array updates to non-array element ${nameOf(done)}: ${typeName(value)}`,
      );
    }
    return changeInDoc(
      value,
      parts,
      at,
      positionalPart(part, positions),
      change,
      creates,
      positions,
      done,
    );
  }
  if (Array.isArray(value))
    return changeInArray(value, parts, at, change, creates, positions, done);
  if (!creates) return value;
  throw new CommandError(
    'PathNotViable',
    `Cannot create field '${part}' in element {${done.at(-1)}: ${preview(value)}}`,
  );
}

function positionalPart(part: string, { positional }: Positions): string {
  if (part !== '$') return part;
  if (positional === undefined) {
    throw new CommandError(
      'BadValue',
      'The positional operator did not find the match needed from the query.',
    );
  }
  return String(positional);
}

function changeInDoc(
  doc: Doc,
  parts: readonly string[],
  at: number,
  part: string,
  change: Change,
  creates: boolean,
  positions: Positions,
  done: string[],
): Doc {
  const index = doc.indexOf(part);
  const old = index < 0 ? undefined : doc.values[index];
  done.push(part);
  const next = changed(old, parts, at, change, creates, positions, done);
  done.pop();
  if (Object.is(next, old)) return doc;
  const copy = doc.copy();
  if (next === undefined) copy.delete(part);
  else if (index >= 0) copy.values[index] = next;
  else copy.set(part, next);
  return copy;
}

/** The member's new value. */
function changed(
  old: Value | undefined,
  parts: readonly string[],
  at: number,
  change: Change,
  creates: boolean,
  positions: Positions,
  done: string[],
): Value | undefined {
  if (at + 1 === parts.length) return change(old, () => done.join('.'));
  if (old !== undefined) return changeAt(old, parts, at + 1, change, creates, positions, done);
  if (!creates) return undefined;
  const next = parts[at + 1] as string;
  if (next.startsWith('$[')) {
    throw new CommandError(
      'BadValue',
      `The path '${done.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  return changeAt(new Doc(), parts, at + 1, change, creates, positions, done);
}

function changeInArray(
  items: Value[],
  parts: readonly string[],
  at: number,
  change: Change,
  creates: boolean,
  positions: Positions,
  done: string[],
): Value[] {
  const part = parts[at] as string;
  let copy: Value[] | null = null;
  const visit = (i: number) => {
    const old = items[i];
    done.push(String(i));
    const next = changed(old, parts, at, change, creates, positions, done);
    done.pop();
    if (Object.is(next, old)) return;
    copy ??= items.slice();
    while (copy.length < i) copy.push(null);
    // Removing an element leaves a hole, as indexes after it must not move.
    copy[i] = next ?? null;
  };
  const identifier = part.startsWith('$[') ? part.slice(2, -1) : null;
  if (identifier !== null) {
    const test = identifier === '' ? () => true : positions.filters.get(identifier);
    for (let i = 0; i < items.length; i++) if (test?.(items[i] as Value)) visit(i);
  } else {
    const name = positionalPart(part, positions);
    if (!isArrayIndex(name)) {
      if (!creates) return items;
      throw new CommandError(
        'PathNotViable',
        `Cannot create field '${name}' in element {${done.at(-1)}: ${preview(items)}}`,
      );
    }
    const index = Number(name);
    if (index > items.length + paddingMax) {
      throw new CommandError(
        'BadValue',
        `can't backfill more than ${paddingMax} elements in the array`,
      );
    }
    if (index < items.length || creates) visit(index);
  }
  return copy ?? items;
}

function nameOf(done: readonly string[]): string {
  return done.at(-1) ?? '';
}

function preview(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return String(value);
  }
  return typeName(value);
}
