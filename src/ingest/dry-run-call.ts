import { hash } from 'node:crypto';
import {
  AppError,
  countValues,
  endOfLongValue,
  endOfText,
  skipSpace,
  unexpected,
} from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { smallBodyBytesMax } from './limits.ts';

/** Characters of a call beside the payload and the body of a request: what is below takes milliseconds. */
const restMax = 1024 * 1024;
/** Values in them: each is validated, and may be wrong. */
const restValuesMax = 10_000;
/** Values of a call that is read as a whole: that takes a few milliseconds. */
const smallValuesMax = 2000;
/** Members of an object that is looked through. */
const membersMax = 1000;

/**
 * The JSON of an API call that tries out a payload. Of a large one the member `payload` is not read, because everybody
 * else would wait for it: the thread that evaluates it reads it from the bytes (`payloadInCall`), and a hash stands for
 * it here. Looking for its end lets others in between.
 * @throws SyntaxError as `JSON.parse` does; AppError when the rest is too large
 */
export async function parseDryRunCall(text: string): Promise<unknown> {
  if (isSmall(text)) return JSON.parse(text);
  const start = skipSpace(text, 0);
  // No object: whatever it is, it is refused.
  if (text[start] !== '{') return null;
  const { members, end } = await membersAt(text, start);
  if (skipSpace(text, end) < text.length) throw unexpected(text, skipSpace(text, end));
  let rest = 0;
  let values = 0;
  const parse = (at: Member): unknown => {
    rest += at.end - at.start;
    if (rest > restMax) throw new AppError('payload-too-large', say('dryRunTooLarge'));
    const source = text.slice(at.start, at.end);
    values += countValues(source, restValuesMax);
    if (values > restValuesMax)
      throw new AppError('payload-too-large', say('dryRunTooManyValues', { max: restValuesMax }));
    return JSON.parse(source);
  };
  const requestAt = async (at: Member) =>
    toObject(
      (await membersAt(text, at.start)).members,
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

function isSmall(text: string): boolean {
  return text.length <= smallBodyBytesMax && countValues(text, smallValuesMax) <= smallValuesMax;
}

interface Member {
  name: string;
  /** Where its value starts. */
  start: number;
  end: number;
}

async function toObject(
  members: readonly Member[],
  read: (member: Member) => unknown,
): Promise<object> {
  const entries: [string, unknown][] = [];
  for (const member of members) entries.push([member.name, await read(member)]);
  return Object.fromEntries(entries);
}

/** Members of the API have no case. */
function isNamed({ name }: Member, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

/** Where the values of an object are; what is in them is not looked at beyond where it ends. */
async function membersAt(text: string, start: number): Promise<{ members: Member[]; end: number }> {
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
    const end = await endOfLongValue(text, valueStart);
    if (members.push({ name, start: valueStart, end }) > membersMax)
      throw new AppError('validation-failed', say('dryRunTooManyMembers', { max: membersMax }));
    at = skipSpace(text, end);
    if (text[at] === '}') return { members, end: at + 1 };
    if (text[at] !== ',') throw unexpected(text, at);
    at = skipSpace(text, at + 1);
  }
}
