import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/** A new folder for what a server stores. */
export function newDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(dataRoot(), prefix));
}

/**
 * Where data folders are made: in memory where there is room for that, because waiting for a disk is a tenth of a run.
 * What a process wrote survives its end there, too; no test can switch off the power.
 */
export function dataRoot(): string {
  return hasRoom() ? memory : tmpdir();
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes;
  } catch {
    return false;
  }
}
