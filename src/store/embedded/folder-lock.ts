import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * One owner per data folder. Ownership is a lock the operating system holds on `owner.lock` for as long as the
 * process lives, so `kill -9` frees it and nothing stale can be left behind. `owner.json` only tells others where
 * the owner listens.
 */

interface OwnerNote {
  pid: number;
  socket: string;
}

interface FolderLock {
  release(): void;
}

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, one of them the final zero. */
const socketPathBytesMax = 103;

/** Takes the folder; `undefined` when another engine has it. */
export function lockFolder(dir: string): FolderLock | undefined {
  const db = new DatabaseSync(join(dir, 'owner.lock'));
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (error) {
    db.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return {
    release: () => db.close(),
  };
}

/** Where the socket goes: in the folder, or where the path is short enough for the operating system. */
export function prepareSocketPath(dir: string): string {
  const own = join(dir, 'run');
  const path = join(own, 'db.sock');
  const parent =
    Buffer.byteLength(path) <= socketPathBytesMax
      ? own
      : join(
          tmpdir(),
          `tocsin-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 24)}`,
        );
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const found = lstatSync(parent);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(
      `${parent} belongs to somebody else; remove it, or choose a shorter data folder`,
    );
  }
  chmodSync(parent, 0o700);
  const socket = join(parent, 'db.sock');
  rmSync(socket, { force: true });
  return socket;
}

export function writeOwnerNote(dir: string, note: OwnerNote): void {
  const draft = join(dir, 'owner.json.new');
  writeFileSync(draft, JSON.stringify(note), { mode: 0o600 });
  renameSync(draft, join(dir, 'owner.json'));
}

export function removeOwnerNote(dir: string): void {
  rmSync(join(dir, 'owner.json'), { force: true });
}

export function readOwnerNote(dir: string): OwnerNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8'));
    if (typeof note !== 'object' || note === null) return undefined;
    const { pid, socket } = note as Partial<OwnerNote>;
    return typeof pid === 'number' && typeof socket === 'string' ? { pid, socket } : undefined;
  } catch {
    return undefined;
  }
}
