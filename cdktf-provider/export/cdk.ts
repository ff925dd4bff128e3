/** An object as constructs for CDK Terrain: the generated class, with the names its bindings have. */
import { numberToText } from '../runtime/number.ts';
import type { ValueType } from '../runtime/schema.ts';
import { isNumeric, isUnknown } from '../runtime/value.ts';
import type { Addresses, Block } from './blocks.ts';
import {
  AttributeValues,
  type CodeValue,
  isPlainObject,
  Reference,
  Secret,
  secretsIn,
} from './code-value.ts';
import { configuredAttributes } from './configured.ts';
import { hclType } from './hcl.ts';

/** How the constant with an object is called. */
export type ConstantName = (object: { readonly type: string; readonly name: string }) => string;

const lineMax = 90;

/** Statements for the constructor of a stack called `stack`. */
export function cdkOf(
  block: Block,
  addresses: Addresses,
  nameOf: ConstantName = constantOf,
): string {
  const attributes = configuredAttributes(block, addresses);
  const secrets = secretsIn(attributes).map(variableText);
  const name = nameOf(block);
  const id = quoted(`${words(block.type).join('-')}-${block.name}`);
  const created = `const ${name} = new bindings.${pascal(block.type)}(stack, ${id}, ${cdkValue(attributes, 0, nameOf)});\n`;
  const taken = block.id === null ? '' : `${name}.importFrom(${quoted(block.id)});\n`;
  return [...secrets, `${created}${taken}`].join('\n');
}

/** The imports that the statements need. */
export function cdkImports(hasSecrets: boolean): string {
  const library = hasSecrets ? "import { TerraformVariable } from 'cdktn';\n" : '';
  return `${library}import { bindings } from 'tocsin-cdk-provider';\n`;
}

function variableText({ name, description, type }: Secret): string {
  const members = `  type: ${quoted(hclType(type))},\n  description: ${quoted(description)},\n  sensitive: true,\n`;
  return `const ${camel(name)} = new TerraformVariable(stack, ${quoted(name)}, {\n${members}});\n`;
}

function cdkValue(value: CodeValue, indent: number, nameOf: ConstantName): string {
  const single = onOneLine(value, nameOf);
  // The names of an object are easier to read below each other.
  if (indent > 0 && single.length + indent <= lineMax) return single;
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map(
      (item: CodeValue) => `${inner}${cdkValue(item, indent + 2, nameOf)},\n`,
    );
    return `[\n${items.join('')}${outer}]`;
  }
  const members = membersOf(value);
  if (members === undefined) return single;
  const lines = members.map(
    ([name, member]) => `${inner}${name}: ${cdkValue(member, indent + 2, nameOf)},\n`,
  );
  return `{\n${lines.join('')}${outer}}`;
}

function onOneLine(value: CodeValue, nameOf: ConstantName): string {
  if (value instanceof Reference) return `${nameOf(value)}.id`;
  if (value instanceof Secret) return `${camel(value.name)}.${accessor(value.type)}`;
  if (value === null || isUnknown(value)) return 'undefined';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return literal(value);
  if (isNumeric(value)) return numberToText(value);
  if (Array.isArray(value))
    return `[${value.map((item: CodeValue) => onOneLine(item, nameOf)).join(', ')}]`;
  const members = membersOf(value) ?? [];
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, member]) => `${name}: ${onOneLine(member, nameOf)}`).join(', ')} }`;
}

function membersOf(value: CodeValue): (readonly [string, CodeValue])[] | undefined {
  if (value instanceof AttributeValues)
    return value.members.map(([name, member]) => [camel(name), member]);
  if (!isPlainObject(value)) return undefined;
  return Object.entries(value).map(([key, member]) => [
    /^[A-Za-z_]\w*$/.test(key) ? key : literal(key),
    member,
  ]);
}

/** How the value of a variable is taken; a map has no accessor of its own. */
function accessor(type: ValueType): string {
  if (type === 'string') return 'stringValue';
  if (type === 'number') return 'numberValue';
  if (type === 'bool') return 'booleanValue';
  return 'map' in type ? 'value' : 'listValue';
}

/** Text that Terraform must not read as a template when it finds it in the stack. */
function literal(text: string): string {
  return quoted(text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign));
}

function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inside.replaceAll("'", "\\'")}'`;
}

export const constantOf: ConstantName = ({ type, name }) =>
  camel(`${words(type).join('_')}_${name}`);

function words(type: string): string[] {
  return type.replace(/^tocsin_/, '').split('_');
}

function camel(name: string): string {
  return name.replaceAll(/_+([a-z])/g, (_match, first: string) => first.toUpperCase());
}

function pascal(type: string): string {
  return words(type)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
