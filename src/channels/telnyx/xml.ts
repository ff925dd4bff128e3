import { spokenText } from '../voice-call/spoken-text.ts';

/** `inside` is XML already, or text that is not. */
export type Inside = readonly string[] | { text: string };

export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
  inside: Inside = [],
): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = 'text' in inside ? escaped(inside.text) : inside.join('');
  const start = `<${name}${listed.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(value: string | number | boolean): string {
  return spokenText(String(value)).replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
