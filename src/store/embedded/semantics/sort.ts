import { compareValues } from './compare.ts';
import { CommandError, unsupported } from './errors.ts';
import { reader } from './field-set.ts';
import { asNumber, Doc, typeName, undefinedValue, type Value } from './model.ts';
import { isArrayIndex, pathParts } from './path.ts';

export type SortKey = readonly (Value | undefined)[];

export type Sorter = {
  compare(a: Doc, b: Doc): number;
  /** The values a document sorts by, to keep beside raw bytes instead of the document. */
  keyOf(doc: Doc): SortKey;
  keyOfRaw(bytes: Uint8Array): SortKey;
  compareKeys(a: SortKey, b: SortKey): number;
  /** Same form as an index pattern, for the planner. */
  pattern: ReadonlyArray<{ path: string; direction: 1 | -1 }>;
  /** Top-level fields it reads. */
  fields: readonly string[];
};

const fieldsMax = 32;

/**
 * Compiles a sort specification. Arrays sort by their least element ascending, their greatest descending; an empty one
 * before null. `$natural` is the planner's affair and refused here.
 * @throws CommandError BadValue (2), 15975
 */
export function compileSort(spec: Doc): Sorter {
  const pattern = [...spec].map(([path, order]) => ({ path, direction: directionOf(path, order) }));
  if (pattern.length > fieldsMax) {
    throw new CommandError('BadValue', `too many sort fields: at most ${fieldsMax}`);
  }
  const parsed = pattern.map(({ path, direction }) => ({ parts: pathParts(path), direction }));
  const fields = [...new Set(parsed.map(({ parts }) => parts[0] as string))];
  const read = reader(fields);
  const keyOf = (doc: Doc): SortKey =>
    parsed.map(({ parts, direction }) => sortValue(doc, parts, direction));
  const compareKeys = (a: SortKey, b: SortKey): number => {
    for (let i = 0; i < parsed.length; i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return parsed[i]?.direction === 1 ? order : -order;
    }
    return 0;
  };
  return {
    compare: (a, b) => compareKeys(keyOf(a), keyOf(b)),
    keyOf,
    keyOfRaw: (bytes) => keyOf(read(bytes)),
    compareKeys,
    pattern,
    fields,
  };
}

function directionOf(path: string, order: Value): 1 | -1 {
  if (path === '')
    throw new CommandError(15976, 'FieldPath cannot be constructed with empty string');
  if (path.startsWith('$')) {
    throw unsupported(`the sort key ${path} together with others`, 'BadValue');
  }
  if (pathParts(path).includes('')) {
    throw new CommandError(15998, 'FieldPath field names may not be empty strings.');
  }
  if (order instanceof Doc) throw unsupported('sorting by $meta', 'BadValue');
  const number = asNumber(order);
  if (number === undefined) {
    throw new CommandError(
      15974,
      `Illegal key in $sort specification: ${path}: ${typeName(order)}`,
    );
  }
  if (number !== 1 && number !== -1) {
    throw new CommandError(
      15975,
      '$sort key ordering must be 1 (for ascending) or -1 (for descending)',
    );
  }
  return number;
}

/** The value that a document sorts by: the least or greatest of all the values its path reaches. */
function sortValue(doc: Doc, parts: readonly string[], direction: 1 | -1): Value | undefined {
  const value = parts.length === 1 ? doc.get(parts[0] as string) : undefined;
  if (parts.length === 1 && !Array.isArray(value)) return value;
  const found: (Value | undefined)[] = [];
  gather(doc, parts, 0, found);
  let best = found[0];
  for (let i = 1; i < found.length; i++) {
    if (compareValues(found[i], best) * direction < 0) best = found[i];
  }
  return best;
}

function gather(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
  found: (Value | undefined)[],
): void {
  const part = parts[at];
  if (Array.isArray(value)) {
    if (value.length === 0) {
      found.push(part === undefined ? undefinedValue : undefined);
    } else if (part === undefined) {
      found.push(...value);
    } else if (isArrayIndex(part) && Number(part) < value.length) {
      gather(value[Number(part)], parts, at + 1, found);
    } else {
      for (const item of value) {
        gather(item instanceof Doc ? item : undefined, parts, at, found);
      }
    }
  } else if (part === undefined) {
    found.push(value);
  } else {
    gather(
      value instanceof Doc ? value.get(part) : undefined,
      parts,
      value instanceof Doc ? at + 1 : parts.length,
      found,
    );
  }
}
