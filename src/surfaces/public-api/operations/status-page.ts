import { getResource } from '../../../resources/index.ts';
import {
  loadPageSource,
  pageContent,
  statusPageKind,
  toStatusView,
} from '../../../status-pages/index.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const statusPageOperations = {
  ...resourceOperations({
    kind: statusPageKind,
    name: 'StatusPage',
    list: 'StatusPages',
    items: 'statusPages',
    derivedMembers: () => (page) => ({
      passwordProtectionPassword: undefined,
      isPasswordProtectionPasswordConfigured: page.internal.passwordHash !== null,
    }),
  }),

  getStatusPageStatus: async (caller, { params }) => {
    const page = await getResource(caller, statusPageKind, params.id);
    const source = await loadPageSource(caller, page);
    const content = pageContent(source, caller.clock.now());
    return { status: 200, body: toStatusView(content, 'en') };
  },
} satisfies Handlers;
