import { isObject } from '../../kernel/index.ts';
import type { Line } from '../model/ledger.ts';
import type { Results } from '../read/read-all.ts';

/** Names of members whose values are secrets, by what products call them. */
const secretName =
  /(api|access|integration|routing|service|private|genie)_?key$|token|secret|passw|credential/i;
const shortestSecret = 6;

/** All texts that no report may show: what becomes a variable, and what the source calls a secret. */
export function secretTexts(results: Results, variables: Iterable<unknown>): Set<string> {
  const found = new Set<string>();
  const add = (text: string) => {
    if (text.length >= shortestSecret) found.add(text);
  };
  for (const value of variables) for (const text of textsIn(value)) add(text);
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (secretName.test(name) && !/\s/.test(value)) add(value);
    } else if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (isObject(value))
      for (const [member, inner] of Object.entries(value)) visit(inner, member);
  };
  for (const result of results.values())
    if (result.state === 'whole') for (const { objects } of result.answers) visit(objects, '');
  return found;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The line without secrets: a value that is one is not shown, and an address on the web is cut to its host. */
export function maskedLine(line: Line, secrets: ReadonlySet<string>): Line {
  const member = line.pointer.split('/').at(-1) ?? '';
  return {
    ...line,
    name: maskedText(line.name, secrets),
    text: maskedText(line.text, secrets),
    value: line.value === null || secretName.test(member) ? null : shown(line.value, secrets),
  };
}

function shown(value: string, secrets: ReadonlySet<string>): string | null {
  // A phone number, or the beginning of a secret that was cut.
  if (/^\+[\d\s().-]{6,}$/.test(value)) return null;
  const start = value.endsWith('…') ? value.slice(0, -1) : null;
  for (const secret of secrets)
    if (value.includes(secret) || (start && secret.startsWith(start))) return null;
  return value.replaceAll(/(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)\/\S+/g, '$1$2/…');
}

export function maskedText(text: string, secrets: ReadonlySet<string>): string {
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, '(secret)');
  return masked;
}
