import { randomBytes } from 'node:crypto';
import type { BsonWriter } from './bson-writer.ts';
import { arrayName } from './bson-writer.ts';
import { CommandError } from './semantics/errors.ts';
import { ReadSlice, type Slice, type Sliced } from './slice.ts';

/** Results that do not fit one answer. */

/** Yields the raw documents of a result. */
export interface Producer {
  next(slice: Slice): Sliced<Uint8Array | undefined>;
  /** No document can follow: the cursor need not stay open. */
  exhausted(): boolean;
  /** Between two slices of a batch: others may work until the next call. */
  pause(): void;
  /** Between two batches: forget what was fetched ahead. */
  release(): void;
}

interface Cursor {
  id: bigint;
  ns: string;
  producer: Producer;
  /** Read already, but it would have made the last answer too long. */
  pending: Uint8Array | undefined;
  usedAt: number;
  keepsForEver: boolean;
  busy: boolean;
}

/** The limit of one answer: the size of the largest document, as the server does it. */
const batchBytesMax = 16 * 1024 * 1024;
const idleMillisecondsMax = 10 * 60 * 1000;
const cursorsMax = 10_000;

export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  get size(): number {
    return this.#open.size;
  }

  /** Writes `cursor: { firstBatch, id, ns }` and keeps the rest. `batchSize` 0 answers an empty batch. */
  *first(
    reply: BsonWriter,
    ns: string,
    producer: Producer,
    options: {
      batchSize: number;
      single?: boolean;
      keepsForEver?: boolean;
      deadline?: number | undefined;
    },
  ): Sliced<void> {
    const cursor: Cursor = {
      id: 0n,
      ns,
      producer,
      pending: undefined,
      usedAt: performance.now(),
      keepsForEver: options.keepsForEver ?? false,
      busy: false,
    };
    const mark = reply.beginDocument('cursor');
    const more = yield* this.#batch(
      reply,
      'firstBatch',
      cursor,
      options.batchSize,
      options.deadline,
    );
    if (more && options.single !== true) {
      if (this.#open.size >= cursorsMax) {
        throw new CommandError('BadValue', `more than ${cursorsMax} cursors are open; close some`);
      }
      cursor.id = (randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn) | 1n;
      this.#open.set(cursor.id, cursor);
    }
    reply.int64('id', cursor.id);
    reply.string('ns', ns);
    reply.end(mark);
  }

  *more(
    reply: BsonWriter,
    id: bigint,
    ns: string,
    batchSize: number,
    deadline: number | undefined,
  ): Sliced<void> {
    const cursor = this.#open.get(id);
    if (cursor === undefined) {
      throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    }
    if (cursor.ns !== ns) {
      throw new CommandError(
        'Unauthorized',
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      );
    }
    if (cursor.busy) throw new CommandError(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    try {
      const mark = reply.beginDocument('cursor');
      const more = yield* this.#batch(reply, 'nextBatch', cursor, batchSize, deadline);
      if (!more) this.#open.delete(id);
      reply.int64('id', more ? id : 0n);
      reply.string('ns', ns);
      reply.end(mark);
    } catch (error) {
      this.#open.delete(id);
      throw error;
    } finally {
      cursor.busy = false;
      cursor.usedAt = performance.now();
    }
  }

  kill(id: bigint): boolean {
    return this.#open.delete(id);
  }

  /** Drops cursors nobody has asked for in ten minutes. */
  expire(): void {
    const oldest = performance.now() - idleMillisecondsMax;
    for (const [id, cursor] of this.#open) {
      if (!cursor.keepsForEver && !cursor.busy && cursor.usedAt < oldest) this.#open.delete(id);
    }
  }

  *#batch(
    reply: BsonWriter,
    name: string,
    cursor: Cursor,
    batchSize: number,
    deadline: number | undefined,
  ): Sliced<boolean> {
    const { producer } = cursor;
    const slice = new ReadSlice(deadline);
    const mark = reply.beginArray(name);
    const start = reply.at;
    let written = 0;
    let more = true;
    if (cursor.pending !== undefined && batchSize > 0) {
      reply.document(arrayName(written++), cursor.pending);
      cursor.pending = undefined;
    }
    while (written < batchSize) {
      const document = yield* producer.next(slice);
      if (document === undefined) {
        more = false;
        break;
      }
      if (written > 0 && reply.at - start + document.length > batchBytesMax) {
        cursor.pending = document;
        break;
      }
      reply.document(arrayName(written++), document);
      if (slice.spent()) {
        producer.pause();
        yield;
        slice.renew();
      }
    }
    reply.end(mark);
    if (cursor.pending === undefined && more && producer.exhausted()) more = false;
    if (more) producer.release();
    return more;
  }
}
