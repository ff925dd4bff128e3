import { CommandError } from './errors.ts';
import type { BsonRegExp } from './model.ts';

/** The server's regular expressions are PCRE; these are the pieces that JavaScript writes differently. */
const outsideClass: { readonly [letter: string]: string } = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  h: '[\\t \\u00a0]',
  s: '[\\t\\n\\v\\f\\r ]',
  S: '[^\\t\\n\\v\\f\\r ]',
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])',
  e: '\\x1b',
  a: '\\x07',
};
const insideClass: { readonly [letter: string]: string } = {
  h: '\\t \\u00a0',
  s: '\\t\\n\\v\\f\\r ',
  e: '\\x1b',
  a: '\\x07',
};

const compiled = new Map<string, RegExp>();
const compiledKept = 500;

/** @throws CommandError BadValue (2) for unknown options, 51091 for a pattern that does not compile */
export function compileRegex({ pattern, options }: BsonRegExp): RegExp {
  const key = `${options}/${pattern}`;
  let regex = compiled.get(key);
  if (regex === undefined) {
    regex = translate(pattern, options);
    if (compiled.size >= compiledKept) compiled.clear();
    compiled.set(key, regex);
  }
  return regex;
}

function translate(pattern: string, given: string): RegExp {
  const leading = /^\(\?([imsx]+)\)/.exec(pattern);
  const options = new Set(given + (leading?.[1] ?? ''));
  for (const option of options) {
    if (!'imsxu'.includes(option)) {
      throw new CommandError(51108, `invalid flag in regex options: ${option}`);
    }
  }
  const body = leading === null ? pattern : pattern.slice(leading[0].length);
  const source = rewrite(body, options);
  const flags = options.has('i') ? 'i' : '';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      // Unicode mode refuses needless escapes such as `\-`, which PCRE takes.
      return new RegExp(source, flags);
    } catch (cause) {
      throw new CommandError(51091, `Regular expression is invalid: ${(cause as Error).message}`, {
        cause,
      });
    }
  }
}

function rewrite(pattern: string, options: ReadonlySet<string>): string {
  const multiline = options.has('m');
  const extended = options.has('x');
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i] as string;
    if (c === '\\') {
      const next = pattern[++i] ?? '';
      out += (inClass ? insideClass : outsideClass)[next] ?? `\\${next}`;
    } else if (inClass) {
      if (c === '[' && pattern[i + 1] === ':') {
        const close = pattern.indexOf(':]', i);
        const named = close < 0 ? undefined : posixClasses[pattern.slice(i + 2, close)];
        if (named !== undefined) {
          out += named;
          i = close + 1;
          continue;
        }
      }
      if (c === ']') inClass = false;
      out += c === '[' ? '\\[' : c;
    } else if (c === '[') {
      inClass = true;
      out += c;
      if (pattern[i + 1] === '^') out += pattern[++i];
      // Right after the opening, a bracket is itself.
      if (pattern[i + 1] === ']') {
        out += '\\]';
        i++;
      }
    } else if (c === '.') {
      out += options.has('s') ? '[\\s\\S]' : '[^\\n]';
    } else if (c === '^') {
      out += multiline ? '(?<![^\\n])' : '(?<![\\s\\S])';
    } else if (c === '$') {
      out += multiline ? '(?![^\\n])' : '(?=\\n?(?![\\s\\S]))';
    } else if (extended && /\s/.test(c)) {
      // Layout only.
    } else if (extended && c === '#') {
      while (i + 1 < pattern.length && pattern[i + 1] !== '\n') i++;
    } else if (pattern.startsWith('(?P<', i)) {
      out += '(?<';
      i += 3;
    } else if (pattern.startsWith('(?#', i)) {
      while (i < pattern.length && pattern[i] !== ')') i++;
    } else {
      out += c;
    }
  }
  return out;
}

const posixClasses: { readonly [name: string]: string } = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t\\n\\v\\f\\r ',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
};

/** The text every match starts with: what lets `^abc` use an index. Absent for patterns without a fixed head. */
export function literalPrefix({ pattern, options }: BsonRegExp): string | undefined {
  if (/[imx]/.test(options)) return undefined;
  const anchored = /^(?:\^|\\A)/.exec(pattern);
  if (anchored === null || pattern.includes('|')) return undefined;
  let prefix = '';
  let i = anchored[0].length;
  for (; i < pattern.length; i++) {
    let c = pattern[i] as string;
    if (c === '\\') {
      c = pattern[++i] ?? '';
      // An escaped letter or digit is a class or a code, not itself.
      if (c === '' || /[A-Za-z0-9]/.test(c)) break;
    } else if ('^$.[]()*+?{}'.includes(c)) {
      break;
    }
    const follower = pattern[i + 1];
    if (follower !== undefined && '*?{'.includes(follower)) break;
    prefix += c;
  }
  // Half a surrogate pair would not be valid UTF-8.
  if (/[\ud800-\udbff]$/.test(prefix)) prefix = prefix.slice(0, -1);
  return prefix === '' ? undefined : prefix;
}
