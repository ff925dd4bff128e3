import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomBytes = 2 * 1024 ** 3;

/**
 * A new folder for what a server stores: in memory where there is room for that, because waiting for a disk is a tenth of a run. What a
 * process wrote survives its end there, too; no test can switch off the power.
 */
export function newDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom() ? memory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes;
  } catch {
    return false;
  }
}
