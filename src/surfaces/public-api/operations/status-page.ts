import {
  type CreateOptions,
  createResource,
  getResource,
  type ReplaceOptions,
  replaceResource,
} from '../../../resources/index.ts';
import {
  loadPageContent,
  type StatusPage,
  type StatusPageInternal,
  type StatusPageWire,
  statusPageKind,
  toStatusView,
} from '../../../status-pages/index.ts';
import type { ApiCaller } from '../caller.ts';
import { demandOwnHost } from '../domain-claims.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

async function create(
  caller: ApiCaller,
  given: Partial<StatusPageWire>,
  options: CreateOptions<StatusPageInternal>,
): Promise<StatusPage> {
  await demandOwnHost(caller, given.customHostSettings?.host, null);
  return createResource(caller, statusPageKind, given, options);
}

async function replace(
  caller: ApiCaller,
  id: string,
  given: Partial<StatusPageWire>,
  options: ReplaceOptions,
): Promise<StatusPage> {
  const { wire } = await getResource(caller, statusPageKind, id);
  await demandOwnHost(caller, given.customHostSettings?.host, wire.customHostSettings?.host);
  return replaceResource(caller, statusPageKind, id, given, options);
}

export const statusPageOperations = {
  ...resourceOperations({
    kind: statusPageKind,
    name: 'StatusPage',
    list: 'StatusPages',
    items: 'statusPages',
    create,
    replace,
    derivedMembers: () => (page) => ({
      passwordProtectionPassword: undefined,
      isPasswordProtectionPasswordConfigured: page.internal.passwordHash !== null,
    }),
  }),

  getStatusPageStatus: async (caller, { params }) => {
    const page = await getResource(caller, statusPageKind, params.id);
    const content = await loadPageContent(caller, page);
    return { status: 200, body: toStatusView(content, 'en', 'member') };
  },
} satisfies Handlers;
