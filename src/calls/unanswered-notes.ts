import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretBox } from '../kernel/index.ts';
import type { UnansweredRequest } from './call-event.ts';
import type { CallStep } from './calls.ts';

/** A request that could not be answered, noted before the carrier is told anything else. */
export interface UnansweredNote extends UnansweredRequest {
  carrier: string;
  integrationId: string;
  /** As the carrier calls it. */
  callId: string;
  /** Null for what the carrier asked because it got no answer to something else. */
  step: CallStep | null;
  /** How often the carrier had been told to ask again before. */
  attempt: number;
}

/** A file with notes that nobody writes to any more. */
export interface TakenNotes {
  notes: UnansweredNote[];
  /** Lines that a power cut tore, or that another secret key sealed. */
  unreadable: number;
  /** Once they are in the store. */
  remove(): Promise<void>;
}

/**
 * Notes of events while the store did not answer, in a file beside its log: one sealed line for each request, on the
 * disk before the carrier is answered. All processes of a folder write to the same file; a process that takes it
 * renames it first.
 */
export interface UnansweredNotes {
  /** Throws when it cannot be written, or there is too much already. */
  add(note: UnansweredNote): Promise<void>;
  take(): Promise<TakenNotes[]>;
}

type Box = Pick<SecretBox, 'seal' | 'open'>;

const bytesMax = 4 * 1024 * 1024;
const attemptsMax = 5;
const current = 'unanswered-calls.log';
const takenName = /^unanswered-calls\.[\da-f-]{36}\.log$/;

export function createUnansweredNotes(folder: string, box: Box): UnansweredNotes {
  const path = join(folder, current);

  /** False when somebody took the file meanwhile, perhaps before this line was in it. */
  async function append(line: string): Promise<boolean> {
    const file = await open(path, 'a', 0o600);
    try {
      const { size, ino } = await file.stat();
      if (size + line.length > bytesMax) throw new Error(`${current} is full.`);
      await file.write(line);
      await file.datasync();
      const now = await stat(path).catch(() => null);
      return now?.ino === ino;
    } finally {
      await file.close();
    }
  }

  return {
    async add(note) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const line = `${box.seal(JSON.stringify(note))}\n`;
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) if (await append(line)) return;
      throw new Error(`Others keep taking ${current}.`);
    },

    async take() {
      await rename(path, join(folder, `unanswered-calls.${randomUUID()}.log`)).catch(ifAbsent);
      const names = await readdir(folder).catch(ifAbsent);
      const taken = (names ?? []).filter((name) => takenName.test(name));
      return Promise.all(
        taken.map(async (name) => {
          const text = (await readFile(join(folder, name), 'utf8').catch(ifAbsent)) ?? '';
          const lines = text.split('\n').filter((line) => line !== '');
          const notes = lines.flatMap((line) => noteOf(box, line));
          return {
            notes,
            unreadable: lines.length - notes.length,
            remove: () => rm(join(folder, name), { force: true }),
          };
        }),
      );
    },
  };
}

/** Whether a folder has notes that were not brought to their calls yet. */
export async function hasUnansweredNotes(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(ifAbsent)) ?? [];
  return names.some((name) => name === current || takenName.test(name));
}

function ifAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function noteOf(box: Box, line: string): UnansweredNote[] {
  try {
    // as UnansweredNote: only `add` writes lines that open.
    const note = JSON.parse(box.open(line)) as UnansweredNote;
    return [{ ...note, at: new Date(note.at) }];
  } catch {
    return [];
  }
}
