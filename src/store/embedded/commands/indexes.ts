import type { Collection, Index } from '../catalog.ts';
import type { Engine } from '../engine.ts';
import { indexRecord } from '../records.ts';
import { valuesEqual } from '../semantics/compare.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { asNumber, Doc, type Value } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import {
  collectionName,
  docArg,
  docsArg,
  findCollection,
  type Handler,
  instant,
  stringArg,
} from './command.ts';
import { checkIndexSpec, sameIndex } from './index-spec.ts';
import { answerList, needCollection } from './list-answer.ts';

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
