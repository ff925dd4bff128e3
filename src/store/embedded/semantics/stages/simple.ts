import { CommandError } from '../errors.ts';
import { compileMatch } from '../match.ts';
import { Doc, typeName, type Value } from '../model.ts';
import { integerOf, toCount } from '../numbers.ts';
import { pathParts } from '../path.ts';
import { compileSort, type SortKey } from '../sort.ts';
import {
  dollarPath,
  memoryMeter,
  mustBeDoc,
  pause,
  roughBytes,
  type Stage,
  type StageCompiler,
} from './stage.ts';

export const match: StageCompiler = (spec) => {
  const filter = mustBeDoc(spec, '$match', 15959);
  // Compiled now so that a wrong filter is refused before anything runs, and again with the time.
  const plain = compileMatch(filter);
  return function* (input, { now }) {
    const matcher = plain.fields === null ? compileMatch(filter, { now }) : plain;
    for (const doc of input) if (doc === pause || matcher.test(doc)) yield doc;
  };
};

export const sort: StageCompiler = (spec) => sortStage(spec, 0);

/** `top`: only so many of the first are wanted; 0: all. */
export function sortStage(spec: Value, top: number): Stage {
  const by = mustBeDoc(spec, '$sort', 15973);
  if (by.size === 0) throw new CommandError(15976, '$sort stage must have at least one sort key');
  const sorter = compileSort(by);
  return function* (input, context) {
    let hold = memoryMeter('$sort', context);
    let entries: { doc: Doc; key: SortKey; bytes: number }[] = [];
    const arrange = () => {
      entries.sort((a, b) => sorter.compareKeys(a.key, b.key));
      if (top === 0 || entries.length <= top) return;
      entries = entries.slice(0, top);
      hold = memoryMeter('$sort', context);
      for (const { bytes } of entries) hold(bytes);
    };
    for (const doc of input) {
      if (doc === pause) {
        yield pause;
        continue;
      }
      const bytes = roughBytes(doc);
      hold(bytes);
      entries.push({ doc, key: sorter.keyOf(doc), bytes });
      if (top > 0 && entries.length >= top * 2 + 64) arrange();
    }
    arrange();
    for (const { doc } of entries) yield doc;
  };
}

/** @throws CommandError 15958 */
export function limitOf(spec: Value): number {
  const limit = wholeOf(spec, '$limit', 2107201);
  if (limit <= 0) throw new CommandError(15958, 'the limit must be positive');
  return limit;
}

/** @throws CommandError 5107200 */
export function skipOf(spec: Value): number {
  const skip = wholeOf(spec, '$skip', 5107200);
  if (skip < 0)
    throw new CommandError(
      5107200,
      'invalid argument to $skip stage: Expected a non-negative number',
    );
  return skip;
}

function wholeOf(spec: Value, stage: string, code: number): number {
  const whole = toCount(spec);
  if (whole === undefined) {
    throw new CommandError(
      code,
      `invalid argument to ${stage} stage: Expected an integer, found ${typeName(spec)}`,
    );
  }
  return whole;
}

export const limit: StageCompiler = (spec) => {
  const most = limitOf(spec);
  return function* (input) {
    let given = 0;
    for (const doc of input) {
      yield doc;
      if (doc !== pause && ++given >= most) return;
    }
  };
};

export const skip: StageCompiler = (spec) => {
  const count = skipOf(spec);
  return function* (input) {
    let seen = 0;
    for (const doc of input) if (doc === pause || ++seen > count) yield doc;
  };
};

/** @throws CommandError 40156 and neighbours */
export function countField(spec: Value): string {
  if (typeof spec !== 'string' || spec === '') {
    throw new CommandError(40156, 'the count field must be a non-empty string');
  }
  if (spec.startsWith('$'))
    throw new CommandError(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('.')) throw new CommandError(40160, "the count field cannot contain '.'");
  return spec;
}

export const count: StageCompiler = (spec) => {
  const field = countField(spec);
  return function* (input) {
    let seen = 0;
    for (const doc of input) {
      if (doc === pause) yield pause;
      else seen++;
    }
    if (seen > 0) yield new Doc([field], [integerOf(seen)]);
  };
};

export const unwind: StageCompiler = (spec) => {
  const doc = typeof spec === 'string' ? Doc.of({ path: spec }) : mustBeDoc(spec, '$unwind', 15981);
  for (const key of doc.keys) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(key)) {
      throw new CommandError(28811, `unrecognized option to $unwind stage: ${key}`);
    }
  }
  const parts = pathParts(dollarPath(doc.get('path'), 'the path of $unwind', 28818));
  const index = doc.get('includeArrayIndex');
  if (index !== undefined && (typeof index !== 'string' || index === '' || index.startsWith('$'))) {
    throw new CommandError(
      28810,
      'expected a non-empty string for the includeArrayIndex option to $unwind stage',
    );
  }
  const indexParts = index === undefined ? null : pathParts(index);
  const preserve = doc.get('preserveNullAndEmptyArrays') === true;
  return function* (input) {
    for (const each of input) {
      if (each === pause) {
        yield pause;
        continue;
      }
      const value = valueAt(each, parts);
      if (!Array.isArray(value)) {
        if (preserve || (value !== undefined && value !== null))
          yield numbered(each, indexParts, null);
      } else if (value.length === 0) {
        if (preserve) yield numbered(withValue(each, parts, 0, undefined), indexParts, null);
      } else {
        for (let i = 0; i < value.length; i++) {
          yield numbered(withValue(each, parts, 0, value[i]), indexParts, BigInt(i));
        }
      }
    }
  };
};

function numbered(doc: Doc, parts: readonly string[] | null, index: Value): Doc {
  return parts === null ? doc : withValue(doc, parts, 0, index);
}

function valueAt(doc: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const part of parts) value = value instanceof Doc ? value.get(part) : undefined;
  return value;
}

/** A copy with another value at the path, through objects only; `undefined` removes it. */
function withValue(doc: Doc, parts: readonly string[], at: number, value: Value | undefined): Doc {
  const copy = doc.copy();
  const part = parts[at] as string;
  if (at === parts.length - 1) {
    if (value === undefined) copy.delete(part);
    else copy.set(part, value);
  } else {
    const inner = copy.get(part);
    copy.set(part, withValue(inner instanceof Doc ? inner : new Doc(), parts, at + 1, value));
  }
  return copy;
}
