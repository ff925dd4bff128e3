import { elementCount } from './bson-walk.ts';
import { BsonWriter } from './bson-writer.ts';
import type { Updater } from './semantics/update.ts';
import {
  bsonType,
  Doc,
  decodeValue,
  encode,
  fieldSet,
  type Member,
  type Value,
} from './semantics/values.ts';

/**
 * Updates the bytes of a stored document in place of the document: only the top-level members that the update touches
 * are decoded and encoded, and an array that is only appended to is not even that. All others are copied as they are
 * stored.
 */

/** An updater that says what it touches. Not for the positional `$`, which asks the whole document. */
type MemberUpdater = Updater & { readonly touches: readonly string[] };

export function isMemberUpdater(updater: Updater): updater is MemberUpdater {
  return updater.touches !== null && !updater.needsPositional;
}

export type Updated = {
  /** The very bytes that were given when nothing changes. */
  raw: Uint8Array;
  /** The members that differ; `null`: any may. */
  changed: readonly string[] | null;
};

/** @throws CommandError as `updater.apply` does */
export function updateRaw(updater: MemberUpdater, raw: Uint8Array, now: Date): Updated {
  // Errors name the `_id`.
  const members = fieldSet(['_id', ...updater.touches]).find(raw);
  const appends = appendable(updater, members);
  const decoded = members.filter(({ name }) => !appends.has(name));
  const before = new Doc(
    decoded.map(({ name }) => name),
    decoded.map(({ type, at }) => decodeValue(raw, type, at)),
  );
  const { doc } = updater.apply(before, { now, appended: appends.size > 0 });
  const writer = new BsonWriter(raw.length + 256);
  const root = writer.beginRoot();
  const changed: string[] = [];
  let copied = 4;
  for (const member of members) {
    const { name, from, end } = member;
    const items = appends.get(name);
    const value = doc.get(name);
    if (items === undefined ? Object.is(value, before.get(name)) : items.length === 0) continue;
    changed.push(name);
    writer.copy(raw, copied, from);
    if (items !== undefined) appendItems(writer, raw, member, items);
    else if (value !== undefined) writer.value(name, value);
    copied = end;
  }
  writer.copy(raw, copied, raw.length - 1);
  for (const [name, value] of doc) {
    if (before.has(name)) continue;
    changed.push(name);
    writer.value(name, value);
  }
  writer.end(root);
  const after = writer.bytes.subarray(0, writer.at);
  return { raw: Buffer.compare(after, raw) === 0 ? raw : after, changed };
}

const none: ReadonlyMap<string, readonly Value[]> = new Map();

/**
 * The values that can be appended without decoding the arrays: all of them or, where an array is missing or no array,
 * none.
 */
function appendable(updater: Updater, members: readonly Member[]): typeof none {
  for (const name of updater.appends.keys()) {
    const member = members.find((candidate) => candidate.name === name);
    if (member?.type !== bsonType.array) return none;
  }
  return updater.appends;
}

function appendItems(
  writer: BsonWriter,
  raw: Uint8Array,
  { name, from, at, end }: Member,
  items: readonly Value[],
): void {
  const length = elementCount(raw, at);
  writer.copy(raw, from, at);
  const array = writer.at;
  writer.copy(raw, at, end - 1);
  const names = items.map((_, i) => String(length + i));
  // Within its member, so that it may be nested as deeply as everywhere, and no deeper.
  const added = encode(new Doc([name], [new Doc(names, [...items])]));
  const addedAt = 4 + (at - from) + 4;
  writer.copy(added, addedAt, added.length - 2);
  writer.end(array);
}
