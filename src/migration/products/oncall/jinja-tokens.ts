export interface Token {
  /** Texts are without their quotes. */
  kind: 'text' | 'word' | 'number' | 'sign';
  text: string;
}

const token =
  /\s*(?:(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<word>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?)|(?<sign>==|!=|[()[\].,|]))/y;

/** The words and signs of an expression; null where it has others. */
export function tokensOf(expression: string): Token[] | null {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const { text, word, number, sign } = token.exec(expression)?.groups ?? {};
    if (text !== undefined) tokens.push({ kind: 'text', text: plainOf(text.slice(1, -1)) });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else return null;
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
