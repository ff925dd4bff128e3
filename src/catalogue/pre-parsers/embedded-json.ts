import type { Json } from '../../mapping/index.ts';

/** The object or array a text holds; undefined for anything else, plain numbers and words included. */
export function embeddedJson(text: Json | undefined): Json | undefined {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
