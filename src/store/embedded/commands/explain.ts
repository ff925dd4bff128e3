import { describePlan, isSorted } from '../planner.ts';
import { openQuery, type Query } from '../query.ts';
import { CommandError } from '../semantics/errors.ts';
import { Doc } from '../semantics/values.ts';
import { ReadSlice } from '../slice.ts';
import { aggregate, aggregateQuery } from './aggregate.ts';
import {
  type Command,
  checkFields,
  docArg,
  docsArg,
  findCollection,
  type Handler,
} from './command.ts';
import { count } from './count.ts';
import { deleteCommand } from './delete.ts';
import { distinct } from './distinct.ts';
import { find, findQuery } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import { update } from './update.ts';

/** Commands that can be explained, and the key of their filter. */
const explainable: Readonly<Record<string, Handler>> = {
  find,
  count,
  distinct,
  aggregate,
  update,
  delete: deleteCommand,
  findAndModify,
  findandmodify: findAndModify,
};

const verbosities = new Set(['queryPlanner', 'executionStats', 'allPlansExecution']);

export const explain: Handler = {
  kind: 'read',
  fields: { verbosity: 'accepted' },
  *run(engine, command, reply) {
    const inner = command.args.values[0];
    const name = inner instanceof Doc ? (inner.firstKey ?? '') : '';
    const handler = explainable[name];
    if (!(inner instanceof Doc) || handler === undefined) {
      throw new CommandError(
        'CommandNotSupported',
        `Explain failed due to unknown command: ${name}`,
      );
    }
    const verbosity = command.args.get('verbosity') ?? 'allPlansExecution';
    if (typeof verbosity !== 'string' || !verbosities.has(verbosity)) {
      throw new CommandError('BadValue', `verbosity must be one of ${[...verbosities].join(', ')}`);
    }
    const explained: Command = { ...command, name, args: inner, sequences: undefined };
    checkFields(explained, { ...handler.fields, explain: 'accepted' });
    const collection = findCollection(engine, explained);
    const query = collection === undefined ? undefined : openExplained(explained, collection);
    const planner = reply.beginDocument('queryPlanner');
    reply.string('namespace', `${command.db}.${String(inner.values[0])}`);
    reply.bool('indexFilterSet', false);
    reply.value('winningPlan', query === undefined ? Doc.of({ stage: 'EOF' }) : winningPlan(query));
    reply.value('rejectedPlans', []);
    reply.end(planner);
    if (verbosity !== 'queryPlanner') {
      let returned = 0;
      const slice = new ReadSlice(command.deadline);
      while (query !== undefined && (yield* query.next(slice)) !== undefined) returned++;
      const mark = reply.beginDocument('executionStats');
      reply.bool('executionSuccess', true);
      reply.count('nReturned', returned);
      reply.count('totalKeysExamined', query?.examined.keys ?? 0);
      reply.count('totalDocsExamined', query?.examined.documents ?? 0);
      reply.end(mark);
    }
    reply.string('explainVersion', '1');
  },
};

function openExplained(
  command: Command,
  collection: Parameters<typeof openQuery>[0],
): Query | undefined {
  const { args, name } = command;
  if (name === 'find') return findQuery(collection, command, 128);
  if (name === 'aggregate') return aggregateQuery(collection, command).query;
  const [statement] = docsArg(args, 'updates') ?? docsArg(args, 'deletes') ?? [args];
  const source = statement ?? args;
  return openQuery(collection, {
    filter: docArg(source, 'q') ?? docArg(source, 'query') ?? new Doc(),
    sort: docArg(source, 'sort'),
    hint: source.get('hint'),
    now: command.now,
  });
}

function winningPlan(query: Query): Doc {
  const plan = describePlan(query.plan);
  if (query.sorter === undefined || isSorted(query.plan)) return plan;
  const sortPattern = new Doc();
  for (const { path, direction } of query.sorter.pattern) sortPattern.set(path, direction);
  return Doc.of({ stage: 'SORT', sortPattern, inputStage: plan });
}
