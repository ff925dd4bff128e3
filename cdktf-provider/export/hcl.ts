/** Terraform's configuration language, as far as writing values goes. */
import { numberToText } from '../runtime/number.ts';
import type { ValueType } from '../runtime/schema.ts';
import { isNumeric, isUnknown } from '../runtime/value.ts';
import {
  AttributeValues,
  type CodeValue,
  isPlainObject,
  Reference,
  type Secret,
} from './code-value.ts';

const lineMax = 90;

/** A value over one line where it is short, else over several with `indent` spaces in front. */
export function hclValue(value: CodeValue, indent = 0): string {
  const single = onOneLine(value);
  if (single.length + indent <= lineMax && !single.includes('\n')) return single;
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item: CodeValue) => `${inner}${hclValue(item, indent + 2)},\n`);
    return `[\n${items.join('')}${outer}]`;
  }
  const members = membersOf(value);
  if (members === undefined) return single;
  const lines = members.map(([name, member]): [string, string] => [
    name,
    hclValue(member, indent + 2),
  ]);
  return `{\n${alignedLines(lines, inner)}${outer}}`;
}

/** `name = value` line by line as `terraform fmt` writes them: neighbours of one line each are aligned. */
export function alignedLines(
  members: readonly (readonly [string, string])[],
  indent: string,
): string {
  const isLong = ([, value]: readonly [string, string]) => value.includes('\n');
  return members
    .map((member, index) => {
      let width = member[0].length;
      if (!isLong(member)) {
        const group = (step: 1 | -1) => {
          for (let at = index + step; ; at += step) {
            const neighbour = members[at];
            if (neighbour === undefined || isLong(neighbour)) return;
            width = Math.max(width, neighbour[0].length);
          }
        };
        group(1);
        group(-1);
      }
      return `${indent}${member[0].padEnd(width)} = ${member[1]}\n`;
    })
    .join('');
}

function onOneLine(value: CodeValue): string {
  if (value instanceof Reference) return `${value.type}.${value.name}.id`;
  if (value === null || isUnknown(value)) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return hclText(value);
  if (isNumeric(value)) return numberToText(value);
  if (Array.isArray(value))
    return `[${value.map((item: CodeValue) => onOneLine(item)).join(', ')}]`;
  const members = membersOf(value);
  if (members === undefined) return `var.${(value as Secret).name}`;
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, member]) => `${name} = ${onOneLine(member)}`).join(', ')} }`;
}

function membersOf(value: CodeValue): (readonly [string, CodeValue])[] | undefined {
  if (value instanceof AttributeValues) return [...value.members];
  if (!isPlainObject(value)) return undefined;
  return Object.entries(value).map(([key, member]) => [hclName(key), member]);
}

/** JSON's escapes are Terraform's but for two short ones; and the two openings of a template are more. */
export function hclText(text: string): string {
  return JSON.stringify(text)
    .replaceAll(/\\[\s\S]/g, (written) => longEscapes.get(written) ?? written)
    .replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

const longEscapes = new Map([
  ['\\b', '\\u0008'],
  ['\\f', '\\u000c'],
]);

/** Named in full: of `any` Terraform would read a value in the environment as an expression. */
export function hclType(type: ValueType): string {
  if (typeof type === 'string') return type;
  if ('map' in type) return `map(${hclType(type.map)})`;
  return 'set' in type ? `set(${hclType(type.set)})` : `list(${hclType(type.list)})`;
}

function hclName(name: string): string {
  // An object whose first key is the bare word `for` is read as an iteration.
  return /^(?!for$)[A-Za-z_][\w-]*$/.test(name) ? name : hclText(name);
}
