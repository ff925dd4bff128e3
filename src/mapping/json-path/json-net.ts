import { say } from '../../kernel/index.ts';
import { JsonPathSyntaxError } from './syntax-error.ts';

/**
 * Rewrites a path in Json.NET's spelling into RFC 9535 form.
 *
 * Accepted beyond the RFC: no leading `$`; blanks around the path; a dot before a bracket; names with any character
 * up to the next dot or bracket (`k8s:pod`, `@timestamp`, `2xx`); in filters `===`, `!==`, `<>`, `=~
 * /pattern/flags`, bare `true` and `false`, and paths with several results as operands of a comparison. Two
 * functions of our own carry what the RFC has no words for: `netregex(nodes, pattern)` and `anyof(nodes)`;
 * `syntax.ts` knows them.
 */

/** Throws `JsonPathSyntaxError` for what neither grammar knows. */
export function jsonNetToRfc(path: string): string {
  return new Rewriter(path.trim()).path();
}

const blank = /[ \t\r\n]/;
/** Ends a name outside filters; inside a filter a name also ends at a blank or an operator. */
const nameEnd = /[.[\]()]/;
const filterNameEnd = /[.[\]() \t\r\n=!<>&|,]/;

/**
 * A token of a filter: its text, and whether it is a path with possibly several results, a comparison or a bare
 * truth value.
 */
interface FilterToken {
  text: string;
  kind: 'path' | 'paths' | 'comparison' | 'truth' | 'regex' | 'other';
}

class Rewriter {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  path(): string {
    let out = '$';
    const next = this.#source.charAt(1);
    if (this.#source.startsWith('$') && (next === '' || next === '.' || next === '[')) {
      this.#at = 1;
    } else if (this.#source !== '' && !/^[.[]/.test(this.#source)) {
      out += this.#name(nameEnd);
    }
    out += this.#segments(nameEnd);
    if (this.#at < this.#source.length) throw this.#unexpected();
    return out;
  }

  #segments(end: RegExp): string {
    let out = '';
    for (;;) {
      const character = this.#peek();
      if (character === '.') {
        this.#at += 1;
        let prefix = '';
        if (this.#peek() === '.') {
          this.#at += 1;
          prefix = '..';
        }
        if (this.#peek() === '[') {
          out += prefix;
          continue;
        }
        if (this.#peek() === '*') {
          this.#at += 1;
          out += `${prefix}[*]`;
          continue;
        }
        out += prefix + this.#name(end);
      } else if (character === '[') {
        out += this.#bracket();
      } else {
        return out;
      }
    }
  }

  #name(end: RegExp): string {
    const start = this.#at;
    while (this.#at < this.#source.length && !end.test(this.#peek())) this.#at += 1;
    const name = this.#source.slice(start, this.#at);
    if (name === '' || blank.test(name.charAt(0)) || blank.test(name.charAt(name.length - 1))) {
      throw this.#unexpected();
    }
    return `[${quote(name)}]`;
  }

