import {
  contextWithin,
  createOrganization,
  deleteOrganization,
  type Organization,
  organizationKind,
  organizationSettingsOf,
  organizationsInReach,
  replaceOrganization,
  replaceOrganizationSettings,
} from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { getResource } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { countBillableUsers } from '../../../teams/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type AllHandlers, type Answer, type Handlers, ok, okObject } from '../handlers.ts';
import { pageOf } from '../resource-operations.ts';

const list: AllHandlers['listOrganizations'] = async (caller, { query }) => {
  const wanted = query.DisplayName?.toLowerCase() ?? '';
  const all = (await organizationsInReach(caller)).filter(({ wire }) =>
    wire.displayName.toLowerCase().includes(wanted),
  );
  const { offset, limit } = pageOf(query);
  return ok({
    organizations: all.slice(offset, offset + limit).map(view),
    hasMore: all.length > offset + limit,
  });
};

export const organizationOperations = {
  listAllowedOrganizations: list,
  listOrganizations: list,

  searchOrganization: async (caller, { query }) => {
    const all = await organizationsInReach(caller);
    const found = all.find(({ wire }) => wire.displayName === query.DisplayName);
    if (!found) throw new AppError('not-found', say('noMatch', { what: 'Organization' }));
    return ok(view(found));
  },

  createOrganization: async (caller, { body }) =>
    ok(view(await createOrganization(caller, body, caller.making))),

  getOrganization: async (caller, { params }) => {
    const inside = await contextWithin(caller, params.id);
    const found = await getResource(inside, organizationKind, params.id);
    return okObject(found, view(found));
  },

  replaceOrganization: async (caller, { params, body }) => {
    const replaced = await replaceOrganization(caller, params.id, body);
    return okObject(replaced, view(replaced));
  },

  deleteOrganization: async (caller, { params }) => {
    await deleteOrganization(caller, params.id);
    return ok({});
  },

  getOrganizationSettings: async (caller, { params }) => {
    const inside = await contextWithin(caller, params.id);
    const found = await getResource(inside, organizationKind, params.id);
    return okObject(found, await settingsView(caller, found));
  },

  replaceOrganizationSettings: async (caller, { params, body }) => {
    const changed = await replaceOrganizationSettings(caller, params.id, body);
    return okObject(changed, await settingsView(caller, changed));
  },
} satisfies Handlers;

function view({ id, wire }: Organization) {
  return {
    id,
    displayName: wire.displayName,
    rootOrganizationId: wire.rootOrganizationId,
    codeOnly: wire.codeOnly,
  };
}

async function settingsView(caller: ApiCaller, { id, wire, internal }: Organization) {
  return {
    ...organizationSettingsOf(wire),
    id,
    organizationId: id,
    plan: (internal.plan ?? caller.defaultPlan) as Answer<'getOrganizationSettings'>['plan'],
    billableUsers: await countBillableUsers({ ...caller, organizationId: id }),
  };
}
