import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes that must be free before writing begins again: with less it would end at once. */
const roomBytes = 2 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

/**
 * Whether the disk takes writes: by writing, because a quota or a broken disk is not seen in the number of free blocks.
 * Random bytes, as some file systems store others in no space.
 */
export function hasRoom(dir: string): boolean {
  const file = join(dir, 'data.db-probe');
  try {
    const { bavail, bsize } = statfsSync(dir);
    if (bavail * bsize < roomBytes) return false;
    const piece = randomBytes(pieceBytes);
    const handle = openSync(file, 'w', 0o600);
    try {
      for (let at = 0; at < roomBytes; at += pieceBytes) {
        if (writeSync(handle, piece, 0, pieceBytes, at) < pieceBytes) return false;
      }
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch {
    return false;
  } finally {
    removeProbe(file);
  }
}

function removeProbe(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A disk that lets nothing be removed takes no writes either, and the next probe says so.
  }
}