  #bracket(): string {
    this.#at += 1;
    this.#skipBlanks();
    if (this.#peek() === '?') {
      this.#at += 1;
      const body = this.#filter();
      this.#expect(']');
      return `[?${body}]`;
    }
    if (this.#peek() === '(') {
      throw new JsonPathSyntaxError(say('jsonPathScript'));
    }
    let out = '[';
    while (this.#peek() !== ']') {
      const character = this.#peek();
      if (character === '') throw new JsonPathSyntaxError(say('jsonPathEndsInBracket'));
      if (character === "'" || character === '"') out += this.#string();
      else if (/[-\d:,*]/.test(character)) out += this.#number() || this.#take();
      else if (blank.test(character)) out += this.#take();
      else throw this.#unexpected();
    }
    this.#at += 1;
    return `${out}]`;
  }

  /** A number without its leading zeros, or nothing if there is none here. */
  #number(): string {
    const match = /^(-?)0*(\d+)/.exec(this.#source.slice(this.#at, this.#at + 40));
    if (match === null) return '';
    this.#at += match[0].length;
    const digits = match[2] ?? '0';
    return digits === '0' ? '0' : `${match[1]}${digits}`;
  }

  #string(): string {
    const delimiter = this.#take();
    let out = delimiter;
    while (this.#peek() !== delimiter) {
      if (this.#peek() === '') throw new JsonPathSyntaxError(say('jsonPathQuoteOpen'));
      if (this.#peek() === '\\') {
        const escaped = this.#source.charAt(this.#at + 1);
        // The RFC knows an escaped quote only for the quote that delimits the text.
        if ((escaped === "'" || escaped === '"') && escaped !== delimiter) this.#at += 1;
        else out += this.#take();
      }
      out += this.#take();
    }
    return out + this.#take();
  }

  /** The filter up to its closing bracket. */
  #filter(): string {
    const tokens: FilterToken[] = [];
    let parentheses = 0;
    for (;;) {
      this.#skipBlanks();
      const character = this.#peek();
      if (character === '') throw new JsonPathSyntaxError(say('jsonPathEndsInFilter'));
      if (character === ']') break;
      if (character === '(') parentheses += 1;
      if (character === ')') parentheses -= 1;
      tokens.push(this.#filterToken());
    }
    if (parentheses !== 0) throw new JsonPathSyntaxError(say('jsonPathParentheses'));
    return render(tokens);
  }

  #filterToken(): FilterToken {
    const character = this.#peek();
    if (character === '@' || character === '$') {
      this.#at += 1;
      const segments = this.#segments(filterNameEnd);
      const several = /\.\.|\[\*|\[\?|[:,](?=(?:[^']|'[^']*')*$)/.test(segments);
      return { text: character + segments, kind: several ? 'paths' : 'path' };
    }
    if (character === "'" || character === '"') return { text: this.#string(), kind: 'other' };
    const rest = this.#source.slice(this.#at);
    const comparison = /^(?:===|!==|==|!=|<>|<=|>=|<|>)/.exec(rest)?.[0];
    if (comparison !== undefined) {
      this.#at += comparison.length;
      // `===` and `!==` differ from `==` and `!=` only for types that JSON has one of, such as integers and decimals.
      const text = comparison === '<>' ? '!=' : comparison.replace(/^([=!])==$/, '$1=');
      return { text, kind: 'comparison' };
    }
    if (rest.startsWith('=~')) {
      this.#at += 2;
      this.#skipBlanks();
      return { text: quote(this.#regexLiteral()), kind: 'regex' };
    }
    const word = /^(?:&&|\|\||[!(),]|[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[a-z_]+)/.exec(rest)?.[0];
    if (word === undefined) throw this.#unexpected();
    this.#at += word.length;
    const truth = word === 'true' || word === 'false';
    return { text: word.replace(/^\+/, ''), kind: truth ? 'truth' : 'other' };
  }

  /** `/pattern/flags` as one .NET pattern. */
  #regexLiteral(): string {
    if (this.#take() !== '/') throw new JsonPathSyntaxError(say('jsonPathRegexForm'));
    let pattern = '';
    while (this.#peek() !== '/') {
      if (this.#peek() === '') throw new JsonPathSyntaxError(say('jsonPathRegexOpen'));
      // An escaped slash is only escaped because of the delimiter.
      if (this.#peek() === '\\' && this.#source.charAt(this.#at + 1) === '/') this.#at += 1;
      else if (this.#peek() === '\\') pattern += this.#take();
      pattern += this.#take();
    }
    this.#at += 1;
    const written = /^[a-z]*/.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += written.length;
    // Habit from other languages: one match answers the filter, so “all matches” means nothing more.
    const flags = written.replaceAll('g', '');
    if (!/^[imsx]*$/.test(flags))
      throw new JsonPathSyntaxError(say('jsonPathRegexFlags', { flags }));
    return flags === '' ? pattern : `(?${flags})${pattern}`;
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #take(): string {
    const character = this.#peek();
    if (character === '') throw new JsonPathSyntaxError(say('jsonPathEndsTooEarly'));
    this.#at += 1;
    return character;
  }

  #skipBlanks(): void {
    while (blank.test(this.#peek())) this.#at += 1;
  }

  #expect(character: string): void {
    this.#skipBlanks();
    if (this.#peek() !== character) throw this.#unexpected();
    this.#at += 1;
  }

  #unexpected(): JsonPathSyntaxError {
    const character = this.#peek();
    return new JsonPathSyntaxError(
      character === ''
        ? say('jsonPathEndsTooEarly')
        : say('expressionUnexpected', { character, position: this.#at + 1 }),
    );
  }
}

function render(tokens: readonly FilterToken[]): string {
  let out = '';
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const compared = tokens[index - 1]?.kind === 'comparison' || next?.kind === 'comparison';
    if (token.kind === 'regex') continue;
    if (next?.kind === 'regex') out += `netregex(${token.text},${next.text})`;
    else if (token.kind === 'paths' && compared) out += `anyof(${token.text})`;
    else if (token.kind === 'truth' && !compared) out += `${token.text}==true`;
    else out += token.text;
  }
  return out;
}

/** A single-quoted RFC string literal. */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
