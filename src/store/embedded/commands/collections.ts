import { CommandError } from '../semantics/errors.ts';
import { compileMatch } from '../semantics/match.ts';
import { Binary, Doc, type Value } from '../semantics/values.ts';
import {
  boolArg,
  checkCollation,
  collectionName,
  docArg,
  findCollection,
  type Handler,
  instant,
} from './command.ts';
import { answerList } from './list-answer.ts';

export const create = instant({
  kind: 'write',
  fields: {
    capped: 'refused',
    size: 'refused',
    max: 'refused',
    timeseries: 'refused',
    expireAfterSeconds: 'refused',
    clusteredIndex: 'refused',
    changeStreamPreAndPostImages: 'refused',
    encryptedFields: 'refused',
    storageEngine: 'refused',
    indexOptionDefaults: 'refused',
    validator: 'refused',
    validationLevel: 'refused',
    validationAction: 'refused',
    viewOn: 'refused',
    pipeline: 'refused',
    collation: 'accepted',
    autoIndexId: 'accepted',
  },
  run(engine, command) {
    checkCollation(command.args);
    // The server too answers ok for a collection that exists with the same options; ours have none.
    engine.catalog.obtain(command.db, collectionName(command));
  },
});

export const drop = instant({
  kind: 'write',
  fields: {},
  run(engine, command, reply) {
    const collection = findCollection(engine, command);
    if (collection === undefined) return;
    const indexes = collection.indexes.length;
    engine.catalog.drop(collection);
    reply.int32('nIndexesWas', indexes);
    reply.string('ns', collection.ns);
  },
});

export const dropDatabase = instant({
  kind: 'write',
  fields: {},
  run(engine, command, reply) {
    const collections = engine.catalog.ofDatabase(command.db);
    for (const collection of collections) engine.catalog.drop(collection);
    if (collections.length > 0) reply.string('dropped', command.db);
  },
});

export const renameCollection = instant({
  kind: 'write',
  fields: { to: 'accepted', dropTarget: 'accepted' },
  run(engine, command) {
    const [fromDb, fromName] = splitNamespace(command.args.values[0]);
    const [toDb, toName] = splitNamespace(command.args.get('to'));
    const source = engine.catalog.find(fromDb, fromName);
    if (source === undefined) {
      throw new CommandError(
        'NamespaceNotFound',
        `Source collection ${fromDb}.${fromName} does not exist`,
      );
    }
    const target = engine.catalog.find(toDb, toName);
    if (target !== undefined) {
      if (target === source)
        throw new CommandError('IllegalOperation', "Can't rename a collection to itself");
      if (boolArg(command.args, 'dropTarget') !== true) {
        throw new CommandError('NamespaceExists', 'target namespace exists');
      }
      engine.catalog.drop(target);
    }
    engine.catalog.rename(source, toDb, toName);
  },
});

function splitNamespace(value: Value | undefined): [string, string] {
  const dot = typeof value === 'string' ? value.indexOf('.') : -1;
  if (typeof value !== 'string' || dot < 1) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${String(value)}'`);
  }
  return [value.slice(0, dot), value.slice(dot + 1)];
}

export const listCollections: Handler = {
  kind: 'read',
  fields: {
    filter: 'accepted',
    nameOnly: 'accepted',
    authorizedCollections: 'accepted',
    cursor: 'accepted',
  },
  *run(engine, command, reply) {
    const nameOnly = boolArg(command.args, 'nameOnly') === true;
    const matcher = compileMatch(docArg(command.args, 'filter') ?? new Doc(), { now: command.now });
    const listed = engine.catalog
      .ofDatabase(command.db)
      .map((collection) =>
        Doc.of({
          name: collection.name,
          type: 'collection',
          options: {},
          info: { readOnly: false, uuid: new Binary(collection.uuid, 4) },
          idIndex: collection.idIndex.spec,
        }),
      )
      .filter((described) => matcher.test(described))
      .map((described) =>
        nameOnly ? Doc.of({ name: described.get('name'), type: 'collection' }) : described,
      );
    yield* answerList(engine, command, reply, `${command.db}.$cmd.listCollections`, listed);
  },
};

export const listDatabases: Handler = {
  kind: 'read',
  fields: { filter: 'accepted', nameOnly: 'accepted', authorizedDatabases: 'accepted' },
  *run(engine, command, reply) {
    const nameOnly = boolArg(command.args, 'nameOnly') === true;
    const matcher = compileMatch(docArg(command.args, 'filter') ?? new Doc(), { now: command.now });
    const names = [...new Set([...engine.catalog.all()].map((collection) => collection.db))].sort();
    const databases = names
      .map((name) =>
        nameOnly
          ? Doc.of({ name })
          : Doc.of({ name, sizeOnDisk: BigInt(engine.storage.sizeOnDisk()), empty: false }),
      )
      .filter((described) => matcher.test(described));
    reply.value('databases', databases);
    if (!nameOnly) reply.int64('totalSize', BigInt(engine.storage.sizeOnDisk()));
  },
};
