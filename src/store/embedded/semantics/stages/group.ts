import { type Accumulator, compileAccumulator } from '../accumulators.ts';
import { compareNumbers, compareValues, valuesEqual } from '../compare.ts';
import { CommandError } from '../errors.ts';
import { compileExpression, type Expression, scopeFor } from '../expression.ts';
import { encodeKey } from '../keys.ts';
import { Doc, isNumeric, type Value } from '../model.ts';
import { toCount, toDouble } from '../numbers.ts';
import { memoryMeter, mustBeDoc, roughBytes, type Stage, type StageCompiler } from './stage.ts';

const groupBytes = 200;

type Output = { field: string; make: ReturnType<typeof compileAccumulator> };

function outputsOf(spec: Iterable<[string, Value]>): Output[] {
  return [...spec].map(([field, value]) => {
    if (field.includes('.')) {
      throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
    }
    if (field.startsWith('$')) {
      throw new CommandError(40236, `The field name '${field}' cannot be an operator name`);
    }
    return { field, make: compileAccumulator(field, value) };
  });
}

/** Equal values of whatever kind of number are one key. */
function groupKey(id: Value | undefined): string | number {
  if (typeof id === 'string' && !id.startsWith('\0')) return id;
  if (isNumeric(id)) {
    const nearest = toDouble(id);
    if (compareNumbers(nearest, id) === 0) return nearest;
  }
  return `\0${encodeKey([id], []).toString('latin1')}`;
}

export const group: StageCompiler = (spec) => {
  const doc = mustBeDoc(spec, '$group', 15947);
  const idSource = doc.get('_id');
  if (idSource === undefined) {
    throw new CommandError(15955, 'a group specification must include an _id');
  }
  const outputs = outputsOf([...doc].filter(([field]) => field !== '_id'));
  return { collections: [], run: grouping('$group', compileExpression(idSource), outputs) };
};

function grouping(stage: string, id: Expression, outputs: readonly Output[]): Stage {
  return function* (input, context) {
    const { host, variables } = context;
    const hold = memoryMeter(stage, context);
    const keep = (value: Value) => hold(roughBytes(value));
    const groups = new Map<string | number, { id: Value; states: Accumulator[] }>();
    for (const each of input) {
      const scope = scopeFor(each, host.now, variables);
      const value = id(scope);
      const key = groupKey(value);
      let entry = groups.get(key);
      if (entry === undefined) {
        hold(groupBytes + roughBytes(value ?? null));
        entry = { id: value ?? null, states: outputs.map(({ make }) => make(keep)) };
        groups.set(key, entry);
      }
      for (const state of entry.states) state.add(scope);
    }
    for (const entry of groups.values()) {
      const result = new Doc(['_id'], [entry.id]);
      for (let i = 0; i < outputs.length; i++) {
        result.set((outputs[i] as Output).field, (entry.states[i] as Accumulator).result());
      }
      yield result;
    }
  };
}

export const sortByCount: StageCompiler = (spec, compile) => {
  const byGroup = group(Doc.of({ _id: spec, count: { $sum: 1 } }), compile);
  return {
    collections: [],
    run: (input, context) =>
      [...byGroup.run(input, context)].sort((a, b) =>
        compareValues(b.get('count'), a.get('count')),
      ),
  };
};

const countOnly = Doc.of({ count: { $sum: 1 } });

export const bucket: StageCompiler = (spec) => {
  const doc = mustBeDoc(spec, '$bucket', 40201);
  const groupBy = doc.get('groupBy');
  const boundaries = doc.get('boundaries');
  const otherwise = doc.get('default');
  const output = doc.get('output') ?? countOnly;
  if (groupBy === undefined || !Array.isArray(boundaries) || !(output instanceof Doc)) {
    throw new CommandError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  }
  if (boundaries.length < 2) {
    throw new CommandError(40192, 'The $bucket boundaries field must have at least 2 values');
  }
  for (let i = 1; i < boundaries.length; i++) {
    if (compareValues(boundaries[i - 1], boundaries[i]) >= 0) {
      throw new CommandError(40194, 'The $bucket boundaries must be in ascending order');
    }
  }
  const by = compileExpression(groupBy);
  const lower = (value: Value | undefined): Value => {
    const above = boundaries.findIndex((boundary) => compareValues(value, boundary) < 0);
    if (value !== undefined && above > 0) return boundaries[above - 1] as Value;
    if (otherwise !== undefined) return otherwise;
    throw new CommandError(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
  const run = grouping('$bucket', (scope) => lower(by(scope)), outputsOf(output));
  return {
    collections: [],
    run: (input, context) =>
      [...run(input, context)].sort((a, b) => compareValues(a.get('_id'), b.get('_id'))),
  };
};

export const bucketAuto: StageCompiler = (spec) => {
  const doc = mustBeDoc(spec, '$bucketAuto', 40240);
  const groupBy = doc.get('groupBy');
  const count = toCount(doc.get('buckets'));
  const output = doc.get('output') ?? countOnly;
  if (groupBy === undefined || count === undefined || count < 1 || !(output instanceof Doc)) {
    throw new CommandError(
      40246,
      "$bucketAuto requires 'groupBy' and a positive 'buckets' to be specified",
    );
  }
  if (doc.has('granularity')) {
    throw new CommandError(
      'BadValue',
      'embedded database: $bucketAuto with granularity is not supported; set MONGODB_URI to use MongoDB',
    );
  }
  const by = compileExpression(groupBy);
  const outputs = outputsOf(output);
  return {
    collections: [],
    run: function* (input, context) {
      const hold = memoryMeter('$bucketAuto', context);
      const entries = [...input].map((each) => {
        hold(roughBytes(each));
        const scope = scopeFor(each, context.host.now, context.variables);
        return { scope, value: by(scope) ?? null };
      });
      entries.sort((a, b) => compareValues(a.value, b.value));
      const size = Math.max(1, Math.round(entries.length / count));
      let start = 0;
      for (let made = 0; made < count && start < entries.length; made++) {
        let end = made === count - 1 ? entries.length : Math.min(entries.length, start + size);
        // Equal values never end up in two buckets.
        while (end < entries.length && valuesEqual(entries[end]?.value, entries[end - 1]?.value))
          end++;
        const states = outputs.map(({ make }) => make((value) => hold(roughBytes(value))));
        for (const { scope } of entries.slice(start, end))
          for (const state of states) state.add(scope);
        const max = entries[Math.min(end, entries.length - 1)]?.value ?? null;
        const result = Doc.of({ _id: { min: entries[start]?.value ?? null, max } });
        for (let i = 0; i < outputs.length; i++) {
          result.set((outputs[i] as Output).field, (states[i] as Accumulator).result());
        }
        yield result;
        start = end;
      }
    },
  };
};
