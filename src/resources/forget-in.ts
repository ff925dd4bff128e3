import type { Collection } from 'mongodb';
import type { Ctx, Module, OwnedModel } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { literalPattern, type PlainDocument, pagesOf, plainCollection } from '../store/index.ts';

const pageSize = 50;
const attemptsMax = 5;

interface ForgetOptions {
  model: OwnedModel;
  /** Paths to texts that may name them without their id, such as the answer of a mail server. */
  texts?(document: object): readonly string[];
}

/**
 * How what names a person leaves the documents of collections: from members beside their id, wherever they are, in
 * sentences, too. No index leads there, so each document of the organization is read. Harmless when it is repeated.
 */
export function forgetIn(...all: readonly ForgetOptions[]): NonNullable<Module['forgetPeople']> {
  return async (ctx, people, stopping) => {
    // Nobody else acts, and looking for them would read everything.
    const users = people.filter(({ entityType }) => entityType === 'User');
    if (users.length === 0) return;
    const ids = new Set(users.map(({ id }) => id));
    const names = patternOf(users.flatMap((user) => user.names));
    for (const options of all) await forgetInEach(ctx, { ids, names }, options, stopping);
  };
}

interface Forgotten {
  ids: ReadonlySet<string>;
  names: RegExp;
}

async function forgetInEach(
  ctx: Ctx,
  { ids, names }: Forgotten,
  { model, texts = () => [] }: ForgetOptions,
  stopping: AbortSignal,
): Promise<void> {
  const collection = plainCollection(model(ctx.store));
  const found = collection.find({ organizationId: ctx.organizationId });
  for await (const page of pagesOf(found, pageSize, stopping)) {
    const begun = performance.now();
    for (const document of page)
      await forgetInDocument(collection, document, (one) => [
        ...texts(one).flatMap((path) => inTexts(memberAt(one, path), names, path)),
        // Behind: of two changes of a member the last one counts.
        ...besideId(one, ids),
      ]);
    await makeWay(ctx, 'upkeep', performance.now() - begun);
  }
}

/** A member that changes, on the condition that another one is as it was read: positions in arrays may have moved. */
interface MemberChange {
  path: string;
  to: string | null;
  where: string;
  is: string;
}

async function forgetInDocument(
  collection: Collection<PlainDocument>,
  document: PlainDocument,
  changesIn: (document: PlainDocument) => MemberChange[],
): Promise<void> {
  let current: PlainDocument | null = document;
  for (let attempt = 0; current && attempt < attemptsMax; attempt += 1) {
    const changes = changesIn(current);
    if (changes.length === 0) return;
    const { matchedCount } = await collection.updateOne(
      { _id: current._id, ...Object.fromEntries(changes.map(({ where, is }) => [where, is])) },
      {
        $set: Object.fromEntries(changes.map(({ path, to }) => [path, to])),
        // A write by a caller who has read the name already must fail.
        ...(typeof current.version === 'number' && { $inc: { version: 1 } }),
      },
    );
    if (matchedCount > 0) return;
    current = await collection.findOne({ _id: current._id });
  }
  if (current) throw new Error(`A document changes all the time: ${current._id}`);
}

const idMembers = ['id', 'userId', 'ownerId'] as const;
const namingMembers = ['displayName', 'name', 'email', 'phoneNumber', 'target'] as const;

/** Members that name a person whose id stands beside them. */
function besideId(value: unknown, ids: ReadonlySet<string>, path = ''): MemberChange[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value))
    return value.flatMap((item, index) => besideId(item, ids, at(String(index))));
  if (!isPlain(value)) return [];
  const own = idMembers.flatMap((idMember) => {
    const id = value[idMember];
    if (typeof id !== 'string' || !ids.has(id)) return [];
    return namingMembers
      .filter((name) => typeof value[name] === 'string')
      .map((name) => ({ path: at(name), to: null, where: at(idMember), is: id }));
  });
  const inside = Object.entries(value).flatMap(([name, member]) => besideId(member, ids, at(name)));
  return [...own, ...inside];
}

/** Texts in which the person is named by words alone. */
function inTexts(value: unknown, names: RegExp, path: string): MemberChange[] {
  if (typeof value === 'string') {
    const to = value.replaceAll(names, '…');
    return to === value ? [] : [{ path, to, where: path, is: value }];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => inTexts(item, names, `${path}.${index}`));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    inTexts(member, names, `${path}.${name}`),
  );
}

/**
 * `Ada Lovelace <ada@example.com> is unknown` → `… <…> is unknown`. A part of a longer word is no name. In JSON, quotes
 * in a name have a backslash.
 */
function patternOf(names: readonly string[]): RegExp {
  if (names.length === 0) return /(?!)/g;
  const written = names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]);
  const longestFirst = [...new Set(written)].sort((one, other) => other.length - one.length);
  const any = longestFirst.map(literalPattern).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu');
}

function memberAt(document: object, path: string): unknown {
  const inside = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return path.split('.').reduce(inside, document);
}

/** Dates, ids and bytes have classes of their own. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
