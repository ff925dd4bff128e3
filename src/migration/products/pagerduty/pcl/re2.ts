/**
 * A regular expression of RE2, as PagerDuty takes it, in the flavour of mappings, which is that of .NET. Null where one
 * of its parts has no counterpart.
 */
export function fromRe2(pattern: string): string | null {
  let found = '';
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    if (piece === null) return null;
    found += piece.text;
    at += piece.length;
  }
  return found.length > longest ? null : found;
}

/** How many groups of it are captured. */
export function groupsOf(pattern: string): number {
  const withoutClasses = pattern.replaceAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]/gs, '');
  return [...withoutClasses.matchAll(/\((?!\?)|\(\?P?</g)].length;
}

const longest = 4000;

interface Piece {
  text: string;
  /** The number of characters that were read. */
  length: number;
}

function pieceAt(pattern: string, at: number): Piece | null {
  const rest = pattern.slice(at);
  if (rest.startsWith('\\')) return escapeIn(rest);
  if (rest.startsWith('[')) return classIn(rest);
  if (rest.startsWith('(?P<')) return { text: '(?<', length: 4 };
  const [flags = ''] = /^\(\?[a-zA-Z-]*[):]/.exec(rest) ?? [];
  // Ungreedy by default is something that only RE2 knows.
  if (flags.includes('U')) return null;
  return { text: rest.charAt(0), length: 1 };
}

function escapeIn(rest: string): Piece | null {
  const [quoted = null, inside = ''] = /^\\Q(.*?)(?:\\E|$)/s.exec(rest) ?? [];
  if (quoted !== null)
    return { text: inside.replaceAll(/[\\^$.|?*+()[\]{}#\s]/g, '\\$&'), length: quoted.length };
  const [category = null, sign = '', letter = ''] = /^\\([pP])([A-Z])/.exec(rest) ?? [];
  if (category !== null) return { text: `\\${sign}{${letter}}`, length: category.length };
  const [script = null, name = ''] = /^\\[pP]\{(\^?\w+)\}/.exec(rest) ?? [];
  // Names of scripts are others there; categories have one letter or two.
  if (script !== null)
    return /^[A-Z][a-z]?$/.test(name) ? { text: script, length: script.length } : null;
  const [wide = null, code = ''] = /^\\x\{([\da-fA-F]+)\}/.exec(rest) ?? [];
  if (wide !== null)
    return code.length > 4 ? null : { text: `\\u${code.padStart(4, '0')}`, length: wide.length };
  if (/^\\C/.test(rest) || rest.length < 2) return null;
  return { text: rest.slice(0, 2), length: 2 };
}

const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@\\[-`{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

function classIn(rest: string): Piece | null {
  const [start = '['] = /^\[\^?\]?/.exec(rest) ?? [];
  let text = start.endsWith(']') ? `${start.slice(0, -1)}\\]` : start;
  for (let at = start.length; at < rest.length; ) {
    const inside = rest.slice(at);
    if (inside.startsWith(']')) return { text: `${text}]`, length: at + 1 };
    const [named = null, name = ''] = /^\[:(\^?\w+):\]/.exec(inside) ?? [];
    // A bracket inside begins something of its own in the other flavour.
    const piece: Piece | null =
      named !== null
        ? pieceOfClass(named, name)
        : inside.startsWith('[')
          ? { text: '\\[', length: 1 }
          : inside.startsWith('\\')
            ? escapeIn(inside)
            : { text: inside.charAt(0), length: 1 };
    if (piece === null) return null;
    text += piece.text;
    at += piece.length;
  }
  return null;
}

function pieceOfClass(named: string, name: string): Piece | null {
  const text = classes[name];
  return text === undefined ? null : { text, length: named.length };
}
