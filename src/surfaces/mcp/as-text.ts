import { isObject } from '../../kernel/index.ts';

/**
 * A value as an outline for models: a line for each member, indented. Texts stand as they are in JSON, so that none
 * makes lines of its own.
 */
export function asText(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}(none)`;
    return value.map((item) => itemText(item, indent)).join('\n');
  }
  if (!isObject(value)) return `${indent}${scalarText(value)}`;
  const members = Object.entries(value).filter(
    ([name, member]) => member !== null && member !== undefined && !isSaidBeside(name, value),
  );
  if (members.length === 0) return `${indent}(none)`;
  return members.map(([name, member]) => memberText(name, member, indent)).join('\n');
}

/** The code and the values of a sentence whose words are the member beside it. */
function isSaidBeside(name: string, whole: Readonly<Record<string, unknown>>): boolean {
  return name.endsWith('Sentence') && whole[name.slice(0, -'Sentence'.length)] !== undefined;
}

function itemText(item: unknown, indent: string): string {
  const text = asText(item, `${indent}  `);
  return `${indent}- ${text.slice(indent.length + 2)}`;
}

function memberText(name: string, member: unknown, indent: string): string {
  const shown = /^[\w.@-]+$/.test(name) ? name : JSON.stringify(name);
  if (Array.isArray(member) && member.length === 0) return `${indent}${shown}: (none)`;
  if (Array.isArray(member) || isObject(member))
    return `${indent}${shown}:\n${asText(member, `${indent}  `)}`;
  return `${indent}${shown}: ${scalarText(member)}`;
}

function scalarText(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  // A text that could be taken for something else is quoted.
  return /[\n"\\]|^\s|\s$|^$/.test(value) ? JSON.stringify(value) : value;
}
