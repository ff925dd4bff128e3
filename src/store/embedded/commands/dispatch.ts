import type { BsonWriter } from '../bson-writer.ts';
import { internalError } from '../commit-queue.ts';
import type { Engine } from '../engine.ts';
import { DuplicateKeyError } from '../records.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import type { Doc } from '../semantics/values.ts';
import type { Sliced } from '../slice.ts';
import { newReply, type Request } from '../wire.ts';
import { aggregate } from './aggregate.ts';
import { bulkWrite } from './bulk-write.ts';
import * as collections from './collections.ts';
import {
  type BackgroundHandler,
  type Command,
  checkFields,
  type Handler,
  parseCommand,
} from './command.ts';
import { count } from './count.ts';
import { deleteCommand } from './delete.ts';
import { distinct } from './distinct.ts';
import { explain } from './explain.ts';
import { find, getMore, killCursors } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import * as indexes from './indexes.ts';
import { insert } from './insert.ts';
import * as server from './server.ts';
import * as statistics from './statistics.ts';
import { update } from './update.ts';

const handlers = new Map<string, Handler | BackgroundHandler>(
  Object.entries({
    insert,
    update,
    delete: deleteCommand,
    bulkWrite,
    findAndModify,
    findandmodify: findAndModify,
    find,
    getMore,
    killCursors,
    count,
    distinct,
    aggregate,
    explain,
    create: collections.create,
    drop: collections.drop,
    dropDatabase: collections.dropDatabase,
    renameCollection: collections.renameCollection,
    listCollections: collections.listCollections,
    listIndexes: indexes.listIndexes,
    listDatabases: collections.listDatabases,
    createIndexes: indexes.createIndexes,
    dropIndexes: indexes.dropIndexes,
    deleteIndexes: indexes.dropIndexes,
    collMod: indexes.collMod,
    collStats: statistics.collStats,
    dbStats: statistics.dbStats,
    hello: server.hello,
    isMaster: server.hello,
    ismaster: server.hello,
    ping: server.ping,
    buildInfo: server.buildInfo,
    buildinfo: server.buildInfo,
    endSessions: server.endSessions,
    serverStatus: server.serverStatus,
    connectionStatus: server.connectionStatus,
    embeddedBackup: server.embeddedBackup,
    embeddedVerify: server.embeddedVerify,
    embeddedExport: server.embeddedExport,
  }),
);

/** Commands MongoDB has and this database refuses by name; any other is simply not a command. */
const refused = new Map<
  string,
  [what: string, code: ConstructorParameters<typeof CommandError>[0]]
>([
  ['commitTransaction', ['a transaction', 'IllegalOperation']],
  ['abortTransaction', ['a transaction', 'IllegalOperation']],
  ['startSession', ['a server session', 'CommandNotSupported']],
  ['mapReduce', ['mapReduce', 'BadValue']],
  ['mapreduce', ['mapReduce', 'BadValue']],
  ['saslStart', ['authentication', 'CommandNotSupported']],
  ['saslContinue', ['authentication', 'CommandNotSupported']],
  ['authenticate', ['authentication', 'CommandNotSupported']],
  ['logout', ['authentication', 'CommandNotSupported']],
  ['createUser', ['authentication', 'CommandNotSupported']],
  ['createSearchIndexes', ['a search index', 'CommandNotSupported']],
  ['listSearchIndexes', ['a search index', 'CommandNotSupported']],
  ['replSetGetStatus', ['replication', 'CommandNotSupported']],
  ['convertToCapped', ['a capped collection', 'InvalidOptions']],
  ['cloneCollectionAsCapped', ['a capped collection', 'InvalidOptions']],
]);

/** Runs the command of a request; `answer` gets the finished reply, once. */
export function dispatch(
  engine: Engine,
  request: Request,
  connectionId: number,
  answer: (reply: BsonWriter) => void,
): void {
  let command: Command;
  let handler: Handler | BackgroundHandler;
  try {
    command = parseCommand(request, connectionId, engine.clock());
    handler = handlerOf(command);
    checkFields(command, handler.fields);
  } catch (error) {
    answer(errorReply(error));
    return;
  }
  switch (handler.kind) {
    case 'local':
    case 'read':
      runRead(engine, command, handler, answer);
      break;
    case 'write':
      submitWrite(engine, command, handler, answer);
      break;
    case 'background':
      handler.run(engine, command).then(
        (result) => answer(okReply(result)),
        (error: unknown) => answer(errorReply(error)),
      );
  }
}

function handlerOf(command: Command): Handler | BackgroundHandler {
  const handler = handlers.get(command.name);
  if (handler !== undefined) return handler;
  const refusal = refused.get(command.name);
  if (refusal !== undefined) throw unsupported(...refusal);
  throw new CommandError('CommandNotFound', `no such command: '${command.name}'`);
}

function* work(
  engine: Engine,
  command: Command,
  handler: Handler,
  reply: BsonWriter,
): Sliced<void> {
  const mark = reply.beginRoot();
  yield* handler.run(engine, command, reply);
  reply.double('ok', 1);
  reply.end(mark);
}

function runRead(
  engine: Engine,
  command: Command,
  handler: Handler,
  answer: (reply: BsonWriter) => void,
): void {
  const reply = newReply();
  const running = work(engine, command, handler, reply);
  const step = () => {
    try {
      if (running.next().done !== true) engine.reads.take(step);
      else if (handler.kind === 'local') answer(reply);
      else
        engine.commits.whenDurable(
          () => answer(reply),
          (error) => answer(errorReply(error)),
        );
    } catch (error) {
      answer(errorReply(error));
    }
  };
  step();
}

function submitWrite(
  engine: Engine,
  command: Command,
  handler: Handler,
  answer: (reply: BsonWriter) => void,
): void {
  let reply = newReply();
  engine.commits.submit({
    start: () => {
      reply = newReply();
      return work(engine, command, handler, reply);
    },
    done: () => answer(reply),
    failed: (error) => answer(errorReply(error)),
  });
}

function okReply(result: Doc): BsonWriter {
  const reply = newReply();
  const mark = reply.beginRoot();
  for (const [name, value] of result) reply.value(name, value);
  reply.double('ok', 1);
  reply.end(mark);
  return reply;
}

export function errorReply(thrown: unknown): BsonWriter {
  const error = thrown instanceof CommandError ? thrown : internalError(thrown);
  const reply = newReply();
  const mark = reply.beginRoot();
  reply.double('ok', 0);
  reply.string('errmsg', error.message);
  reply.int32('code', error.code);
  reply.string('codeName', error.codeName);
  if (error instanceof DuplicateKeyError) {
    reply.value('keyPattern', error.keyPattern);
    reply.value('keyValue', error.keyValue);
  }
  reply.end(mark);
  return reply;
}
