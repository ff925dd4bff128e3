import { isObject } from '../../../kernel/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { WireShape, WireShapes } from '../../write/to-terraform.ts';
import { isTaken, referringTo } from './taken-over.ts';

export type Members = Record<string, unknown>;

export interface Taking {
  /** The type of resource that the objects become. */
  type: string;
  /** The key of what an id means; null: there is no such object. */
  keyOf(kind: string, id: string): string | null;
}

/** A member that cannot be as it was, so that what has it cannot be either. */
const impossible = Symbol('impossible');

/**
 * The body of an object whose contract is ours: what the provider has an attribute for is read, in any letter case, and
 * all else is left to the report. Null: it would mean something else without what it lacks; that is said.
 */
export function take(source: Source, shapes: WireShapes, taking: Taking): Members | null {
  const spelled = new Map(source.members().map((member) => [member.toLowerCase(), member]));
  const body: Members = {};
  const lacking: string[] = [];
  for (const shape of Object.values(shapes)) {
    const { wire, sent, presence } = shape;
    if (wire === undefined || !isTaken(taking.type, wire)) continue;
    if (!sent && presence !== 'required') continue;
    const member = spelled.get(wire.toLowerCase());
    const value = member === undefined ? undefined : memberOf(source, member, wire, shape, taking);
    if (value === impossible) {
      source.say('behaviour', `left out: what its ${wire} names is not there`);
      return null;
    }
    if (value !== undefined) body[wire] = value;
    else if (presence === 'required') lacking.push(wire);
  }
  if (lacking.length === 0) return body;
  // Settings that nobody has made are answered as members that are all null.
  if (Object.keys(body).length > 0)
    source.say('behaviour', `left out: it has no ${lacking.join(' and no ')}`);
  return null;
}

function memberOf(
  source: Source,
  member: string,
  wire: string,
  { type = 'string', nested }: WireShape,
  taking: Taking,
): unknown {
  if (nested?.nesting === 'single') {
    const part = source.at(member);
    if (part?.at('audioFile')) {
      part.say('behaviour', 'left out: recordings are not told, so upload it here');
      return undefined;
    }
    return (part && take(part, nested.attributes, taking)) ?? undefined;
  }
  if (nested) {
    if (source.size(member) === null) return undefined;
    return source.list(member).flatMap((item) => take(item, nested.attributes, taking) ?? []);
  }
  const kind = referringTo.get(wire);
  if (type === 'string') {
    const text = source.text(member);
    // Where a severity is not set, some clients have sent an empty one.
    if (text === null || (text === '' && wire.startsWith('severity'))) return undefined;
    return kind === undefined ? text : (taking.keyOf(kind, text) ?? impossible);
  }
  if (type === 'bool') return source.flag(member) ?? undefined;
  if (type === 'number') return source.number(member) ?? undefined;
  if (typeof type === 'object' && 'map' in type) {
    const map = source.at(member) && source.whole(member);
    return isObject(map) ? map : undefined;
  }
  if (source.size(member) === null) return undefined;
  if (typeof type === 'object' && 'list' in type && type.list === 'number')
    return source.whole(member);
  const texts = source.texts(member);
  return kind === undefined ? texts : keysOf(source, member, texts, { kind, taking });
}

/** An empty list often means all, so one whose objects are all gone must not become one. */
function keysOf(
  source: Source,
  member: string,
  ids: readonly string[],
  { kind, taking }: { kind: string; taking: Taking },
): string[] | typeof impossible {
  const keys = ids.flatMap((id) => taking.keyOf(kind, id) ?? []);
  if (ids.length > 0 && keys.length === 0) return impossible;
  if (keys.length < ids.length)
    source.say('behaviour', `names ${kind} that are not there: the others are kept`, member);
  return keys;
}
