import type { components } from '../contract/index.ts';
import {
  AppError,
  asSystem,
  type Ctx,
  invalidField,
  orderedId,
  type World,
} from '../kernel/index.ts';
import {
  byLookup,
  createResource,
  defineKind,
  demandDateTime,
  getResource,
  type Resource,
  type ResourceDocument,
  removeResource,
  replaceResource,
  storedFilter,
  updateResource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { demandSoundAgent } from './agent-rights.ts';
import { generateKey, hashKey, hasValidCheckDigits, keyHints } from './key-format.ts';

export const keyKinds = ['organization', 'personal', 'agent'] as const;
export type KeyKind = (typeof keyKinds)[number];

type Input = components['schemas']['ApiKeyInput'];
export interface KeyScope {
  resource: string;
  permissions: string[];
}

/** Teams null: all. Scopes null: unrestricted. */
export type ApiKeyWire = Required<Omit<Input, 'kind' | 'scopes'>> & {
  kind: KeyKind;
  scopes: KeyScope[] | null;
};

/** The key itself is never stored, only its SHA-256 (identity-and-security.md 3.1). */
export interface ApiKeyInternal {
  hash: string;
  prefix: string;
  last4: string;
  createdBy: string;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  /** The program of an agent that used it last. Absent: none did. */
  lastClient?: KeyClient;
  revokedAt: Date | null;
  rotatedFromId: string | null;
  rotatedToId: string | null;
}

export type ApiKeyRecord = Resource<ApiKeyWire, ApiKeyInternal>;

/** The name that a program gave itself, and when. Nobody has checked it. */
export interface KeyClient {
  name: string;
  at: Date;
}

/** A key in use, as far as requests go by it. */
export interface ApiKey
  extends Pick<ApiKeyWire, 'displayName' | 'kind' | 'userId' | 'teamIds' | 'scopes' | 'agent'> {
  id: string;
  organizationId: string;
  /** Id of the user or key that made it; `system` for the operator. */
  createdBy: string;
  lastClient: KeyClient | null;
}

export const apiKeyKind = defineKind<ApiKeyWire, ApiKeyInternal>({
  entityType: 'ApiKey',
  noun: 'api-key',
  collection: 'api_keys',
  shape: wireShapes.ApiKey,
  displayNameOf: (key) => key.displayName,
  lookupOf: ({ kind, userId, agent }) => ({ kind, userId: userId ?? agent?.ownerId ?? null }),
  personOf: ({ userId }) => userId,
  filters: { Kind: byLookup('kind'), UserId: byLookup('userId') },
  removedWith: { User: (id) => ({ 'lookup.userId': id }) },
  indexes: [
    [
      { 'internal.hash': 1 },
      { unique: true, partialFilterExpression: { 'internal.hash': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.userId': 1 }, { sparse: true }],
  ],
});

/** How often the last use of a key is written down, at most. */
const lastUsedMilliseconds = 60_000;

type ApiKeyDocument = ResourceDocument<ApiKeyWire, ApiKeyInternal>;

/** The key in use; throws 401 with one text for missing, unknown, expired and revoked. */
export async function authenticateKey(
  world: World,
  key: string | undefined,
  address: string,
): Promise<ApiKey> {
  if (!key || !hasValidCheckDigits(key)) throw refused();
  const record = await apiKeyKind
    .model(world.store)
    .findOne(storedFilter(apiKeyKind, { 'internal.hash': hashKey(key) }))
    .lean<ApiKeyDocument>();
  const now = world.clock.now();
  if (!record?.organizationId || hasEnded(record, now)) throw refused();
  noteUse(world, record, now, address);
  const { displayName, kind, userId, teamIds, scopes, agent = null } = record.wire;
  return {
    id: record._id,
    organizationId: record.organizationId,
    createdBy: record.internal.createdBy,
    lastClient: record.internal.lastClient ?? null,
    displayName,
    kind,
    userId,
    teamIds,
    scopes,
    agent,
  };
}

/** True for a key that does not work any more. */
export function hasEnded(
  { wire, internal }: Pick<ApiKeyRecord, 'wire' | 'internal'>,
  now: Date,
): boolean {
  return (
    internal.revokedAt !== null ||
    (wire.expiresAt !== null && Date.parse(wire.expiresAt) <= now.getTime())
  );
}

function refused(): AppError {
  return new AppError('unauthenticated', say('keyInvalid'));
}

function noteUse(world: World, record: ApiKeyDocument, now: Date, address: string): void {
  const { lastUsedAt } = record.internal;
  if (!isNewUse(lastUsedAt, now)) return;
  note(
    world,
    { _id: record._id, 'internal.lastUsedAt': lastUsedAt },
    {
      'internal.lastUsedAt': now,
      'internal.lastUsedIp': address,
    },
  );
}

/** Notes what the program of an agent calls itself that uses this key. */
export function noteClient(world: World, { id, lastClient }: ApiKey, name: string): void {
  const now = world.clock.now();
  if (isNewUse(lastClient?.at ?? null, now))
    note(world, { _id: id }, { 'internal.lastClient': { name, at: now } });
}

function isNewUse(last: Date | null, now: Date): boolean {
  return now.getTime() - (last?.getTime() ?? 0) >= lastUsedMilliseconds;
}

/** Off the request's path: a lost note costs nothing. */
function note(
  world: World,
  filter: { _id: string; 'internal.lastUsedAt'?: Date | null },
  values: Record<string, unknown>,
): void {
  plainCollection(apiKeyKind.model(world.store))
    .updateOne(filter, { $set: values })
    .catch((error: unknown) =>
      world.log.warn({ err: error }, 'the last use of a key was not recorded'),
    );
}

/** The scopes that the caller may hand on: null, all. */
export type GrantableScopes = readonly KeyScope[] | null;

/**
 * Makes a key and gives it back in clear, for the only time. Throws 400 for an unknown user or team, 403
 * when it would reach further than the caller's own key.
 */
export async function createApiKey(
  ctx: Ctx,
  grantable: GrantableScopes,
  given: Partial<ApiKeyWire>,
  key: string = generateKey(),
): Promise<{ record: ApiKeyRecord; key: string }> {
  demandSound(ctx, grantable, given);
  const record = await insertKey(ctx, given, key, { rotatedFromId: null });
  return { record, key };
}

export async function replaceApiKey(
  ctx: Ctx,
  grantable: GrantableScopes,
  id: string,
  given: Partial<ApiKeyWire>,
): Promise<ApiKeyRecord> {
  const current = await getResource(ctx, apiKeyKind, id);
  demandWithin(grantable, current.wire.scopes);
  demandSound(ctx, grantable, {
    ...given,
    kind: current.wire.kind,
    userId: current.wire.userId,
  });
  return replaceResource(ctx, apiKeyKind, id, given);
}

/**
 * Ends a key at once; its record stays. A second time changes nothing. Throws 403 for one beyond the caller's reach.
 */
export async function revokeApiKey(
  ctx: Ctx,
  grantable: GrantableScopes,
  id: string,
): Promise<ApiKeyRecord> {
  return updateResource(
    ctx,
    apiKeyKind,
    id,
    ({ wire, internal }) => {
      demandWithin(grantable, wire.scopes);
      return {
        wire,
        internal: { ...internal, revokedAt: internal.revokedAt ?? ctx.clock.now() },
      };
    },
    // Taking power away waits for no run of Terraform.
    { action: 'api-key.revoke', besideCode: true },
  );
}

/**
 * Makes a successor with the same reach and gives the old key an end, so that both work meanwhile. Throws 409 for a key
 * that does not work any more or has a successor already, 403 for one that reaches further than the caller's own.
 */
export async function rotateApiKey(
  ctx: Ctx,
  grantable: GrantableScopes,
  id: string,
  oldKeyValidForMinutes: number,
): Promise<{ record: ApiKeyRecord; key: string }> {
  const now = ctx.clock.now();
  const end = new Date(now.getTime() + oldKeyValidForMinutes * 60_000);
  const old = await getResource(ctx, apiKeyKind, id);
  demandRotatable(old, grantable, now);
  const key = generateKey();
  const successorId = orderedId(now.getTime());
  // First, so that the old key ends only where there is one; nobody knows its key before this answers.
  const record = await insertKey(
    ctx,
    old.wire,
    key,
    { rotatedFromId: old.id },
    { id: successorId, original: old.wire },
  );
  try {
    // The old key names its one successor: of several rotations at once the first counts.
    await updateResource(
      ctx,
      apiKeyKind,
      old.id,
      (current) => {
        demandRotatable(current, grantable, now);
        return {
          wire: { ...current.wire, expiresAt: earlier(current.wire.expiresAt, end) },
          internal: { ...current.internal, rotatedToId: successorId },
        };
      },
      { action: 'api-key.rotate' },
    );
  } catch (error) {
    await removeResource(asSystem(ctx, 'take back a successor'), apiKeyKind, successorId);
    throw error;
  }
  return { record, key };
}

function demandRotatable(key: ApiKeyRecord, grantable: GrantableScopes, now: Date): void {
  demandWithin(grantable, key.wire.scopes);
  if (hasEnded(key, now)) throw new AppError('conflict', say('keyEnded'));
  if (key.internal.rotatedToId !== null) throw new AppError('conflict', say('keyHasSuccessor'));
}

async function insertKey(
  ctx: Ctx,
  given: Partial<ApiKeyWire>,
  key: string,
  { rotatedFromId }: { rotatedFromId: string | null },
  options: { id?: string; original?: ApiKeyWire } = {},
): Promise<ApiKeyRecord> {
  const internal: ApiKeyInternal = {
    hash: hashKey(key),
    ...keyHints(key),
    createdBy: ctx.actor.kind === 'system' ? 'system' : ctx.actor.id,
    lastUsedAt: null,
    lastUsedIp: null,
    revokedAt: null,
    rotatedFromId,
    rotatedToId: null,
  };
  return createResource(ctx, apiKeyKind, given, { internal, ...options });
}

function demandSound({ clock }: Ctx, grantable: GrantableScopes, given: Partial<ApiKeyWire>): void {
  demandWithin(grantable, given.scopes ?? null);
  demandDateTime('expiresAt', given.expiresAt);
  if (given.kind === 'personal' && !given.userId)
    throw invalidField('userId', say('personalKeyNeedsUser'));
  if (given.kind !== 'personal' && given.userId)
    throw invalidField('userId', say('organizationKeyHasNoUser'));
  demandSoundAgent(given, clock.now());
}

function demandWithin(grantable: GrantableScopes, scopes: readonly KeyScope[] | null): void {
  if (grantable === null) return;
  const isGranted = (resource: string, permission: string) =>
    grantable.some(
      (scope) => scope.resource === resource && scope.permissions.includes(permission),
    );
  const exceeds =
    scopes === null ||
    scopes.some(({ resource, permissions }) =>
      permissions.some((permission) => !isGranted(resource, permission)),
    );
  if (exceeds) throw new AppError('forbidden', say('keyScopesTooWide'));
}

function earlier(one: string | null, other: Date): string {
  return one !== null && Date.parse(one) <= other.getTime() ? one : other.toISOString();
}
