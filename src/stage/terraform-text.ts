import { isObject } from '../kernel/index.ts';

/** An assignment as Terraform reads it, to a member by its path: `steps[0].afterMinutes`. Pure. */
export function assignment(path: string, value: unknown): string {
  return `${pathText(path)} = ${expression(value)}`;
}

/** `steps[0].after_minutes`. */
export function pathText(path: string): string {
  return path.split('.').map(attributeName).join('.');
}

/** A whole resource. Members that are null are left out. Pure. */
export function resource(type: string, name: string, members: object): string {
  return `resource "${type}" "${name}" ${expression(members)}`;
}

function expression(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((one) => expression(one, indent)).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const inner = `${indent}  `;
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => ({
      name: attributeName(name),
      text: expression(member, inner),
    }));
  // As Terraform formats them: below each other, where each is one line.
  const isAligned = members.every(({ text }) => !text.includes('\n'));
  const width = isAligned ? Math.max(...members.map(({ name }) => name.length)) : 0;
  const lines = members.map(({ name, text }) => `${inner}${name.padEnd(width)} = ${text}\n`);
  return `{\n${lines.join('')}${indent}}`;
}

/** No text is taken for a template. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}

/** `delayInMinSMS` → `delay_in_min_sms`, as the provider names it. */
function attributeName(member: string): string {
  return member.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
