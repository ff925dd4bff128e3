import { arrayName, type BsonWriter } from '../bson-writer.ts';
import type { Collection } from '../catalog.ts';
import { DuplicateKeyError } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import type { Command, FieldRule } from './command.ts';

/** The parts that insert, update and delete share: a batch of statements and a list of errors. */

/** The most statements that the driver may send in one command, as `hello` announces. */
export const writeBatchMax = 100_000;

export type WriteError = { index: number; error: CommandError };

export const bulkRules: Readonly<Record<string, FieldRule>> = {
  ordered: 'accepted',
  bypassDocumentValidation: 'accepted',
};

/** A collection dropped during a pause must not be written to. */
export function checkAlive(collection: Collection): void {
  if (collection.dropped) {
    throw new CommandError(175, `collection ${collection.ns} was dropped during the operation`);
  }
}

export function batchOf(command: Command, key: string): readonly Uint8Array[] {
  const batch = command.sequences?.get(key);
  if (batch === undefined) {
    throw new CommandError(
      'MissingField',
      `BSON field '${command.name}.${key}' is missing but a required field`,
    );
  }
  if (batch.length === 0 || batch.length > writeBatchMax) {
    throw new CommandError(
      'InvalidLength',
      `Write batch sizes must be between 1 and ${writeBatchMax}. Got ${batch.length} operations.`,
    );
  }
  return batch;
}

/** Returns errors that are meant for the client; a fault of the engine or the disk goes to the commit queue. */
export function expected(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  throw error;
}

export function writeErrors(reply: BsonWriter, errors: readonly WriteError[]): void {
  if (errors.length === 0) return;
  const list = reply.beginArray('writeErrors');
  errors.forEach(({ index, error }, i) => {
    const mark = reply.beginDocument(arrayName(i));
    reply.int32('index', index);
    reply.int32('code', error.code);
    if (error instanceof DuplicateKeyError) {
      reply.value('keyPattern', error.keyPattern);
      reply.value('keyValue', error.keyValue);
    }
    reply.string('errmsg', error.message);
    reply.end(mark);
  });
  reply.end(list);
}
