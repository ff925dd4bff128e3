import type { components } from '../../../contract/index.ts';
import {
  type ApiKeyRecord,
  apiKeyKind,
  createApiKey,
  hasEnded,
  replaceApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../../identity/index.ts';
import { demandTeamEdit, filterOf, fromWire, listResources } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { pageOf, resourceOperations } from '../resource-operations.ts';

type Schemas = components['schemas'];

const computed = () => view;
const { getApiKey, searchApiKey } = resourceOperations({
  kind: apiKeyKind,
  name: 'ApiKey',
  list: 'ApiKeys',
  items: 'apiKeys',
  computed,
});

const dayMinutes = 24 * 60;

export const apiKeyOperations = {
  getApiKey,
  searchApiKey,

  createApiKey: async (caller, { body }) =>
    ok(withSecret(await createApiKey(caller, reachOf(caller), body as Schemas['ApiKeyInput']))),

  replaceApiKey: async (caller, { params, body }) => {
    const given = body as Partial<Schemas['ApiKeyInput']>;
    return ok(whole(await replaceApiKey(caller, reachOf(caller), params.id ?? '', given)));
  },

  revokeApiKey: async (caller, { params }) => {
    await revokeApiKey(caller, reachOf(caller), params.id ?? '');
    return ok({});
  },

  rotateApiKey: async (caller, { params, body }) => {
    const { oldKeyValidForMinutes } = (body ?? {}) as Schemas['ApiKeyRotationInput'];
    const minutes = oldKeyValidForMinutes ?? dayMinutes;
    return ok(withSecret(await rotateApiKey(caller, reachOf(caller), params.id ?? '', minutes)));
  },

  listApiKeys: async (caller, { query }) => {
    demandTeamEdit(caller, null);
    const now = caller.clock.now();
    const filter = filterOf(apiKeyKind, query, 'part');
    const { items } = await listResources(caller, apiKeyKind, filter);
    const shown =
      query.IncludeRevoked === true ? items : items.filter((key) => !hasEnded(key, now));
    const { offset, limit } = pageOf(query);
    return ok({
      apiKeys: shown.slice(offset, offset + limit).map(whole),
      hasMore: shown.length > offset + limit,
    });
  },
} satisfies Handlers;

/** Keys of organizations and unrestricted ones hand on everything. */
function reachOf({ key }: ApiCaller) {
  return key?.scopes ?? null;
}

function whole(record: ApiKeyRecord) {
  return fromWire(apiKeyKind.shape, { ...record.wire }, { id: record.id, ...view(record) });
}

function withSecret({ record, key }: { record: ApiKeyRecord; key: string }) {
  return { ...whole(record), key };
}

function view({ internal, createdAt }: ApiKeyRecord) {
  return {
    prefix: internal.prefix,
    last4: internal.last4,
    createdAt: createdAt.toISOString(),
    lastUsedAt: internal.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: internal.lastUsedIp,
    revokedAt: internal.revokedAt?.toISOString() ?? null,
    rotatedFromId: internal.rotatedFromId,
  };
}
