/** Terraform's configuration language, as far as writing values goes. */
import { numberToText } from '../runtime/number.ts';
import type { Value } from '../runtime/value.ts';
import { isList, isNumeric, isObject, isUnknown } from '../runtime/value.ts';

/** Text that is put out as it is: a reference such as `tocsin_team.shop.id`. */
export class Expression {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HclValue =
  | Value
  | Expression
  | readonly HclValue[]
  | { readonly [name: string]: HclValue };

const lineMax = 90;

/** A value over one line where it is short, else over several with `indent` spaces in front. */
export function hclValue(value: HclValue, indent = 0): string {
  const single = onOneLine(value);
  if (single.length + indent <= lineMax && !single.includes('\n')) return single;
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (value instanceof Expression) return value.text;
  if (isList(value as Value)) {
    const items = (value as readonly HclValue[]).map(
      (item) => `${inner}${hclValue(item, indent + 2)},\n`,
    );
    return `[\n${items.join('')}${outer}]`;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, member]): [string, string] => [
      hclName(name),
      hclValue(member, indent + 2),
    ]);
    return `{\n${alignedLines(members, inner)}${outer}}`;
  }
  return single;
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

function onOneLine(value: HclValue): string {
  if (value instanceof Expression) return value.text;
  if (value === null || isUnknown(value)) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return hclText(value);
  if (isNumeric(value)) return numberToText(value);
  if (Array.isArray(value)) return `[${value.map((item: HclValue) => onOneLine(item)).join(', ')}]`;
  const members = Object.entries(value as Record<string, HclValue>);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, member]) => `${hclName(name)} = ${onOneLine(member)}`).join(', ')} }`;
}

function isRecord(value: HclValue): value is { readonly [name: string]: HclValue } {
  return isObject(value as Value) && !(value instanceof Expression);
}

/** JSON's escapes are Terraform's; only the two openings of a template are more. */
export function hclText(text: string): string {
  return JSON.stringify(text).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

function hclName(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : hclText(name);
}
