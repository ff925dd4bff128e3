/**
 * Where things are in Terraform's configuration language: blocks and attributes with the lines on which they begin. An
 * own scanner, because no package gives places without a native build or Go. It knows what ends a text, a heredoc, a
 * template, a comment and a bracket; it computes no value.
 */

export interface HclAttribute {
  name: string;
  /** From 1. */
  line: number;
  /** Offsets of its value in the text. */
  start: number;
  end: number;
}

export interface HclBlock {
  type: string;
  labels: readonly string[];
  line: number;
  attributes: HclAttribute[];
  blocks: HclBlock[];
}

/** A text that is not in this language. */
export class HclMistake extends Error {
  override readonly name = 'HclMistake';
}

/** The blocks and attributes of a file. Throws HclMistake. */
export function scanHcl(text: string): Pick<HclBlock, 'attributes' | 'blocks'> {
  return new Scanner(text).body(null);
}

/**
 * The line on which a part of a value begins, by members and places in lists; that of the deepest part that stands
 * there. Functions, iterations and variables are not looked into.
 */
export function lineWithin(
  text: string,
  { start, line }: Pick<HclAttribute, 'start' | 'line'>,
  path: readonly (string | number)[],
): number {
  return new Scanner(text, start).lineOf(path) ?? line;
}

