import { type Accumulator, compileAccumulator } from '../accumulators.ts';
import { compareNumbers, compareValues } from '../compare.ts';
import { CommandError } from '../errors.ts';
import { compileExpression, type Expression } from '../expression.ts';
import { encodeKey } from '../keys.ts';
import { Doc, isNumeric, type Value } from '../model.ts';
import { toDouble } from '../numbers.ts';
import {
  memoryMeter,
  mustBeDoc,
  pause,
  roughBytes,
  type Stage,
  type StageCompiler,
} from './stage.ts';

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
  return grouping(compileExpression(idSource), outputs);
};

function grouping(id: Expression, outputs: readonly Output[]): Stage {
  return function* (input, context) {
    const hold = memoryMeter('$group', context);
    const keep = (value: Value) => hold(roughBytes(value));
    const groups = new Map<string | number, { id: Value; states: Accumulator[] }>();
    for (const each of input) {
      if (each === pause) {
        yield pause;
        continue;
      }
      const scope = { root: each, now: context.now };
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

export const sortByCount: StageCompiler = (spec) => {
  const run = group(Doc.of({ _id: spec, count: { $sum: 1 } }));
  return function* (input, context) {
    const counted: Doc[] = [];
    for (const each of run(input, context)) {
      if (each === pause) yield pause;
      else counted.push(each);
    }
    yield* counted.sort((a, b) => compareValues(b.get('count'), a.get('count')));
  };
};
