import { statusPageKind } from '../../../status-pages/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const statusPageOperations = resourceOperations({
  kind: statusPageKind,
  name: 'StatusPage',
  list: 'StatusPages',
  items: 'statusPages',
  derivedMembers: () => (page) => ({
    passwordProtectionPassword: undefined,
    isPasswordProtectionPasswordConfigured: page.internal.passwordHash !== null,
  }),
});
