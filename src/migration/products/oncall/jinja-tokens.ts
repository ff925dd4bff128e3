const kinds = ['text', 'word', 'number', 'sign'] as const;

export interface Token {
  /** Texts are without their quotes. */
  kind: (typeof kinds)[number];
  text: string;
}

const text = /(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/.source;
const word = /(?<word>[A-Za-z_]\w*)/.source;
const number = /(?<number>-?\d+(?:\.\d+)?)/.source;
const sign = /(?<sign>==|!=|[()[\].,|])/.source;
const token = new RegExp(`\\s*(?:${[text, word, number, sign].join('|')})`, 'y');

/** The words and signs of an expression; null where it has others. */
export function tokensOf(expression: string): Token[] | null {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const found = token.exec(expression)?.groups ?? {};
    const kind = kinds.find((one) => found[one] !== undefined);
    const piece = found[kind ?? ''];
    if (kind === undefined || piece === undefined) return null;
    tokens.push({ kind, text: kind === 'text' ? plainOf(piece.slice(1, -1)) : piece });
  }
  return tokens;
}

/** As Python reads it: what stands behind a backslash without a meaning keeps the backslash, as patterns need it. */
function plainOf(quoted: string): string {
  const meanings: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return quoted.replaceAll(/\\(.)/gs, (whole, letter: string) => {
    if (letter === '\\' || letter === "'" || letter === '"') return letter;
    return meanings[letter] ?? whole;
  });
}
