import { prefixOf, type XPathToken } from './tokens.ts';

/**
 * The expression with every unprefixed element name matching in any namespace, or null when it has none.
 *
 * Alerts in XML often have a default namespace and a mapping cannot declare prefixes, so names that find nothing in
 * the strict reading are tried by local name. Attributes stay as they are: without a prefix they are in no
 * namespace anyway.
 */
export function ignoringNamespaces(
  expression: string,
  tokens: readonly XPathToken[],
): string | null {
  let result = '';
  let copied = 0;
  for (const [index, token] of tokens.entries()) {
    if (!isElementName(tokens, index)) continue;
    result += `${expression.slice(copied, token.at)}*[local-name()="${token.text}"]`;
    copied = token.at + token.text.length;
  }
  return copied === 0 ? null : result + expression.slice(copied);
}

/** The unprefixed element names an expression tests for. */
export function elementNames(tokens: readonly XPathToken[]): string[] {
  const names = tokens.filter((_, index) => isElementName(tokens, index)).map(({ text }) => text);
  return Array.from(new Set(names));
}

/** Prefixes the document must declare for the expression to mean anything. */
export function prefixesOf(tokens: readonly XPathToken[]): string[] {
  const prefixes = tokens.map(({ kind, text }) => (kind === 'name' ? prefixOf(text) : null));
  return Array.from(new Set(prefixes))
    .filter((prefix) => prefix !== null && prefix !== 'xml')
    .map(String);
}

function isElementName(tokens: readonly XPathToken[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'name' || token.text === '*' || prefixOf(token.text) !== null) return false;
  const previous = tokens[index - 1];
  if (previous?.text === '@') return false;
  const axis = previous?.text === '::' ? tokens[index - 2]?.text : undefined;
  return axis !== 'attribute' && axis !== 'namespace';
}