const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class Scanner {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at === 0 && text.startsWith('\uFEFF') ? 1 : at;
  }

  /** The line of a part of the value that begins here; null if not even the first step of the path is found. */
  lineOf(path: readonly (string | number)[]): number | null {
    let found: number | null = null;
    for (const step of path) {
      const isThere = typeof step === 'number' ? this.#toItem(step) : this.#toMember(step);
      if (!isThere) return found;
      found = this.#lineHere();
    }
    return found;
  }

  #toItem(place: number): boolean {
    if (this.#text[this.#at] !== '[') return false;
    this.#at += 1;
    for (let item = 0; ; item += 1) {
      this.#skip(true);
      if (this.#text[this.#at] === ']' || this.#isIteration()) return false;
      if (item === place) return true;
      this.#toEnd(true);
    }
  }

  #toMember(name: string): boolean {
    if (this.#text[this.#at] !== '{') return false;
    this.#at += 1;
    for (;;) {
      this.#skip(true);
      if (this.#text[this.#at] === '}' || this.#isIteration()) return false;
      const start = this.#at;
      while (!/[=:}]|^$/.test(this.#text[this.#at] ?? '')) this.#token();
      const key = this.#text.slice(start, this.#at).trim();
      if (!/[=:]/.test(this.#text[this.#at] ?? '')) return false;
      this.#at += 1;
      if (key === name || key === `"${name}"`) {
        this.#skip(false);
        return true;
      }
      this.#toEnd(false);
    }
  }

  #isIteration(): boolean {
    return /^for\s/.test(this.#text.slice(this.#at, this.#at + 4));
  }

  /** Behind an item and its comma; members may end with their line. */
  #toEnd(overLines: boolean): void {
    for (;;) {
      this.#skip(overLines);
      const here = this.#text[this.#at];
      if (here === undefined || here === ']' || here === '}') return;
      if (here === ',' || here === '\n') {
        this.#at += 1;
        return;
      }
      this.#token();
    }
  }

  /** Up to the closing brace of the block, or the end of the file. */
  body(block: string | null): Pick<HclBlock, 'attributes' | 'blocks'> {
    const attributes: HclAttribute[] = [];
    const blocks: HclBlock[] = [];
    for (;;) {
      this.#skip(true);
      if (this.#at >= this.#text.length) {
        if (block !== null) throw this.#mistake(`${block} is not closed`);
        return { attributes, blocks };
      }
      if (this.#text[this.#at] === '}' && block !== null) {
        this.#at += 1;
        return { attributes, blocks };
      }
      const line = this.#lineHere();
      const name = this.#name();
      this.#skip(false);
      if (this.#text[this.#at] === '=' && this.#text[this.#at + 1] !== '=') {
        this.#at += 1;
        this.#skip(false);
        const start = this.#at;
        this.#expression();
        attributes.push({ name, line, start, end: this.#at });
      } else blocks.push(this.#block(name, line));
    }
  }

  #block(type: string, line: number): HclBlock {
    const labels: string[] = [];
    for (;;) {
      this.#skip(false);
      const here = this.#text[this.#at];
      if (here === '{') break;
      if (here === '"') {
        const start = this.#at;
        this.#quoted();
        labels.push(this.#text.slice(start + 1, this.#at - 1));
      } else labels.push(this.#name());
    }
    this.#at += 1;
    return { type, labels, line, ...this.body(type) };
  }

  #name(): string {
    identifier.lastIndex = this.#at;
    const [name] = identifier.exec(this.#text) ?? [];
    if (name === undefined) throw this.#mistake('a name is expected');
    this.#at += name.length;
    return name;
  }

  /** To the end of the value: the end of the line, or what closes what is around it. */
  #expression(): void {
    let end = this.#at;
    for (;;) {
      const here = this.#text[this.#at];
      if (here === undefined || here === '\n' || here === '}' || here === ']' || here === ')')
        break;
      if (this.#isComment()) {
        this.#skip(false);
        continue;
      }
      if (here === ' ' || here === '\t' || here === '\r' || here === ',') {
        if (here === ',') break;
        this.#at += 1;
        continue;
      }
      this.#token();
      end = this.#at;
    }
    this.#at = end;
  }

  #token(): void {
    const here = this.#text[this.#at] ?? '';
    if (here === '"') this.#quoted();
    else if (closing[here] !== undefined) this.#bracket();
    else if (!(this.#text.startsWith('<<', this.#at) && this.#heredoc())) this.#at += 1;
  }

  #bracket(): void {
    const start = this.#at;
    const end = closing[this.#text[start] ?? ''];
    this.#at += 1;
    for (;;) {
      this.#skip(true);
      const here = this.#text[this.#at];
      if (here === undefined) throw this.#mistake('a bracket is not closed', start);
      if (here === end) break;
      if (here === ')' || here === ']' || here === '}')
        throw this.#mistake('a bracket is too much');
      this.#token();
    }
    this.#at += 1;
  }

  /** A text in quotes, with templates in it. */
  #quoted(): void {
    const start = this.#at;
    this.#at += 1;
    for (;;) {
      const here = this.#text[this.#at];
      if (here === undefined || here === '\n') throw this.#mistake('a text is not closed', start);
      if (here === '"') break;
      if (here === '\\') this.#at += 2;
      else if (!this.#template()) this.#at += 1;
    }
    this.#at += 1;
  }

  /** `${…}` and `%{…}`; of `$${` and `%%{` only the text. */
  #template(): boolean {
    const sign = this.#text[this.#at];
    if (sign !== '$' && sign !== '%') return false;
    if (this.#text.startsWith(`${sign}${sign}{`, this.#at)) {
      this.#at += 3;
      return true;
    }
    if (this.#text[this.#at + 1] !== '{') return false;
    this.#at += 1;
    this.#bracket();
    return true;
  }

  /** False where these are other signs. */
  #heredoc(): boolean {
    const opening = /<<(-?)([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;
    opening.lastIndex = this.#at;
    const [whole = '', , word = ''] = opening.exec(this.#text) ?? [];
    if (word === '') return false;
    const start = this.#at;
    this.#at += whole.length;
    for (;;) {
      const lineEnd = this.#text.indexOf('\n', this.#at);
      const line = this.#text.slice(this.#at, lineEnd < 0 ? undefined : lineEnd);
      if (line.trim() === word) {
        this.#at += line.trimEnd().length;
        return true;
      }
      if (lineEnd < 0) throw this.#mistake(`${word} is not closed`, start);
      this.#heredocLine(lineEnd);
    }
  }

  /** A template may go over several lines. */
  #heredocLine(lineEnd: number): void {
    while (this.#at < lineEnd) if (!this.#template()) this.#at += 1;
    if (this.#text[this.#at] === '\n') this.#at += 1;
  }

  #isComment(): boolean {
    const here = this.#text[this.#at];
    return here === '#' || (here === '/' && /[/*]/.test(this.#text[this.#at + 1] ?? ''));
  }

  /** Spaces and comments; ends of lines where they mean nothing. */
  #skip(overLines: boolean): void {
    for (;;) {
      const here = this.#text[this.#at];
      if (here === ' ' || here === '\t' || here === '\r' || (here === '\n' && overLines))
        this.#at += 1;
      else if (here !== undefined && this.#isComment()) this.#comment();
      else return;
    }
  }

  #comment(): void {
    const isLong = this.#text.startsWith('/*', this.#at);
    const end = this.#text.indexOf(isLong ? '*/' : '\n', this.#at);
    if (end < 0 && isLong) throw this.#mistake('a comment is not closed');
    this.#at = end < 0 ? this.#text.length : end + (isLong ? 2 : 0);
  }

  #lineHere(): number {
    for (; this.#counted < this.#at; this.#counted += 1)
      if (this.#text[this.#counted] === '\n') this.#line += 1;
    return this.#line;
  }

  #mistake(what: string, at = this.#at): HclMistake {
    const line = this.#text.slice(0, at).split('\n').length;
    return new HclMistake(`line ${line}: ${what}`);
  }
}
