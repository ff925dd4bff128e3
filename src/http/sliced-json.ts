import { setImmediate } from 'node:timers/promises';
import { AppError, endOfText, endOfValue, skipSpace, unexpected } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** Limits of each object and each list that does not fit into a slice. */
export interface JsonSizes {
  membersMax: number;
  itemsMax: number;
}

/** Text up to this length is parsed in one go. */
const sliceCharacters = 64 * 1024;
const sliceMilliseconds = 5;

/**
 * Parses JSON like `JSON.parse`, but large texts slice by slice, between which other requests are served. Throws
 * SyntaxError, and 413 for objects and lists beyond `sizes`. The text must not nest so deep that walking it exhausts
 * the stack.
 */
export async function parseJsonInSlices(text: string, sizes: JsonSizes): Promise<unknown> {
  if (text.length <= sliceCharacters) return JSON.parse(text);
  const reader = new SlicedReader(text, sizes);
  const { value, end } = await reader.read(skipSpace(text, 0));
  if (skipSpace(text, end) < text.length) throw unexpected(text, skipSpace(text, end));
  return value;
}

class SlicedReader {
  readonly #text: string;
  readonly #sizes: JsonSizes;
  #pauseAt = performance.now() + sliceMilliseconds;

  constructor(text: string, sizes: JsonSizes) {
    this.#text = text;
    this.#sizes = sizes;
  }

  /** The value that starts here. */
  async read(start: number): Promise<{ value: unknown; end: number }> {
    const first = this.#text[start];
    if (first === '[') return this.#list(start);
    if (first === '{') return this.#object(start);
    const end = endOfValue(this.#text, start);
    return { value: JSON.parse(this.#text.slice(start, end)), end };
  }

  async #list(start: number): Promise<{ value: unknown[]; end: number }> {
    const items: unknown[] = [];
    const end = await this.#parts(start, ']', async (at) => {
      const runEnd = this.#endOfRun(at, (item) => item);
      if (runEnd > at) {
        const run: unknown[] = JSON.parse(`[${this.#text.slice(at, runEnd)}]`);
        for (const item of run) items.push(item);
        demandAtMost(this.#sizes.itemsMax, items.length, 'items in a list');
        return runEnd;
      }
      const item = await this.read(at);
      items.push(item.value);
      return item.end;
    });
    return { value: items, end };
  }

  async #object(start: number): Promise<{ value: object; end: number }> {
    const members = new Map<string, unknown>();
    const end = await this.#parts(start, '}', async (at) => {
      const runEnd = this.#endOfRun(at, (name) => this.#valueOf(name));
      if (runEnd > at) {
        const run: object = JSON.parse(`{${this.#text.slice(at, runEnd)}}`);
        for (const [name, value] of Object.entries(run)) members.set(name, value);
        demandAtMost(this.#sizes.membersMax, members.size, 'members in an object');
        return runEnd;
      }
      const name: unknown = JSON.parse(this.#text.slice(at, endOfText(this.#text, at)));
      const member = await this.read(this.#valueOf(at));
      members.set(String(name), member.value);
      return member.end;
    });
    return { value: Object.fromEntries(members), end };
  }

  /** Reads everything between two brackets; `readSome` reads a few parts and says where they end. */
  async #parts(
    start: number,
    closing: string,
    readSome: (at: number) => Promise<number>,
  ): Promise<number> {
    const text = this.#text;
    let at = skipSpace(text, start + 1);
    if (text[at] === closing) return at + 1;
    for (;;) {
      at = skipSpace(text, await readSome(at));
      if (text[at] === closing) return at + 1;
      if (text[at] !== ',') throw unexpected(text, at);
      at = skipSpace(text, at + 1);
      if (performance.now() > this.#pauseAt) {
        await setImmediate();
        this.#pauseAt = performance.now() + sliceMilliseconds;
      }
    }
  }

  /** Behind as many parts as a slice has room for; `start` when the first one alone is too large. */
  #endOfRun(start: number, valueStart: (part: number) => number): number {
    const text = this.#text;
    let end = start;
    for (let at = start; end - start <= sliceCharacters; at = skipSpace(text, end + 1)) {
      const next = endOfValue(text, valueStart(at), sliceCharacters);
      if (next - at > sliceCharacters) return end;
      end = skipSpace(text, next);
      if (text[end] !== ',') return end;
    }
    return end;
  }

  /** Where the value of a member starts. */
  #valueOf(name: number): number {
    const text = this.#text;
    if (text[name] !== '"') throw unexpected(text, name);
    const colon = skipSpace(text, endOfText(text, name));
    if (text[colon] !== ':') throw unexpected(text, colon);
    return skipSpace(text, colon + 1);
  }
}

function demandAtMost(max: number, count: number, what: string): void {
  if (count > max) throw new AppError('payload-too-large', say('bodyTooMany', { max, what }));
}
