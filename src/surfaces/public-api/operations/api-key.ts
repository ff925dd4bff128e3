import {
  type ApiKeyRecord,
  type ApiKeyWire,
  apiKeyKind,
  contextWithin,
  createApiKey,
  hasEnded,
  replaceApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../../identity/index.ts';
import { AppError, type Ctx, invalidField } from '../../../kernel/index.ts';
import { demandTeamEdit, filterOf, fromWire, listResources } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Answer, type Handlers, ok, okObject } from '../handlers.ts';
import { pageOf, resourceOperations } from '../resource-operations.ts';

const derivedMembers = () => view;
const { getApiKey, searchApiKey } = resourceOperations({
  kind: apiKeyKind,
  name: 'ApiKey',
  list: 'ApiKeys',
  items: 'apiKeys',
  derivedMembers,
});

const dayMinutes = 24 * 60;

export const apiKeyOperations = {
  getApiKey,
  searchApiKey,

  createApiKey: async (caller, { body, query }) => {
    const inside = await organizationOfKey(caller, query.organizationId, body.kind);
    return ok(withSecret(await createApiKey(inside, reachOf(caller), body)));
  },

  replaceApiKey: async (caller, { params, body }) => {
    // The module decides whether the kind may be null, as it does for all permanent members of a key.
    const given = body as Partial<ApiKeyWire>;
    const replaced = await replaceApiKey(caller, reachOf(caller), params.id, given);
    return okObject(replaced, whole(replaced));
  },

  revokeApiKey: async (caller, { params }) => {
    await revokeApiKey(caller, reachOf(caller), params.id);
    return ok({});
  },

  rotateApiKey: async (caller, { params, body }) => {
    const minutes = body?.oldKeyValidForMinutes ?? dayMinutes;
    return ok(withSecret(await rotateApiKey(caller, reachOf(caller), params.id, minutes)));
  },

  listApiKeys: async (caller, { query }) => {
    demandTeamEdit(caller, null);
    const now = caller.clock.now();
    const filter = filterOf(apiKeyKind, query, 'part');
    const { items } = await listResources(caller, apiKeyKind, filter);
    const shown = query.IncludeRevoked ? items : items.filter((key) => !hasEnded(key, now));
    const { offset, limit } = pageOf(query);
    return ok({
      apiKeys: shown.slice(offset, offset + limit).map(whole),
      hasMore: shown.length > offset + limit,
    });
  },
} satisfies Handlers;

/**
 * Where the new key belongs: the caller's organization, or one made from it. Throws 404 for others, and 403 unless the
 * caller is a key that could have made that one: people have roles in their own organization only.
 */
async function organizationOfKey(
  caller: ApiCaller,
  organizationId: string | undefined,
  kind: string,
): Promise<Ctx> {
  const id = organizationId ?? caller.organizationId;
  const inside = await contextWithin(caller, id);
  if (id === caller.organizationId) return inside;
  const mayMakeOrganizations = (caller.key?.scopes ?? []).some(
    ({ resource, permissions }) => resource === 'organizations' && permissions.includes('create'),
  );
  if (caller.key?.kind !== 'organization' || !(caller.key.scopes === null || mayMakeOrganizations))
    throw new AppError('forbidden', say('foreignKeyNeedsRights'));
  if (kind !== 'organization') throw invalidField('kind', say('foreignKeyKind'));
  return inside;
}

/** Keys of organizations and unrestricted ones hand on everything. */
function reachOf({ key }: ApiCaller) {
  return key?.scopes ?? null;
}

function whole(record: ApiKeyRecord) {
  const derivedMembers = { id: record.id, ...view(record) };
  return fromWire(apiKeyKind.shape, { ...record.wire }, derivedMembers) as Answer<'getApiKey'>;
}

function withSecret({ record, key }: { record: ApiKeyRecord; key: string }) {
  return { ...whole(record), key };
}

function view({ internal, createdAt, provisioned }: ApiKeyRecord) {
  return {
    isProvisioned: provisioned,
    prefix: internal.prefix,
    last4: internal.last4,
    createdAt: createdAt.toISOString(),
    lastUsedAt: internal.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: internal.lastUsedIp,
    lastUsedClient: internal.lastClient?.name ?? null,
    revokedAt: internal.revokedAt?.toISOString() ?? null,
    rotatedFromId: internal.rotatedFromId,
  };
}
