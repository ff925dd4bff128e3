/**
 * Who there is: organizations and their plan, people, organization roles, API keys. Decides whose
 * request it is; what they may do with an object is decided where the object lives.
 */
export { authenticateKey } from './api-keys.ts';
export { type BootstrapResult, bootstrap } from './bootstrap.ts';
export { isProvisioningCall, keyFromHeaders } from './credentials.ts';
export {
  type ApiKeyDocument,
  type OrganizationDocument,
  type OrganizationRole,
  organizationModel,
  organizationRoles,
} from './model.ts';
export { organizationMembershipKind, systemContext, type UserWire, userKind } from './people.ts';
