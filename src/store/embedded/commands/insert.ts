import { insertRecord } from '../records.ts';
import { Slice } from '../slice.ts';
import { boolArg, collectionName, type Handler } from './command.ts';
import { storable } from './storable.ts';
import {
  batchOf,
  bulkRules,
  checkAlive,
  expected,
  type WriteError,
  writeErrors,
} from './write-batch.ts';

export const insert: Handler = {
  kind: 'write',
  fields: { documents: 'accepted', ...bulkRules },
  *run(engine, command, reply) {
    const documents = batchOf(command, 'documents');
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const collection = engine.catalog.obtain(command.db, collectionName(command));
    const errors: WriteError[] = [];
    const slice = new Slice(command.deadline);
    let inserted = 0;
    for (let i = 0; i < documents.length; i++) {
      try {
        insertRecord(engine.catalog, collection, storable(engine, documents[i] as Uint8Array));
        inserted++;
      } catch (error) {
        errors.push({ index: i, error: expected(error) });
        if (ordered) break;
      }
      if (slice.spent()) {
        yield;
        slice.renew();
        checkAlive(collection);
      }
    }
    reply.count('n', inserted);
    writeErrors(reply, errors);
  },
};
