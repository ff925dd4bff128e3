import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** The content of the head of the data file (sqlite.org/fileformat2.html), read before SQLite does. */
export interface DataFileHead {
  pageBytes: number;
  /** Pages of the file as of the last transaction that was moved into it. */
  pages: number;
  /** The run of Tocsin whose log belongs to the file; 0: the file is complete by itself. */
  run: number;
  /** Length of the file. */
  bytes: number;
}

const headBytes = 100;
const magic = 'SQLite format 3\0';

/** `undefined` where there is no file, or nothing in it. Throws where it is something else. */
export function readDataFileHead(file: string): DataFileHead | undefined {
  if (!existsSync(file)) return undefined;
  const handle = openSync(file, 'r');
  try {
    return readHeadOf(handle, file);
  } finally {
    closeSync(handle);
  }
}

/**
 * From an open file. While SQLite has the data file open in this process, nobody else may close it: by the rules of
 * POSIX that ends all locks of the process on it, and another program would take the log for its own.
 */
export function readHeadOf(handle: number, file: string): DataFileHead | undefined {
  const { size } = fstatSync(handle);
  if (size === 0) return undefined;
  const head = Buffer.alloc(headBytes);
  const read = readSync(handle, head, 0, headBytes, 0);
  const pageBytes = head.readUInt16BE(16);
  if (read < headBytes || head.toString('latin1', 0, 16) !== magic || pageBytes < 512)
    throw new Error(`${file} is damaged: it does not begin as a data file does. ${restoreAdvice}`);
  return {
    pageBytes,
    pages: head.readUInt32BE(28),
    run: head.readUInt32BE(68),
    bytes: size,
  };
}

/** The advice for a data file that is not what was written. */
export const restoreAdvice =
  'Restore a backup (npx tocsin backup makes them): data.db and secret.key into an empty folder.';
