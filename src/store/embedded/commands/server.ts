import { isAbsolute } from 'node:path';
import { documentBytesMax } from '../bson-walk.ts';
import { copyInThread } from '../copy-thread.ts';
import { CommandError } from '../semantics/errors.ts';
import { asNumber, Doc } from '../semantics/values.ts';
import { messageBytesMax } from '../wire.ts';
import { type BackgroundHandler, type Command, instant, stringArg } from './command.ts';
import { writeBatchMax } from './write-batch.ts';

/**
 * The version whose behaviour is offered, and its number on the wire, by which drivers know that there is `bulkWrite`.
 */
const version = '8.0.0';
const wireVersionMax = 25;

export const hello = instant({
  kind: 'local',
  fields: {
    helloOk: 'accepted',
    client: 'accepted',
    compression: 'accepted',
    hostInfo: 'accepted',
    loadBalanced: 'refused',
    saslSupportedMechs: 'accepted',
    speculativeAuthenticate: 'refused',
    topologyVersion: 'accepted',
    maxAwaitTimeMS: 'accepted',
    backpressure: 'accepted',
  },
  run(_engine, command, reply) {
    reply.bool('helloOk', true);
    reply.bool(command.name === 'hello' ? 'isWritablePrimary' : 'ismaster', true);
    reply.int32('maxBsonObjectSize', documentBytesMax);
    reply.int32('maxMessageSizeBytes', messageBytesMax);
    reply.int32('maxWriteBatchSize', writeBatchMax);
    reply.date('localTime', command.now.getTime());
    reply.int32('logicalSessionTimeoutMinutes', 30);
    reply.int32('connectionId', command.connectionId);
    reply.int32('minWireVersion', 0);
    reply.int32('maxWireVersion', wireVersionMax);
    reply.bool('readOnly', false);
  },
});

export const ping = instant({ kind: 'local', fields: {}, run: () => {} });

export const buildInfo = instant({
  kind: 'local',
  fields: {},
  run(_engine, _command, reply) {
    reply.string('version', version);
    reply.value('versionArray', [8, 0, 0, 0]);
    reply.value('modules', []);
    reply.string('gitVersion', 'embedded');
    reply.string('storageEngine', 'sqlite');
    reply.int32('bits', 64);
    reply.bool('debug', false);
    reply.int32('maxBsonObjectSize', documentBytesMax);
  },
});

/** Sessions carry no state here, so there is nothing to end. */
export const endSessions = instant({ kind: 'local', fields: {}, run: () => {} });

export const serverStatus = instant({
  kind: 'local',
  fields: {},
  run(engine, command, reply) {
    const uptime = (command.now.getTime() - engine.startedAt.getTime()) / 1000;
    reply.string('host', 'embedded');
    reply.string('version', version);
    reply.string('process', 'tocsin-embedded');
    reply.int64('pid', BigInt(process.pid));
    reply.double('uptime', uptime);
    reply.date('localTime', command.now.getTime());
    reply.value(
      'storageEngine',
      Doc.of({ name: 'sqlite', persistent: true, readOnly: engine.readOnlyReason !== undefined }),
    );
    reply.value('metrics', Doc.of({ cursor: { open: { total: engine.cursors.size } } }));
  },
});

export const connectionStatus = instant({
  kind: 'local',
  fields: { showPrivileges: 'accepted' },
  run(_engine, _command, reply) {
    reply.value(
      'authInfo',
      Doc.of({
        authenticatedUsers: [],
        authenticatedUserRoles: [],
        authenticatedUserPrivileges: [],
      }),
    );
  },
});

function pathArg(command: Command): string {
  const path = stringArg(command.args, 'path');
  if (path === undefined || !isAbsolute(path)) {
    throw new CommandError('BadValue', `${command.name} needs an absolute 'path'`);
  }
  return path;
}

/** Not a command of MongoDB: `index.ts` and the backup tool use it to reach the owner of the folder. */
export const embeddedBackup: BackgroundHandler = {
  kind: 'background',
  fields: { path: 'accepted' },
  async run(engine, command) {
    const { file: dataFile, handle } = engine.storage;
    await copyInThread({ kind: 'backup', dataFile, handle, target: pathArg(command) });
    return new Doc();
  },
};

export const embeddedExport: BackgroundHandler = {
  kind: 'background',
  fields: { path: 'accepted', database: 'accepted' },
  async run(engine, command) {
    const name = stringArg(command.args, 'database') ?? 'test';
    const { file: dataFile, handle } = engine.storage;
    const { documents } = await copyInThread({
      kind: 'dump',
      dataFile,
      handle,
      dir: pathArg(command),
      name,
    });
    return Doc.of({ documents });
  },
};

/** Looks at a part of the data file, from page `first` on: `parts` of them have seen all of it. */
export const embeddedVerify: BackgroundHandler = {
  kind: 'background',
  fields: { first: 'accepted', parts: 'accepted' },
  async run(engine, { args }) {
    const { file: dataFile, handle } = engine.storage;
    const part = {
      first: Math.max(1, asNumber(args.get('first')) ?? 1),
      parts: Math.max(1, asNumber(args.get('parts')) ?? 1),
    };
    const { verified } = await copyInThread({ kind: 'verify', dataFile, handle, part });
    return Doc.of({ ...verified });
  },
};
