import { type Sentence, say } from '../../kernel/index.ts';
import { type RegexErrorCode, RegexSyntaxError } from './errors.ts';
import { options } from './syntax.ts';
import { isBoundaryUnit } from './unicode.ts';

const numberMax = 0x7fffffff;
const end = -1;

const optionBits: Readonly<Record<string, number>> = {
  i: options.ignoreCase,
  m: options.multiline,
  n: options.explicitCapture,
  s: options.singleline,
  x: options.extended,
};

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  e: 0x1b,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/**
 * A position in a pattern, the options in force there, and the pieces of syntax both passes need. Every `scan…`
 * method consumes what it returns and throws a RegexSyntaxError at the position it has reached.
 */
export class PatternReader {
  readonly pattern: string;
  position = 0;
  options: number;
  readonly #outerOptions: number[] = [];

  constructor(pattern: string, given: number) {
    this.pattern = pattern;
    this.options = given;
  }

  /** The next character, or '' at the end. */
  get next(): string {
    return this.pattern.charAt(this.position);
  }

  get left(): number {
    return this.pattern.length - this.position;
  }

  ahead(distance: number): string {
    return this.pattern.charAt(this.position + distance);
  }

  take(): string {
    return this.pattern.charAt(this.position++);
  }

  takeIf(text: string): boolean {
    if (!this.pattern.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  has(option: number): boolean {
    return (this.options & option) !== 0;
  }

  enterGroup(): void {
    this.#outerOptions.push(this.options);
  }

  /** Ends the scope of the group's options. */
  leaveGroup(): void {
    this.options = this.#outerOptions.pop() ?? this.options;
  }

  /** `(?i)` is no group: its options live on in the enclosing one. */
  keepOptions(): void {
    this.#outerOptions.pop();
  }

  get insideGroup(): boolean {
    return this.#outerOptions.length > 0;
  }

  fail(code: RegexErrorCode, detail?: Sentence): never {
    throw new RegexSyntaxError(code, Math.min(this.position, this.pattern.length), detail);
  }

  /** Skips `(?#…)`, and with option `x` white space and `#` to the end of the line. */
  skipBlank(): void {
    for (;;) {
      if (this.has(options.extended)) {
        while (/^[\t-\r ]/.test(this.next)) this.position++;
        if (this.next === '#') {
          const lineEnd = this.pattern.indexOf('\n', this.position);
          this.position = lineEnd === -1 ? this.pattern.length : lineEnd;
          continue;
        }
      }
      if (!this.pattern.startsWith('(?#', this.position)) return;
      const close = this.pattern.indexOf(')', this.position);
      this.position = close === -1 ? this.pattern.length : close + 1;
      if (close === -1) this.fail('unterminated-comment');
    }
  }

  nextIsDigit(): boolean {
    return isDigit(this.#unit());
  }

  nextIsNameUnit(): boolean {
    const unit = this.#unit();
    return unit !== end && isBoundaryUnit(unit);
  }

  scanDecimal(): number {
    let value = 0;
    while (isDigit(this.#unit())) {
      value = value * 10 + (this.#unit() - 0x30);
      this.position++;
      if (value > numberMax) this.fail('quantifier-or-capture-group-out-of-range');
    }
    return value;
  }

  scanName(): string {
    const start = this.position;
    while (this.nextIsNameUnit()) this.position++;
    return this.pattern.slice(start, this.position);
  }

  /** True at `*`, `+`, `?` and at a well-formed `{n}`, `{n,}`, `{n,m}`; any other `{` is a plain character. */
  isQuantifier(): boolean {
    const { next } = this;
    if (next !== '{') return next === '*' || next === '+' || next === '?';
    let at = this.position + 1;
    const digits = at;
    while (isDigit(this.pattern.charCodeAt(at))) at++;
    if (at === digits) return false;
    if (this.pattern[at] === ',') {
      at++;
      while (isDigit(this.pattern.charCodeAt(at))) at++;
    }
    return this.pattern[at] === '}';
  }

  /** Reads letters of `imnsx-imnsx` as far as they go. */
  scanOptions(): void {
    let on = true;
    for (; this.left > 0; this.position++) {
      const { next } = this;
      if (next === '-' || next === '+') {
        on = next === '+';
        continue;
      }
      const bit = optionBits[next.toLowerCase()];
      if (bit === undefined) return;
      this.options = on ? this.options | bit : this.options & ~bit;
    }
  }

  /** The unit meant by an escape; stands after the backslash. */
  scanEscapedUnit(): number {
    const unit = this.#unit();
    if (unit >= 0x30 && unit <= 0x37) return this.#scanOctal();
    const letter = this.take();
    if (letter === 'x') return this.#scanHex(2);
    if (letter === 'u') return this.#scanHex(4);
    if (letter === 'c') return this.#scanControl();
    const simple = simpleEscapes[letter];
    if (simple !== undefined) return simple;
    if (isBoundaryUnit(unit)) {
      this.fail('unrecognized-escape', say('regexHere', { it: `\\${letter}` }));
    }
    return unit;
  }

  #unit(): number {
    return this.position < this.pattern.length ? this.pattern.charCodeAt(this.position) : end;
  }

  // Values above 255 keep their low eight bits, as in Perl.
  #scanOctal(): number {
    let value = 0;
    for (let digits = 0; digits < 3; digits++) {
      const digit = this.#unit() - 0x30;
      if (digit < 0 || digit > 7) break;
      value = value * 8 + digit;
      this.position++;
    }
    return value & 0xff;
  }

  #scanHex(digits: number): number {
    const text = this.pattern.slice(this.position, this.position + digits);
    if (text.length < digits || !/^[\da-f]+$/i.test(text)) {
      this.fail('insufficient-or-invalid-hex-digits');
    }
    this.position += digits;
    return Number.parseInt(text, 16);
  }

  #scanControl(): number {
    if (this.left === 0) this.fail('missing-control-character');
    const unit = this.#unit();
    this.position++;
    const control = (unit >= 0x61 && unit <= 0x7a ? unit - 0x20 : unit) - 0x40;
    if (control < 0 || control > 0x1f) this.fail('unrecognized-control-character');
    return control;
  }
}
