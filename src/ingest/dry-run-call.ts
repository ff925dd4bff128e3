import { hash } from 'node:crypto';
import { AppError } from '../kernel/index.ts';
import { smallBodyBytesMax } from './limits.ts';

/** Characters of a call beside the payload and the body of a request: what is below takes milliseconds. */
const restMax = 1024 * 1024;
/** Members of an object that is looked through. */
const membersMax = 1000;

/**
 * The JSON of an API call that tries out a payload. Of a large one the member `payload` is not read, because everybody else would wait
 * for it: the thread that evaluates it reads it from the bytes (`payloadInCall`), and a hash stands for it here.
 * @throws SyntaxError as `JSON.parse` does; AppError when the rest is too large
 */
export function parseDryRunCall(text: string): unknown {
  if (text.length <= smallBodyBytesMax) return JSON.parse(text);
  const start = skipSpace(text, 0);
  // No object: whatever it is, it is refused.
  if (text[start] !== '{') return null;
  const { members, end } = membersAt(text, start);
  if (skipSpace(text, end) < text.length) throw unexpected(text, skipSpace(text, end));
  let rest = 0;
  const parse = (at: Member): unknown => {
    rest += at.end - at.start;
    if (rest > restMax)
      throw new AppError(
        'payload-too-large',
        'Beside payload and the body of request, send at most 1 MB.',
      );
    return JSON.parse(text.slice(at.start, at.end));
  };
  const requestAt = (at: Member) =>
    toObject(
      membersAt(text, at.start).members,
      // The text of a body is read fast, whatever it says.
      (member) =>
        isNamed(member, 'body') && text[member.start] === '"'
          ? JSON.parse(text.slice(member.start, member.end))
          : parse(member),
    );
  return toObject(members, (member) => {
    if (text[member.start] !== '{') return parse(member);
    if (isNamed(member, 'payload')) return { sha256: hash('sha256', text) };
    return isNamed(member, 'request') ? requestAt(member) : parse(member);
  });
}

interface Member {
  name: string;
  /** Of its value. */
  start: number;
  end: number;
}

function toObject(members: readonly Member[], read: (member: Member) => unknown): object {
  return Object.fromEntries(members.map((member) => [member.name, read(member)]));
}

/** Members of the API have no case. */
function isNamed({ name }: Member, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

/** Where the values of an object are; what is in them is not looked at beyond where it ends. */
function membersAt(text: string, start: number): { members: Member[]; end: number } {
  const members: Member[] = [];
  let at = skipSpace(text, start + 1);
  if (text[at] === '}') return { members, end: at + 1 };
  for (;;) {
    if (text[at] !== '"') throw unexpected(text, at);
    const afterName = endOfText(text, at);
    const name = String(JSON.parse(text.slice(at, afterName)));
    const colon = skipSpace(text, afterName);
    if (text[colon] !== ':') throw unexpected(text, colon);
    const valueStart = skipSpace(text, colon + 1);
    const end = endOfValue(text, valueStart);
    if (members.push({ name, start: valueStart, end }) > membersMax)
      throw new AppError('validation-failed', `Send at most ${membersMax} members.`);
    at = skipSpace(text, end);
    if (text[at] === '}') return { members, end: at + 1 };
    if (text[at] !== ',') throw unexpected(text, at);
    at = skipSpace(text, at + 1);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at + 1;
  }
  throw unexpected(text, text.length);
}

/** Of an object or a list: behind the bracket that closes it, whichever brackets are inside. */
function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return endOfText(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at) - 1;
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) {
      // The end of the object around a value without brackets of its own.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (code === comma && depth === 0) return at;
  }
  throw unexpected(text, text.length);
}

function skipSpace(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
}

function unexpected(text: string, at: number): SyntaxError {
  return at < text.length
    ? new SyntaxError(`Unexpected token '${text[at]}' at position ${at}`)
    : new SyntaxError('Unexpected end of JSON input');
}
