import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * A checksum of every page of the data file, in a file of its own beside it. SQLite has none: a bit that the disk has
 * turned over is an answer like any other, or hides a document. Written before the log is moved into the data file
 * (`log-mover.ts`), so a page of the data file agrees with its sum, or the log holds a newer one. Each sum is stored
 * twice, the second time inverted: a sum that is damaged itself is not taken for a damaged page.
 */

export const sumBytes = 8;
/** The place of page 0, which does not exist: how much of which log has been summed. */
export const sumsHeaderBytes = 16;
const unknown = 0;

export function sumsFileOf(dataFile: string): string {
  return `${dataFile}-sums`;
}

/** Never 0, which stands for a page of which nothing is known: SQLite has allocated it and never written it. */
export function sumOf(page: Uint8Array): number {
  return crc32(page) || 1;
}

/** How much of which log has been summed. */
interface SummedLog {
  salts: string;
  frames: number;
}

export class PageSums {
  readonly #handle: number;

  private constructor(handle: number) {
    this.#handle = handle;
  }

  static open(file: string): PageSums {
    return new PageSums(openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600));
  }

  /** Sums of neighbouring pages go in one piece. */
  write(sums: ReadonlyMap<number, number>): void {
    const pages = Uint32Array.from(sums.keys()).sort();
    const bytes = packSums(Array.from(pages, (page) => sums.get(page) ?? unknown));
    for (let from = 0, to = 0; from < pages.length; from = to) {
      for (to = from + 1; pages[to] === (pages[to - 1] ?? 0) + 1; ) to += 1;
      writeAll(this.#handle, bytes.subarray(from * sumBytes, to * sumBytes), {
        place: sumPlaceOf(pages[from] ?? 0),
      });
    }
  }

  pages(): number {
    const { size } = fstatSync(this.#handle);
    return Math.max(0, Math.floor((size - sumsHeaderBytes) / sumBytes));
  }

  /** Nothing is known of the pages behind so many. */
  cut(pages: number): void {
    ftruncateSync(this.#handle, sumPlaceOf(pages + 1));
  }

  summedLog(): SummedLog {
    const header = Buffer.alloc(sumsHeaderBytes);
    if (readSync(this.#handle, header, 0, sumsHeaderBytes, 0) < sumsHeaderBytes)
      return { salts: '', frames: 0 };
    return { salts: header.toString('hex', 0, 8), frames: header.readUInt32LE(8) };
  }

  noteSummed({ salts, frames }: SummedLog): void {
    const header = Buffer.alloc(sumsHeaderBytes);
    header.write(salts, 'hex');
    header.writeUInt32LE(frames, 8);
    writeSync(this.#handle, header, 0, sumsHeaderBytes, 0);
  }

  sync(): void {
    fsyncSync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

export function sumPlaceOf(page: number): number {
  return sumsHeaderBytes + (page - 1) * sumBytes;
}

function putEntry(bytes: Buffer, at: number, sum: number): void {
  bytes.writeUInt32LE(sum, at);
  bytes.writeUInt32LE(sum === unknown ? 0 : ~sum >>> 0, at + 4);
}

/** The checksums of pages in a sums file, from page `first` on. */
export class KnownSums {
  readonly #bytes: Buffer;
  readonly #first: number;

  constructor(bytes: Buffer, first: number) {
    this.#bytes = bytes;
    this.#first = first;
  }

  /** The sum; `null` where none is known, `undefined` where it is damaged itself. */
  of(page: number): number | null | undefined {
    const at = (page - this.#first) * sumBytes;
    if (at + sumBytes > this.#bytes.length) return null;
    const sum = this.#bytes.readUInt32LE(at);
    const inverted = this.#bytes.readUInt32LE(at + 4);
    if (sum === unknown && inverted === 0) return null;
    return inverted === ~sum >>> 0 ? sum : undefined;
  }
}

/** As the body of a sums file. */
export function packSums(sums: readonly number[]): Buffer {
  const bytes = Buffer.alloc(sums.length * sumBytes);
  for (const [i, sum] of sums.entries()) putEntry(bytes, i * sumBytes, sum);
  return bytes;
}

/** Puts a whole sums file in its place at once. */
export function replaceSums(file: string, body: Buffer): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeAll(handle, Buffer.concat([Buffer.alloc(sumsHeaderBytes), body]));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

/** Behind what has been written, or from `place` on. */
export function writeAll(
  handle: number,
  bytes: Uint8Array,
  { place }: { place?: number } = {},
): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(handle, bytes, at, bytes.length - at, place === undefined ? null : place + at);
}

/** After a power failure the note may be there and the sums it speaks of not: the log is summed from its beginning. */
export function forgetSummedLog(file: string): void {
  const sums = PageSums.open(file);
  sums.noteSummed({ salts: '', frames: 0 });
  sums.close();
}
