import { closeSync, existsSync, openSync, read, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readHeadOf, restoreAdvice } from './data-file.ts';
import { readLog } from './log-loss.ts';
import {
  KnownSums,
  packSums,
  replaceSums,
  sumBytes,
  sumOf,
  sumPlaceOf,
  sumsFileOf,
  sumsHeaderBytes,
} from './page-sums.ts';

/**
 * Compares every page of the data file with its checksum. Beside a running engine, too: where a page is being moved
 * from the log meanwhile, it is looked at again.
 */

export interface Verified {
  pages: number;
  /** Pages that are not what was written. */
  damaged: number[];
  /** Pages whose checksum is damaged itself. */
  unsummed: number[];
}

const pieceBytes = 1024 * 1024;
/** Reads at once: a disk in a network answers one after the other slowly. */
const piecesAtOnce = 4;
const secondLooks = 20;
const lookMilliseconds = 250;

interface VerifyOptions {
  /** The file, where SQLite has it open in this process, too (`data-file.ts`). */
  handle?: number;
  /** Only one of so many equal parts, politely: the disk is left alone for most of the time. */
  part?: PartWish;
}

/** A part of the whole file, from page `first` on. */
export interface PartWish {
  first: number;
  parts: number;
}

interface Part {
  first: number;
  last: number;
}

/**
 * The pages of a part. Behind the end of the file it begins again, so that `parts` of them have seen every page. Pure.
 */
export function partOf(pages: number, { first, parts }: PartWish): Part {
  const begin = first > pages ? 1 : first;
  return { first: begin, last: Math.min(pages, begin + Math.ceil(pages / parts) - 1) };
}

/**
 * A part reads the disk for this share of the time. A disk that others keep busy answers later, and is left alone for
 * longer.
 */
const politeShare = 0.05;

/** `undefined` where there are no checksums. */
export async function verifyPages(
  file: string,
  { handle, part }: VerifyOptions = {},
): Promise<(Verified & Part) | undefined> {
  if (handle === undefined) {
    if (!existsSync(file)) return undefined;
    const own = openSync(file, 'r');
    try {
      return await verifyPages(file, { handle: own, ...(part ? { part } : {}) });
    } finally {
      closeSync(own);
    }
  }
  const head = readHeadOf(handle, file);
  const summed = summedPages(file);
  if (head === undefined || summed === undefined) return undefined;
  const { pageBytes } = head;
  const suspects: number[] = [];
  const unsummed: number[] = [];
  const pages = Math.max(head.pages, summed);
  const { first, last } = part ? partOf(pages, part) : { first: 1, last: pages };
  const known = await readSums(file, { first, last });
  if (known === undefined) return undefined;
  const share = part ? politeShare : 1;
  await eachPiece(handle, { pageBytes, first, last, share }, (page, bytes) => {
    const sum = known.of(page);
    if (sum === undefined) unsummed.push(page);
    else if (sum !== null && (bytes === undefined || sumOf(bytes) !== sum)) suspects.push(page);
  });
  const damaged =
    suspects.length > 0 ? await lookAgain(file, handle, pageBytes, suspects, { first, last }) : [];
  return { pages, damaged, unsummed, first, last };
}

/** The pages that neither agree with their checksum nor have a newer state in the log. */
async function lookAgain(
  file: string,
  handle: number,
  pageBytes: number,
  suspects: readonly number[],
  part: Part,
): Promise<number[]> {
  let left = suspects;
  let before = '';
  for (let look = 0; look < secondLooks; look += 1) {
    const log = readLog(`${file}-wal`);
    const pages = log?.databasePages ?? readHeadOf(handle, file)?.pages ?? 0;
    const known = await readSums(file, part);
    const still: number[] = [];
    for (const page of left) {
      // Behind the end are pages that a transaction has given back.
      if (page > pages || log?.pages.has(page)) continue;
      const sum = known?.of(page);
      if (sum === null || sum === undefined) continue;
      const bytes = readPage(handle, pageBytes, page);
      if (bytes === undefined || sumOf(bytes) !== sum) still.push(page);
    }
    left = still;
    if (left.length === 0) return [];
    // Nobody works with the file, so it stays like this.
    const now = `${left.join()} ${log?.salts} ${log?.committed}`;
    if (look > 1 && now === before) return [...left];
    before = now;
    await sleep(lookMilliseconds);
  }
  return [...left];
}

/** Sums of all pages as they are. */
export async function makeSums(file: string): Promise<void> {
  replaceSums(sumsFileOf(file), await sumsOf(file));
}

