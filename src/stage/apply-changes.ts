import { readNotificationChange, userKind } from '../identity/index.ts';
import {
  AppError,
  type Ctx,
  invalidField,
  isObject,
  notFound,
  repeatableId,
} from '../kernel/index.ts';
import {
  demandTeamEdit,
  kindsOf,
  placedNew,
  preparedNew,
  preparedReplacement,
  type Resource,
  type ResourceDocument,
  type ResourceKind,
  takenError,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { ChangedObjects } from './changed-objects.ts';
import type { Snapshot } from './snapshot.ts';

/** A change of what is set up that nobody has made yet. */
export interface ConfigurationChange {
  action: 'create' | 'replace' | 'delete';
  entityType: string;
  /** The id as stored, in small letters; `new:<address>` for what is not there, by which other changes may name it. */
  id: string;
  /** As a client sends it. Secrets that are left out stay as they are stored. Null with `delete`. */
  wire: Readonly<Record<string, unknown>> | null;
}

/** A change that a server would refuse, with the error that it would answer. */
interface RefusedChange {
  change: ConfigurationChange;
  error: AppError;
}

export interface AppliedChanges {
  /** With all changes that are not refused. */
  snapshot: Snapshot;
  refused: RefusedChange[];
  /** The ids of new objects, by `new:<address>`. */
  ids: ReadonlyMap<string, string>;
}

/**
 * The snapshot after these changes, by the checks of a write with the rights of `ctx`: members, references, teams,
 * objects that go with a deleted one, and unique values. The changes may come in any order: those that others wait for
 * are made first, deletions last, as clients of the API do. The checks do not cover deletions of objects that have to
 * stay (the last Owner). Stores nothing.
 */
export async function applyChanges(
  ctx: Ctx,
  snapshot: Snapshot,
  changes: readonly ConfigurationChange[],
): Promise<AppliedChanges> {
  const objects = new ChangedObjects(snapshot, kindsOf(ctx));
  const ids = new Map(
    changes
      .filter(({ id }) => id.startsWith('new:'))
      .map(({ id }) => [id, repeatableId(snapshot.takenAt.getTime(), 'new', id)] as const),
  );
  const stage = { ctx: { ...ctx, lookup: objects }, objects, ids };
  const made = changes.filter(({ action }) => action !== 'delete');
  const deleted = changes.filter(({ action }) => action === 'delete');
  const first = await applyAll(stage, made);
  const second = await applyAll(stage, deleted);
  // A refused change may have waited for a value that is free now.
  const last = await applyAll(
    stage,
    first.map(({ change }) => change),
  );
  return { snapshot: objects.snapshot(), refused: [...last, ...second], ids };
}

interface Applying {
  ctx: Ctx;
  objects: ChangedObjects;
  ids: ReadonlyMap<string, string>;
}

/** Applies those that can be, round by round, as one may need another; gives those that cannot. */
async function applyAll(
  applying: Applying,
  changes: readonly ConfigurationChange[],
): Promise<RefusedChange[]> {
  let left = changes;
  for (;;) {
    const refused: RefusedChange[] = [];
    for (const change of left) {
      const error = await refusalOf(applying, change);
      if (error) refused.push({ change, error });
    }
    if (refused.length === 0 || refused.length === left.length) return refused;
    left = refused.map(({ change }) => change);
  }
}

async function refusalOf(
  applying: Applying,
  change: ConfigurationChange,
): Promise<AppError | null> {
  try {
    await apply(applying, change);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function apply(applying: Applying, change: ConfigurationChange): Promise<void> {
  const { ctx, objects, ids } = applying;
  const { action, entityType } = change;
  const kind = objects.kind(entityType === settingsOfPerson ? userKind.entityType : entityType);
  if (!kind) throw invalidField('entityType', say('entityTypeUnknown', { what: entityType }));
  const given = withIds(change.wire ?? {}, ids);
  const id = ids.get(change.id) ?? change.id.toLowerCase();
  const [current] = objects.find(kind.entityType, { _id: id });
  if (entityType === settingsOfPerson)
    return setSettings(applying, kind, action, current ?? id, given);
  switch (action) {
    case 'delete':
      if (!current) throw notFound(entityType, id);
      return remove(applying, kind, current);
    case 'replace':
      if (!current) throw notFound(entityType, id);
      return replace(ctx, objects, kind, current, given);
    case 'create':
      if (current && kind.sharesId) return replace(ctx, objects, kind, current, given);
      return create(ctx, objects, kind, id, given);
  }
}

/** Part of a person, with operations of its own. */
const settingsOfPerson = 'UserIncidentNotificationSettings';

async function setSettings(
  { ctx, objects }: Applying,
  kind: ResourceKind<object>,
  action: ConfigurationChange['action'],
  current: ResourceDocument<object> | string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof current === 'string') throw notFound(kind.entityType, current);
  // Nobody manages them then; they stay as they are.
  if (action === 'delete') return;
  const { settings, phoneNumber } = readNotificationChange(given);
  await replace(ctx, objects, kind, current, {
    ...current.wire,
    ...(settings === undefined ? {} : { incidentNotificationSettings: settings }),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  });
}

async function create(
  ctx: Ctx,
  objects: ChangedObjects,
  kind: ResourceKind<object>,
  id: string,
  given: object,
): Promise<void> {
  const prepared = await preparedWithSecrets(kind, given, async (secrets) =>
    preparedNew(ctx, kind, await placedNew(ctx, kind, withMembers(given, secrets), { id })),
  );
  const now = ctx.clock.now();
  put(objects, kind, {
    ...prepared,
    organizationId: ctx.organizationId,
    source: ctx.source,
    provisioned: ctx.source === 'InfrastructureAsCode',
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
}

/** No decision looks at a secret. It passes for an address, too. */
const someSecret = 'https://secret.invalid/';

/**
 * With something in place of secrets that were left out and are needed, or whose masks, which are all that a snapshot
 * has of them, do not pass for what they stand for.
 */
async function preparedWithSecrets<Prepared>(
  { shape }: ResourceKind<object>,
  given: object,
  prepare: (secrets: ReadonlyMap<string, string>) => Promise<Prepared>,
): Promise<Prepared> {
  try {
    return await prepare(new Map());
  } catch (error) {
    const wrong = error instanceof AppError ? Object.keys(error.fields ?? {}) : [];
    const areLeftOut = wrong.every(
      (path) => shape.secrets.includes(path) && !hasMember(given, path.split('.')),
    );
    if (wrong.length === 0 || !areLeftOut) throw error;
    return prepare(new Map(wrong.map((path) => [path, someSecret])));
  }
}

function hasMember(value: unknown, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined) return true;
  return isObject(value) && Object.hasOwn(value, head) && hasMember(value[head], rest);
}

function withMembers(value: object, members: ReadonlyMap<string, string>): object {
  let whole = value;
  for (const [path, member] of members) whole = withMember(whole, path.split('.'), member);
  return whole;
}

function withMember(value: unknown, [head, ...rest]: readonly string[], member: string): object {
  const whole = isObject(value) ? value : {};
  if (head === undefined) return whole;
  return { ...whole, [head]: rest.length === 0 ? member : withMember(whole[head], rest, member) };
}

async function replace(
  ctx: Ctx,
  objects: ChangedObjects,
  kind: ResourceKind<object>,
  current: ResourceDocument<object>,
  given: object,
): Promise<void> {
  const { _id: id, organizationId = ctx.organizationId, ...document } = current;
  const present: Resource<object> = { id, organizationId, ...document };
  let whole: unknown = given;
  for (const path of kind.shape.secrets) whole = withSecrets(whole, current.wire, path.split('.'));
  const meant = isObject(whole) ? whole : given;
  const prepared = await preparedWithSecrets(kind, given, (secrets) =>
    preparedReplacement(ctx, kind, withMembers(meant, secrets), present),
  );
  const { version } = current;
  put(objects, kind, {
    ...current,
    ...prepared,
    version: version + 1,
    updatedAt: ctx.clock.now(),
  });
}

function put(
  objects: ChangedObjects,
  kind: ResourceKind<object>,
  document: ResourceDocument<object>,
): void {
  const taken = takenError(kind, document, (filter) => objects.find(kind.entityType, filter)[0]);
  if (taken) throw taken;
  objects.put(kind.entityType, document);
}

/** With everything that goes with it. */
function remove(
  { ctx, objects, ids }: Applying,
  kind: ResourceKind<object>,
  { _id: id, teamId }: ResourceDocument<object>,
): void {
  demandTeamEdit(ctx, teamId === id && !kind.sharesId ? null : teamId);
  for (const child of kindsOf(ctx)) {
    const filter = child.removedWith?.[kind.entityType]?.(id);
    if (!filter) continue;
    const own = { ...ctx, teams: { see: 'all', edit: 'all' } } as const;
    for (const item of objects.find(child.entityType, filter))
      remove({ ctx: own, objects, ids }, child, item);
  }
  objects.remove(kind.entityType, id);
}

/** With the secrets that the client leaves out, as they are stored. Items of lists keep their places. */
function withSecrets(given: unknown, stored: unknown, path: readonly string[]): unknown {
  const [head, ...rest] = path;
  if (Array.isArray(given))
    return given.map((item, index) =>
      withSecrets(item, Array.isArray(stored) ? stored[index] : undefined, path),
    );
  if (head === undefined || !isObject(given) || !isObject(stored)) return given;
  const isGiven = Object.hasOwn(given, head);
  if (rest.length === 0)
    return isGiven || !Object.hasOwn(stored, head) ? given : { ...given, [head]: stored[head] };
  return isGiven ? { ...given, [head]: withSecrets(given[head], stored[head], rest) } : given;
}

/** The value with the ids of new objects in place of their addresses. */
function withIds<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  if (ids.size === 0) return value;
  // as: of texts, only some that name objects become other texts.
  return named(value, ids) as Value;
}

function named(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => named(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(one, ids)]));
}
