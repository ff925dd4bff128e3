import { AppError } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

/** The members of a kind of object by the document; generated, see `generate/wire-shapes.ts`. */
export interface WireShape {
  /** The members that clients may send, with the default or null for those they leave out. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Members that every answer has. */
  readonly answer: readonly string[];
  /** Chosen on creation; another value later answers 400. */
  readonly immutable: readonly string[];
  /** Keep their value when a replacement leaves them out; null clears them. */
  readonly keptWhenAbsent: readonly string[];
  /** Defaults inside of objects, applied where the object is there and the member is not. */
  readonly defaults: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  /** Dotted paths (without array positions) of secrets. */
  readonly secrets: readonly string[];
  /** Dotted paths (without array positions) of ids of other objects. */
  readonly references: readonly { readonly path: string; readonly entityType: string }[];
}

type Members = Record<string, unknown>;

/**
 * The object to store for what a client sent: the same members, null for those left out unless they have
 * a default. On replacement, immutable members keep their value and throw 400 when another one is sent.
 */
export function toWire(shape: WireShape, given: Members, current?: Members): Members {
  const wire: Members = {};
  const fields: Record<string, Sentence[]> = {};
  for (const [name, fallback] of Object.entries(shape.members)) {
    const value = given[name];
    if (current && shape.immutable.includes(name)) {
      const kept = current[name];
      if (!isSame(value ?? kept, kept)) fields[name] = [say('immutable')];
      wire[name] = kept;
    } else if (current && value === undefined && shape.keptWhenAbsent.includes(name)) {
      wire[name] = current[name] ?? fallback;
    } else wire[name] = value === undefined ? fallback : value;
  }
  const changed = Object.keys(fields);
  if (changed.length > 0)
    throw new AppError('validation-failed', say('immutableSent', { members: changed }), { fields });
  for (const { path, value } of shape.defaults) fillIn(wire, path, value);
  return wire;
}

/** The answer for a client: every member of the answer, null where nothing is stored. */
export function fromWire(shape: WireShape, wire: Members, computed: Members): Members {
  const answer: Members = {};
  for (const name of shape.answer) answer[name] = wire[name] ?? null;
  for (const name of Object.keys(shape.members)) answer[name] = wire[name] ?? null;
  return Object.assign(answer, computed);
}

/** Ids are the same in any letter case. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

function fillIn(target: unknown, path: readonly string[], value: unknown): void {
  if (Array.isArray(target)) {
    for (const item of target) fillIn(item, path, value);
    return;
  }
  const [head, ...rest] = path;
  if (head === undefined || typeof target !== 'object' || target === null) return;
  const members = target as Members;
  if (rest.length > 0) fillIn(members[head], rest, value);
  else if (members[head] === undefined) members[head] = value;
}