/** As the body of a sums file. */
export async function sumsOf(file: string): Promise<Buffer> {
  const sums: number[] = [];
  const handle = openSync(file, 'r');
  try {
    const head = readHeadOf(handle, file);
    if (head === undefined) return packSums([]);
    const pages = Math.floor(head.bytes / head.pageBytes);
    await eachPiece(handle, { pageBytes: head.pageBytes, first: 1, last: pages }, (_, bytes) => {
      sums.push(bytes === undefined ? 0 : sumOf(bytes));
    });
  } finally {
    closeSync(handle);
  }
  return packSums(sums);
}

/** The damage and the advice, for an operator. */
export function damageText(
  file: string,
  { pages, damaged }: Pick<Verified, 'pages' | 'damaged'>,
): string {
  const shown = damaged.slice(0, 5).join(', ');
  const more = damaged.length > 5 ? ` and ${damaged.length - 5} more` : '';
  const owners = ownersOf(file, damaged);
  const where = owners.length > 0 ? `; of ${owners.join(', ')}` : '';
  const count = `${damaged.length} of its ${pages} pages ${damaged.length === 1 ? 'is' : 'are'} not what was written`;
  return `${file} is damaged: ${count} (page ${shown}${more}${where}). ${restoreAdvice} Where another program, such as sqlite3, has written to data.db, or another data.db was put beside the files of this one, take those back instead`;
}

/** The collections and indexes to which pages belong, where that can still be read. */
function ownersOf(file: string, pages: readonly number[]): string[] {
  try {
    const url = pathToFileURL(file);
    url.search = 'immutable=1';
    const db = new DatabaseSync(url, { readOnly: true });
    try {
      const names = new Map<string, string>();
      for (const row of db.prepare('SELECT id, name FROM collections').all())
        names.set(`d${row.id}`, `collection ${row.name}`);
      const indexes = db
        .prepare(
          'SELECT i.id, i.name, c.name AS owner FROM indexes i JOIN collections c ON c.id = i.collection',
        )
        .all();
      for (const row of indexes) names.set(`i${row.id}`, `index ${row.name} of ${row.owner}`);
      const wanted = new Set(pages);
      const found = new Set<string>();
      for (const { name, pageno } of db.prepare('SELECT name, pageno FROM dbstat').iterate())
        if (wanted.has(Number(pageno))) found.add(names.get(String(name)) ?? 'the catalogue');
      return [...found];
    } finally {
      db.close();
    }
  } catch {
    // The damage is where it would be read.
    return [];
  }
}

function summedPages(file: string): number | undefined {
  const sums = sumsFileOf(file);
  if (!existsSync(sums)) return undefined;
  return Math.max(0, Math.floor((statSync(sums).size - sumsHeaderBytes) / sumBytes));
}

/** The checksums of a part only: a large file has many. */
async function readSums(file: string, { first, last }: Part): Promise<KnownSums | undefined> {
  try {
    const handle = await open(sumsFileOf(file), 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, last - first + 1) * sumBytes);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, sumPlaceOf(first));
      return new KnownSums(bytes.subarray(0, bytesRead), first);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readPage(handle: number, pageBytes: number, page: number): Buffer | undefined {
  const bytes = Buffer.alloc(pageBytes);
  const read = readSync(handle, bytes, 0, pageBytes, (page - 1) * pageBytes);
  return read === pageBytes ? bytes : undefined;
}

/**
 * Calls `visit` for pages `first` to `last`, in order; without bytes for those behind the end of the file. With a
 * `share` below 1 it waits after each MB, for as long as makes that share of the time.
 */
async function eachPiece(
  handle: number,
  {
    pageBytes,
    first,
    last,
    share = 1,
  }: { pageBytes: number; first: number; last: number; share?: number },
  visit: (page: number, bytes: Buffer | undefined) => void,
): Promise<void> {
  const atOnce = share < 1 ? 1 : piecesAtOnce;
  const buffers = Array.from({ length: atOnce }, () => Buffer.alloc(pieceBytes));
  const total = last * pageBytes;
  for (let at = (first - 1) * pageBytes; at < total; at += atOnce * pieceBytes) {
    const begun = performance.now();
    const reads = await Promise.all(
      buffers.map((buffer, i) => readInto(handle, buffer, at + i * pieceBytes)),
    );
    buffers.forEach((buffer, i) => {
      const bytesRead = reads[i] ?? 0;
      const begin = at + i * pieceBytes;
      const end = Math.min(total, begin + pieceBytes);
      for (let from = begin; from < end; from += pageBytes) {
        const place = from - begin;
        const isThere = place + pageBytes <= bytesRead;
        visit(
          from / pageBytes + 1,
          isThere ? buffer.subarray(place, place + pageBytes) : undefined,
        );
      }
    });
    if (share < 1) await sleep((performance.now() - begun) * (1 / share - 1));
  }
}

function readInto(handle: number, buffer: Buffer, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle, buffer, 0, buffer.length, at, (error, bytesRead) =>
      error ? reject(error) : resolve(bytesRead),
    );
  });
}
