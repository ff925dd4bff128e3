import { closeSync, existsSync, fdatasyncSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { PageSums, sumOf, sumsFileOf } from './page-sums.ts';

const logHeaderBytes = 32;
const frameHeaderBytes = 24;
/** Two megabytes: under load the same pages come again with every commit, and are summed once. */
const framesAtOnce = 512;

interface MoverOptions {
  file: string;
  /** Moves the pages. */
  db: DatabaseSync;
  /**
   * Where others write meanwhile: a connection that holds the log still. SQLite moves nothing that is newer than what a
   * reader sees, and does not begin the log anew.
   */
  holder?: DatabaseSync;
}

/**
 * Moves pages from the log into the data file. Their checksums are on the disk before: whatever ends the process in
 * between, the log still has the pages.
 */
export function moveLog({ file, db, holder }: MoverOptions): void {
  holder?.exec('BEGIN');
  try {
    holder?.prepare('SELECT count(*) FROM sqlite_schema').get();
    // Read after the holder began, so it covers all that may be moved.
    const frames = Number(db.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0);
    sumLog(`${file}-wal`, sumsFileOf(file), frames);
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    holder?.exec('COMMIT');
  }
}

/** Notes the checksums of the pages in the first `frames` frames of the log, of each page the last. */
function sumLog(log: string, sumsFile: string, frames: number): void {
  if (frames <= 0 || !existsSync(log)) return;
  const handle = openSync(log, 'r+');
  const sums = PageSums.open(sumsFile);
  try {
    const header = Buffer.alloc(logHeaderBytes);
    if (readSync(handle, header, 0, logHeaderBytes, 0) < logHeaderBytes) return;
    const salts = header.subarray(16, 24);
    const done = sums.summedLog();
    const from = done.salts === salts.toString('hex') ? done.frames : 0;
    if (from >= frames) return;
    // Sums of pages that a power failure takes from the log would not agree with the data file.
    fdatasyncSync(handle);
    const range = { salts, from, to: frames, pageBytes: header.readUInt32BE(8) };
    const { found, pages, read } = sumFrames(handle, range, sums.pages());
    if (pages < sums.pages()) sums.cut(pages);
    sums.write(found);
    sums.noteSummed({ salts: salts.toString('hex'), frames: read });
    sums.sync();
  } finally {
    sums.close();
    closeSync(handle);
  }
}

/** `pages`: how short the data file has been meanwhile. What it says beyond, when it grows again, nobody knows. */
function sumFrames(
  handle: number,
  {
    pageBytes,
    salts,
    from,
    to,
  }: { pageBytes: number; salts: Uint8Array; from: number; to: number },
  knownPages: number,
): { found: Map<number, number>; pages: number; read: number } {
  const frameBytes = frameHeaderBytes + pageBytes;
  const part = Buffer.alloc(frameBytes * Math.min(framesAtOnce, to - from));
  const found = new Map<number, number>();
  /** Where in `part` the last frame of each page begins: the frames before it never get into the data file. */
  const last = new Map<number, number>();
  const sumPart = () => {
    for (const [page, at] of last)
      found.set(page, sumOf(part.subarray(at + frameHeaderBytes, at + frameBytes)));
    last.clear();
  };
  let pages = knownPages;
  let lastPage = knownPages;
  let frame = from;
  while (frame < to) {
    const wanted = Math.min(framesAtOnce, to - frame) * frameBytes;
    const bytes = readSync(handle, part, 0, wanted, logHeaderBytes + frame * frameBytes);
    for (let at = 0; at + frameBytes <= bytes; at += frameBytes) {
      // The log has begun anew meanwhile: all of it was in the data file, so nothing of it is moved now.
      if (part.compare(salts, 0, salts.length, at + 8, at + 16) !== 0) {
        sumPart();
        return { found, pages, read: frame };
      }
      const page = part.readUInt32BE(at);
      last.set(page, at);
      lastPage = Math.max(lastPage, page);
      // Not 0: a transaction ends here, and leaves the data file with so many pages.
      const databasePages = part.readUInt32BE(at + 4);
      if (databasePages > 0 && databasePages < lastPage) {
        for (const known of [found, last])
          for (const beyond of known.keys()) if (beyond > databasePages) known.delete(beyond);
        pages = Math.min(pages, databasePages);
        lastPage = databasePages;
      }
      frame += 1;
    }
    sumPart();
    if (bytes < wanted) break;
  }
  return { found, pages, read: frame };
}
