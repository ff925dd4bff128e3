import { getIncident } from '../../../incidents/index.ts';
import { AppError } from '../../../kernel/index.ts';
import {
  type CreateOptions,
  createResource,
  filterOf,
  getResource,
  listResources,
  removeResource,
  replaceResource,
} from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import {
  ofPublication,
  type PublicUpdate,
  type PublicUpdateInternal,
  publicUpdateKind,
  publicUpdateTemplateKind,
} from '../../../status-pages/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { pageOf, resourceOperations, viewOf } from '../resource-operations.ts';

type Ids = readonly string[] | null | undefined;

/** Throws 404 for an incident that the caller does not see. Those that were named before may be gone. */
async function demandIncidents(caller: ApiCaller, ids: Ids, before: Ids = []): Promise<void> {
  const known = new Set((before ?? []).map((id) => id.toLowerCase()));
  for (const id of ids ?? []) if (!known.has(id.toLowerCase())) await getIncident(caller, id);
}

/**
 * The caller with the right to write to customers: administrators of the organization have it, everybody else for
 * incidents that they see. Throws 403 and 404.
 */
async function writing(caller: ApiCaller, incidentIds: Ids): Promise<ApiCaller> {
  if (caller.teams.edit === 'all') return caller;
  if (!incidentIds || incidentIds.length === 0)
    throw new AppError('forbidden', say('updateNeedsRole'));
  await demandIncidents(caller, incidentIds);
  return { ...caller, teams: { see: caller.teams.see, edit: 'all' } };
}

const updates = {
  kind: publicUpdateKind,
  name: 'PublicUpdate' as const,
  list: 'PublicUpdates' as const,
  items: 'publicUpdates' as const,
  except: ['search' as const],
  derivedMembers: () => derived,
};

function derived({ internal, createdAt }: PublicUpdate) {
  return { ...internal, createdAt: createdAt.toISOString() };
}

export const publicUpdateOperations = {
  ...resourceOperations({
    ...updates,
    create: async (caller, given, options: CreateOptions<PublicUpdateInternal>) => {
      await demandIncidents(caller, given.incidentIds);
      const acting = await writing(caller, given.incidentIds);
      return createResource(acting, publicUpdateKind, given, options);
    },
    replace: async (caller, id, given, options) => {
      const { wire } = await getResource(caller, publicUpdateKind, id);
      const acting = await writing(caller, wire.incidentIds);
      await demandIncidents(caller, given.incidentIds, wire.incidentIds);
      await writing(caller, given.incidentIds);
      return replaceResource(acting, publicUpdateKind, id, given, options);
    },
    remove: async (caller, id) => {
      const { wire } = await getResource(caller, publicUpdateKind, id);
      return removeResource(
        await writing(caller as ApiCaller, wire.incidentIds),
        publicUpdateKind,
        id,
      );
    },
  }),
  ...resourceOperations({
    kind: publicUpdateTemplateKind,
    name: 'PublicUpdateTemplate',
    list: 'PublicUpdateTemplates',
    items: 'publicUpdateTemplates',
  }),

  listPublicUpdates: async (caller, { query }) => {
    const { items, hasMore } = await listResources(
      caller,
      publicUpdateKind,
      {
        ...filterOf(publicUpdateKind, query, 'part'),
        ...(query.IsPublished === undefined ? {} : ofPublication(query.IsPublished)),
      },
      { ...pageOf(query), newestFirst: true },
    );
    const view = viewOf(updates);
    const publicUpdates = await Promise.all(items.map((item) => view(caller, item)));
    return ok({ publicUpdates, hasMore });
  },
} satisfies Handlers;
