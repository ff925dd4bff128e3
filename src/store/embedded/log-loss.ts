import { existsSync, readFileSync } from 'node:fs';
import type { LogState } from './log-record.ts';

/**
 * Compares the write-ahead log that a start finds with what the last process knew to be in it. SQLite itself reads a
 * log up to its first damaged page and takes what follows for never written, and a missing log for an empty one: right
 * for what a crash cut off, wrong for what was acknowledged and is gone.
 */

export type LogFinding =
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

interface LogFile {
  salts: string;
  /** Pages up to the end of the last whole transaction. */
  committed: number;
}

/** Reads a log as SQLite's recovery does (sqlite.org/walformat.html); `undefined` without a valid header. */
function readLog(file: string): LogFile | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  if (bytes.length < headerBytes) return undefined;
  const magic = bytes.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return undefined;
  const word =
    magic === 0x377f0683
      ? (at: number) => bytes.readInt32BE(at)
      : (at: number) => bytes.readInt32LE(at);
  let first = 0;
  let second = 0;
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      first = (first + word(at) + second) | 0;
      second = (second + word(at + 4) + first) | 0;
    }
  };
  const agrees = (at: number) =>
    bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second;
  add(0, 24);
  if (!agrees(24)) return undefined;
  const salts = bytes.subarray(16, 24);
  const pageBytes = bytes.readUInt32BE(8);
  const frameBytes = frameHeaderBytes + pageBytes;
  let committed = 0;
  for (let frame = 1; headerBytes + frame * frameBytes <= bytes.length; frame++) {
    const at = headerBytes + (frame - 1) * frameBytes;
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break;
    add(at, at + 8);
    add(at + frameHeaderBytes, at + frameBytes);
    if (!agrees(at + 16)) break;
    const endsTransaction = bytes.readUInt32BE(at + 4) !== 0;
    if (endsTransaction) committed = frame;
  }
  return { salts: salts.toString('hex'), committed };
}
