import { CommandError, unsupported } from '../errors.ts';
import { compileExpression, scopeFor } from '../expression.ts';
import { fieldOf } from '../expression-scope.ts';
import { encodeKey } from '../keys.ts';
import { BsonRegExp, Doc, type Value } from '../model.ts';
import { toCount } from '../numbers.ts';
import { pathParts } from '../path.ts';
import { withValue } from './simple.ts';
import {
  memoryMeter,
  mustBeDoc,
  mustBePipeline,
  roughBytes,
  type StageCompiler,
  type StageContext,
} from './stage.ts';

function textOf(doc: Doc, key: string, stage: string): string {
  const value = doc.get(key);
  if (typeof value === 'string' && value !== '') return value;
  if (value instanceof Doc) throw unsupported(`${stage} from another database`, 'BadValue');
  throw new CommandError('FailedToParse', `${stage} argument '${key}' must be a string`);
}

function refuseUnknown(doc: Doc, known: readonly string[], stage: string): void {
  for (const key of doc.keys) {
    if (!known.includes(key))
      throw new CommandError('FailedToParse', `unknown argument to ${stage}: ${key}`);
  }
}

/** `foreign` equal to the local value or, for an array, to any element of it. */
function equalTo(foreign: string, local: Value | undefined): Doc {
  if (!Array.isArray(local)) return new Doc([foreign], [Doc.of({ $eq: local ?? null })]);
  // Inside $in a regular expression is a pattern; here it is a value.
  if (local.some((item) => item instanceof BsonRegExp)) {
    return new Doc(['$or'], [local.map((item) => new Doc([foreign], [new Doc(['$eq'], [item])]))]);
  }
  return new Doc([foreign], [new Doc(['$in'], [local])]);
}

