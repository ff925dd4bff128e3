import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const headerBytes = 32;
const frameHeaderBytes = 24;
const lookMilliseconds = 100;

/** What was written to the log while somebody looked. */
export interface LogFrames {
  commits: number;
  /** Of a page with its header. */
  frameBytes: number;
  /** How often each page was written. */
  pages: Map<number, number>;
}

/** Counts the pages that a server writes to the log of its embedded database, from outside. */
export class LogWatch {
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;
  #salts = '';
  #next = 0;
  #frames: LogFrames = { commits: 0, frameBytes: 0, pages: new Map() };

  constructor(folder: string) {
    this.#file = join(folder, 'data.db-wal');
    this.#timer = setInterval(() => this.#look(), lookMilliseconds);
  }

  /** What was written since the last call. */
  take(): LogFrames {
    this.#look();
    const taken = this.#frames;
    this.#frames = { ...taken, commits: 0, pages: new Map() };
    return taken;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (!existsSync(this.#file)) return;
    const handle = openSync(this.#file, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return;
      const salts = header.toString('hex', 16, 24);
      if (salts !== this.#salts) this.#next = 0;
      this.#salts = salts;
      this.#frames.frameBytes = header.readUInt32BE(8) + frameHeaderBytes;
      const { size } = fstatSync(handle);
      const frame = Buffer.alloc(frameHeaderBytes);
      for (;;) {
        const at = headerBytes + this.#next * this.#frames.frameBytes;
        if (at + this.#frames.frameBytes > size) return;
        readSync(handle, frame, 0, frameHeaderBytes, at);
        if (frame.toString('hex', 8, 16) !== salts) return;
        const page = frame.readUInt32BE(0);
        this.#frames.pages.set(page, (this.#frames.pages.get(page) ?? 0) + 1);
        if (frame.readUInt32BE(4) > 0) this.#frames.commits += 1;
        this.#next += 1;
      }
    } finally {
      closeSync(handle);
    }
  }
}

/** Which collection or index each page of the data file belongs to; inner pages of a tree apart from its leaves. */
export function ownersOf(folder: string): Map<number, string> {
  const db = new DatabaseSync(join(folder, 'data.db'), { readOnly: true });
  try {
    const names = new Map<string, string>();
    for (const { id, name } of db.prepare('SELECT id, name FROM collections').all())
      names.set(`d${id}`, String(name));
    const indexes = db
      .prepare(
        'SELECT i.id, i.name, c.name AS owner FROM indexes i JOIN collections c ON c.id = i.collection',
      )
      .all();
    for (const { id, name, owner } of indexes) names.set(`i${id}`, `${owner} / ${name}`);
    const owners = new Map<number, string>();
    for (const { name, pageno, pagetype } of db
      .prepare('SELECT name, pageno, pagetype FROM dbstat')
      .all())
      owners.set(
        Number(pageno),
        `${names.get(String(name)) ?? name}${pagetype === 'internal' ? ' (inner)' : ''}`,
      );
    return owners;
  } finally {
    db.close();
  }
}
