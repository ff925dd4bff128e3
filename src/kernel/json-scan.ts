import { setImmediate } from 'node:timers/promises';

/** Where things are in a JSON text, without reading them: for texts that are too large to be read in one go. */

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Behind the text that starts here. Throws a SyntaxError when it does not end. */
export function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  if (at < 0) throw unexpected(text, text.length);
  return at + 1;
}

/**
 * Behind the value that starts here; within it when it is longer than `max`. Throws a SyntaxError when it does not end.
 */
export function endOfValue(text: string, start: number, max = Number.POSITIVE_INFINITY): number {
  const walk: Walk = { at: start, depth: 0 };
  return endOfWalk(text, walk, start + max) ?? walk.at;
}

/** The same of a value that may be very long, while others are served. */
export async function endOfLongValue(text: string, start: number): Promise<number> {
  const walk: Walk = { at: start, depth: 0 };
  for (;;) {
    const end = endOfWalk(text, walk, walk.at + sliceCharacters);
    if (end !== null) return end;
    await setImmediate();
  }
}

/** Within a value: how far it was followed, and in how many lists and objects that is. */
interface Walk {
  at: number;
  depth: number;
}

/** Some milliseconds. */
const sliceCharacters = 512 * 1024;

/** Behind the value; null, and the walk that far, where it does not end before `until`. */
function endOfWalk(text: string, walk: Walk, until: number): number | null {
  let { at, depth } = walk;
  if (depth === 0 && text.charCodeAt(at) === quote) return endOfText(text, at);
  for (; at < text.length; at += 1) {
    if (at > until) {
      Object.assign(walk, { at, depth });
      return null;
    }
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfText(text, at) - 1;
    else if (unit === openList || unit === openObject) depth += 1;
    else if (unit === closeList || unit === closeObject) {
      // The end of what is around a value without brackets of its own.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (unit === comma && depth === 0) return at;
  }
  throw unexpected(text, text.length);
}

export function skipSpace(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
  }
}

/** How many values there are, lists and objects included. Counts no further than to the first beyond `max`. */
export function countValues(text: string, max: number): number {
  let values = 1;
  for (let at = 0; at < text.length && values <= max; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === comma || unit === openList || unit === openObject) values += 1;
    else if (unit === quote) {
      at = text.indexOf('"', at + 1);
      while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
      if (at < 0) break;
    }
  }
  return values;
}

/** An odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** As `JSON.parse` says it. */
export function unexpected(text: string, at: number): SyntaxError {
  return at < text.length
    ? new SyntaxError(`Unexpected token '${text[at]}' at position ${at}`)
    : new SyntaxError('Unexpected end of JSON input');
}