export const lookup: StageCompiler = (spec, compile) => {
  const doc = mustBeDoc(spec, '$lookup', 40319);
  refuseUnknown(doc, ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'], '$lookup');
  const from = textOf(doc, 'from', '$lookup');
  const as = pathParts(textOf(doc, 'as', '$lookup'));
  const joined = doc.has('localField') || doc.has('foreignField');
  const local = joined ? pathParts(textOf(doc, 'localField', '$lookup')) : null;
  const foreign = joined ? textOf(doc, 'foreignField', '$lookup') : null;
  const stages = doc.get('pipeline');
  if (!joined && stages === undefined) {
    throw new CommandError(
      'FailedToParse',
      "$lookup requires 'pipeline' or both 'localField' and 'foreignField'",
    );
  }
  const pipeline =
    stages === undefined ? null : compile(mustBePipeline(stages, "$lookup's pipeline"));
  const vars = doc.get('let');
  if (vars !== undefined && !(vars instanceof Doc)) {
    throw new CommandError('FailedToParse', "$lookup argument 'let' must be an object");
  }
  const bindings = [...(vars ?? [])].map(([name, value]) => ({
    name,
    value: compileExpression(value),
  }));
  return {
    collections: [from, ...(pipeline?.collections ?? [])],
    run: function* (input, context) {
      const { host } = context;
      for (const each of input) {
        const conditions: Doc[] = [];
        if (local !== null && foreign !== null) {
          conditions.push(equalTo(foreign, fieldOf(each, local, 0)));
        }
        if (pipeline !== null && pipeline.filter !== null) conditions.push(pipeline.filter);
        let found = host.lookup(from, allOf(conditions));
        if (pipeline !== null) {
          const inner = withVariables(context, each, bindings);
          found = pipeline.runFiltered(found, inner);
        }
        const hold = memoryMeter('$lookup', context);
        const results: Value[] = [];
        for (const result of found) {
          hold(roughBytes(result));
          results.push(result);
        }
        yield withValue(each, as, 0, results);
      }
    },
  };
};

function allOf(conditions: readonly Doc[]): Doc {
  if (conditions.length === 0) return new Doc();
  return conditions.length === 1 ? (conditions[0] as Doc) : new Doc(['$and'], [conditions.slice()]);
}

function withVariables(
  context: StageContext,
  doc: Doc,
  bindings: readonly { name: string; value: ReturnType<typeof compileExpression> }[],
): StageContext {
  if (bindings.length === 0) return context;
  const scope = scopeFor(doc, context.host.now, context.variables);
  const variables = context.variables?.copy() ?? new Doc();
  for (const { name, value } of bindings) variables.set(name, value(scope) ?? null);
  return { host: context.host, variables };
}

export const unionWith: StageCompiler = (spec, compile) => {
  const doc = typeof spec === 'string' ? Doc.of({ coll: spec }) : mustBeDoc(spec, '$unionWith', 9);
  refuseUnknown(doc, ['coll', 'pipeline'], '$unionWith');
  const from = textOf(doc, 'coll', '$unionWith');
  const stages = doc.get('pipeline');
  const pipeline =
    stages === undefined ? null : compile(mustBePipeline(stages, "$unionWith's pipeline"));
  return {
    collections: [from, ...(pipeline?.collections ?? [])],
    run: function* (input, context) {
      yield* input;
      const others = context.host.lookup(from, pipeline?.filter ?? new Doc());
      yield* pipeline === null ? others : pipeline.runFiltered(others, context);
    },
  };
};

export const graphLookup: StageCompiler = (spec) => {
  const doc = mustBeDoc(spec, '$graphLookup', 40327);
  const names = [
    'from',
    'startWith',
    'connectFromField',
    'connectToField',
    'as',
    'maxDepth',
    'depthField',
    'restrictSearchWithMatch',
  ];
  refuseUnknown(doc, names, '$graphLookup');
  const from = textOf(doc, 'from', '$graphLookup');
  const as = pathParts(textOf(doc, 'as', '$graphLookup'));
  const connectFrom = pathParts(textOf(doc, 'connectFromField', '$graphLookup'));
  const connectTo = textOf(doc, 'connectToField', '$graphLookup');
  const startSource = doc.get('startWith');
  if (startSource === undefined) throw new CommandError(40105, "$graphLookup requires 'startWith'");
  const start = compileExpression(startSource);
  const depthField = doc.has('depthField')
    ? pathParts(textOf(doc, 'depthField', '$graphLookup'))
    : null;
  const maxDepth = doc.has('maxDepth') ? toCount(doc.get('maxDepth')) : Number.POSITIVE_INFINITY;
  if (maxDepth === undefined || maxDepth < 0) {
    throw new CommandError(40101, 'maxDepth requires a nonnegative argument');
  }
  const restriction = doc.get('restrictSearchWithMatch');
  const restricting = restriction instanceof Doc ? [restriction] : [];
  return {
    collections: [from],
    run: function* (input, context) {
      for (const each of input) {
        const hold = memoryMeter('$graphLookup', context);
        const found = new Map<string, Doc>();
        const scope = scopeFor(each, context.host.now, context.variables);
        let frontier = listOf(start(scope));
        const asked = new Set<string>();
        for (let depth = 0; depth <= maxDepth && frontier.length > 0; depth++) {
          const next: Value[] = [];
          for (const other of context.host.lookup(
            from,
            allOf([equalTo(connectTo, frontier), ...restricting]),
          )) {
            const key = keyOf(other.get('_id'));
            if (found.has(key)) continue;
            hold(roughBytes(other));
            found.set(
              key,
              depthField === null ? other : withValue(other, depthField, 0, BigInt(depth)),
            );
            for (const value of listOf(fieldOf(other, connectFrom, 0))) {
              const seen = keyOf(value);
              if (!asked.has(seen)) {
                asked.add(seen);
                next.push(value);
              }
            }
          }
          frontier = next;
        }
        yield withValue(each, as, 0, [...found.values()]);
      }
    },
  };
};

function keyOf(value: Value | undefined): string {
  return encodeKey([value], []).toString('latin1');
}

function listOf(value: Value | undefined): Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
