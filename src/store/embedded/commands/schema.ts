import type { BsonWriter } from '../bson-writer.ts';
import { type Collection, documentCount, type Index } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Engine } from '../engine.ts';
import { indexRecord } from '../records.ts';
import { valuesEqual } from '../semantics/compare.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { compileMatch } from '../semantics/match.ts';
import { asNumber, Binary, Doc, encode, type Value } from '../semantics/values.ts';
import { ready, Slice, type Sliced } from '../slice.ts';
import {
  boolArg,
  type Command,
  checkCollation,
  collectionName,
  docArg,
  docsArg,
  findCollection,
  type Handler,
  instant,
  integerArg,
  stringArg,
} from './command.ts';
import { checkIndexSpec, sameIndex } from './index-spec.ts';

function needCollection(engine: Engine, command: Command): Collection {
  const collection = findCollection(engine, command);
  if (collection === undefined) {
    throw new CommandError(
      'NamespaceNotFound',
      `ns does not exist: ${command.db}.${collectionName(command)}`,
    );
  }
  return collection;
}

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

/** A cursor over documents made in memory. */
function* answerList(
  engine: Engine,
  command: Command,
  reply: BsonWriter,
  ns: string,
  documents: readonly Doc[],
): Sliced<void> {
  let at = 0;
  const producer: Producer = {
    next: () => {
      const document = documents[at++];
      return ready(document === undefined ? undefined : encode(document));
    },
    exhausted: () => at >= documents.length,
    release: () => {},
  };
  const cursor = docArg(command.args, 'cursor') ?? new Doc();
  const batchSize = integerArg(cursor, 'batchSize', 0) ?? Number.POSITIVE_INFINITY;
  yield* engine.cursors.first(reply, ns, producer, { batchSize });
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

export const listIndexes: Handler = {
  kind: 'read',
  fields: { cursor: 'accepted', includeBuildUUIDs: 'refused' },
  *run(engine, command, reply) {
    const collection = needCollection(engine, command);
    const listed = [...collection.indexes]
      .filter((index) => index.ready)
      .sort((a, b) => a.id - b.id)
      .map((index) => index.spec);
    yield* answerList(engine, command, reply, collection.ns, listed);
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

export const createIndexes: Handler = {
  kind: 'write',
  fields: { indexes: 'accepted', commitQuorum: 'refused' },
  *run(engine, command, reply) {
    const specs = docsArg(command.args, 'indexes');
    if (specs === undefined || specs.length === 0) {
      throw new CommandError('BadValue', 'Must specify at least one index to create');
    }
    const wanted = specs.map(checkIndexSpec);
    const existed = findCollection(engine, command) !== undefined;
    const collection = engine.catalog.obtain(command.db, collectionName(command));
    const before = collection.indexes.length;
    const built: Index[] = [];
    try {
      for (const spec of wanted) {
        if (sameIndex(collection, spec)) continue;
        const index = engine.catalog.addIndex(collection, spec);
        built.push(index);
        yield* fillIndex(engine, collection, index);
        engine.catalog.finishIndex(collection, index);
      }
    } catch (error) {
      // The server too takes back the whole command when one index cannot be built.
      if (error instanceof CommandError && !collection.dropped) {
        for (const index of built) engine.catalog.dropIndex(collection, index);
      }
      throw error;
    }
    reply.int32('numIndexesBefore', before);
    reply.int32('numIndexesAfter', collection.indexes.length);
    reply.bool('createdCollectionAutomatically', !existed);
    if (built.length === 0) reply.string('note', 'all indexes already exist');
  },
};

/** Adds every stored document, in slices; writers add theirs by themselves meanwhile. */
export function* fillIndex(engine: Engine, collection: Collection, index: Index): Sliced<void> {
  const slice = new Slice();
  let position = -1;
  for (;;) {
    if (collection.dropped) {
      throw new CommandError(
        'NamespaceNotFound',
        `collection ${collection.ns} was dropped during an index build`,
      );
    }
    const rows = collection.table.after(position, 64);
    for (const [rid, raw] of rows) {
      indexRecord(engine.catalog, collection, index, rid, raw);
      position = rid;
    }
    if (rows.length < 64) return;
    if (slice.spent(16)) {
      yield;
      slice.renew();
    }
  }
}

export const dropIndexes = instant({
  kind: 'write',
  fields: { index: 'accepted' },
  run(engine, command, reply) {
    const collection = needCollection(engine, command);
    const before = collection.indexes.length;
    const wanted = command.args.get('index');
    for (const index of chosenIndexes(collection, wanted))
      engine.catalog.dropIndex(collection, index);
    reply.int32('nIndexesWas', before);
    if (wanted === '*') reply.string('msg', 'non-_id indexes dropped for collection');
  },
});

function chosenIndexes(collection: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return collection.indexes.filter((index) => index !== collection.idIndex);
  const items = Array.isArray(wanted) ? wanted : [wanted];
  return items.map((item) => {
    const index = collection.indexes.find((candidate) =>
      item instanceof Doc ? valuesEqual(candidate.spec.get('key'), item) : candidate.name === item,
    );
    if (index === undefined) {
      throw new CommandError('IndexNotFound', `index not found with name [${String(item)}]`);
    }
    if (index === collection.idIndex) {
      throw new CommandError('InvalidOptions', 'cannot drop _id index');
    }
    return index;
  });
}

export const collMod = instant({
  kind: 'write',
  fields: {
    index: 'accepted',
    validator: 'refused',
    validationLevel: 'refused',
    validationAction: 'refused',
    viewOn: 'refused',
    pipeline: 'refused',
    expireAfterSeconds: 'refused',
    changeStreamPreAndPostImages: 'refused',
    cappedSize: 'refused',
    cappedMax: 'refused',
  },
  run(engine, command, reply) {
    const collection = needCollection(engine, command);
    const change = docArg(command.args, 'index');
    if (change === undefined) return;
    for (const key of change.keys) {
      if (key !== 'name' && key !== 'keyPattern' && key !== 'expireAfterSeconds') {
        throw unsupported(`'${key}' in collMod`, 'InvalidOptions');
      }
    }
    const seconds = asNumber(change.get('expireAfterSeconds'));
    const name = stringArg(change, 'name');
    const [index] = chosenIndexes(collection, name ?? docArg(change, 'keyPattern') ?? '');
    if (index === undefined || seconds === undefined || seconds < 0) {
      throw new CommandError('InvalidOptions', 'collMod needs an index and its expireAfterSeconds');
    }
    if (index.pattern.length !== 1) {
      throw new CommandError('InvalidOptions', 'only an index on one field can expire documents');
    }
    const before = index.expireAfterSeconds;
    const spec = index.spec.copy().set('expireAfterSeconds', Math.floor(seconds));
    engine.catalog.respecify(collection, index, spec);
    if (before !== undefined) reply.count('expireAfterSeconds_old', before);
    reply.count('expireAfterSeconds_new', Math.floor(seconds));
  },
});

export const collStats: Handler = {
  kind: 'read',
  fields: { scale: 'accepted' },
  *run(engine, command, reply) {
    const scale = integerArg(command.args, 'scale', 1) ?? 1;
    const collection = findCollection(engine, command);
    reply.string('ns', `${command.db}.${collectionName(command)}`);
    const sizes =
      collection === undefined
        ? []
        : collection.indexes.map(
            (index) => [index.name, engine.storage.tableBytes(index.tree.name)] as const,
          );
    const documents = collection === undefined ? 0 : documentCount(collection);
    const bytes = collection === undefined ? 0 : engine.storage.tableBytes(collection.table.name);
    const indexBytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    reply.count('count', documents);
    reply.count('size', Math.floor(bytes / scale));
    reply.count('avgObjSize', documents === 0 ? 0 : Math.floor(bytes / documents));
    reply.count('storageSize', Math.floor(bytes / scale));
    reply.int32('nindexes', sizes.length);
    reply.count('totalIndexSize', Math.floor(indexBytes / scale));
    reply.count('totalSize', Math.floor((bytes + indexBytes) / scale));
    const mark = reply.beginDocument('indexSizes');
    for (const [name, size] of sizes) reply.count(name, Math.floor(size / scale));
    reply.end(mark);
    reply.count('scaleFactor', scale);
  },
};

export const dbStats = instant({
  kind: 'read',
  fields: { scale: 'accepted', freeStorage: 'accepted' },
  run(engine, command, reply) {
    const scale = integerArg(command.args, 'scale', 1) ?? 1;
    const collections = engine.catalog.ofDatabase(command.db);
    let objects = 0;
    let dataBytes = 0;
    let indexes = 0;
    let indexBytes = 0;
    for (const collection of collections) {
      objects += documentCount(collection);
      dataBytes += engine.storage.tableBytes(collection.table.name);
      for (const index of collection.indexes) {
        indexes++;
        indexBytes += engine.storage.tableBytes(index.tree.name);
      }
    }
    reply.string('db', command.db);
    reply.int32('collections', collections.length);
    reply.int32('views', 0);
    reply.count('objects', objects);
    reply.double('avgObjSize', objects === 0 ? 0 : dataBytes / objects);
    reply.double('dataSize', dataBytes / scale);
    reply.double('storageSize', dataBytes / scale);
    reply.int32('indexes', indexes);
    reply.double('indexSize', indexBytes / scale);
    reply.double('totalSize', (dataBytes + indexBytes) / scale);
    reply.double('scaleFactor', scale);
  },
});
