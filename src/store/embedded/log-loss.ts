import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { LogState } from './log-record.ts';

/**
 * Compares the write-ahead log that a start finds with what the last process knew to be in it. SQLite itself reads a
 * log up to its first damaged page and takes what follows for never written, and a missing log for an empty one: right
 * for what a crash cut off, wrong for what was acknowledged and is gone.
 */

type LogFinding =
  | { kind: 'whole' }
  /** The log is damaged, but the data file has all of it. */
  | { kind: 'unneeded' }
  | { kind: 'lost'; what: string; dataFileIsAhead: boolean };

export function examineLog(file: string, known: LogState): LogFinding {
  const log = readLog(file);
  const committed = log?.salts === known.salts ? log.committed : 0;
  // Another generation begins only after the data file has all of the one before.
  if (log !== undefined && log.salts !== known.salts) return { kind: 'whole' };
  if (committed >= known.frames) return { kind: 'whole' };
  if (known.moved >= known.frames) return { kind: 'unneeded' };
  const found = existsSync(file) ? 'is damaged or cut off' : 'is missing';
  return {
    kind: 'lost',
    what: `${file} ${found}: of ${known.frames - known.moved} pages that only it held, ${Math.max(0, committed - known.moved)} can be read, so changes acknowledged between ${known.movedAt} and ${known.flushedAt} are lost`,
    dataFileIsAhead: known.moved > committed,
  };
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Half a megabyte. */
const framesAtOnce = 64;

export interface LogFile {
  salts: string;
  /** Pages up to the end of the last whole transaction. */
  committed: number;
  /** Which pages they are. */
  pages: ReadonlySet<number>;
  /** Length of the data file after it; `undefined` where there is none. */
  databasePages: number | undefined;
}

/** Reads a log as SQLite's recovery does (sqlite.org/walformat.html); `undefined` without a valid header. */
export function readLog(file: string): LogFile | undefined {
  if (!existsSync(file)) return undefined;
  const handle = openSync(file, 'r');
  try {
    return readFrames(handle);
  } finally {
    closeSync(handle);
  }
}

/** A part at a time: while a backup runs the log cannot begin anew, and it may be longer than memory. */
function readFrames(handle: number): LogFile | undefined {
  const header = Buffer.alloc(headerBytes);
  if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return undefined;
  const magic = header.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined;
  const isBigEndian = magic === 0x377f0683;
  let first = 0;
  let second = 0;
  const add = (bytes: Buffer, from: number, to: number) => {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = from; at < to; at += 8) {
      first = (first + words.getInt32(at, !isBigEndian) + second) | 0;
      second = (second + words.getInt32(at + 4, !isBigEndian) + first) | 0;
    }
  };
  const agrees = (bytes: Buffer, at: number) =>
    bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second;
  add(header, 0, 24);
  if (!agrees(header, 24)) return undefined;
  const salts = header.subarray(16, 24);
  const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
  const part = Buffer.alloc(frameBytes * framesAtOnce);
  let frame = 0;
  let committed = 0;
  let databasePages: number | undefined;
  const pages = new Set<number>();
  let uncommitted: number[] = [];
  for (;;) {
    const read = readSync(handle, part, 0, part.length, headerBytes + frame * frameBytes);
    for (let at = 0; at + frameBytes <= read; at += frameBytes) {
      if (!part.subarray(at + 8, at + 16).equals(salts)) return found();
      add(part, at, at + 8);
      add(part, at + frameHeaderBytes, at + frameBytes);
      if (!agrees(part, at + 16)) return found();
      frame += 1;
      uncommitted.push(part.readUInt32BE(at));
      // Not 0: a transaction ends here.
      const pagesAfter = part.readUInt32BE(at + 4);
      if (pagesAfter === 0) continue;
      committed = frame;
      databasePages = pagesAfter;
      for (const page of uncommitted) pages.add(page);
      uncommitted = [];
    }
    if (read < part.length) return found();
  }

  function found(): LogFile {
    return { salts: salts.toString('hex'), committed, pages, databasePages };
  }
}
