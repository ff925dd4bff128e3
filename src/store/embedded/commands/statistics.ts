import { documentCount } from '../catalog.ts';
import { collectionName, findCollection, type Handler, instant, integerArg } from './command.ts';

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
