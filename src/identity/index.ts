/**
 * Identity: organizations and their plans, people, organization roles, API keys. Decides who makes a
 * request; the module that owns an object decides what they may do with it.
 *
 * Design notes: a person has one record per organization; two records with one e-mail address are the
 * same person (spec 2.1 rule 3). A key sees its organization; those made from it can be managed, not
 * seen into: for that it makes a key of theirs.
 */
export { actorOf } from './actor.ts';
export { agentKeysUsedSince } from './agent-keys.ts';
export {
  type AgentsOperation,
  agentActsOf,
  agentDaysMax,
  agentLimitsOf,
  agentMay,
  demandAgentMay,
} from './agent-rights.ts';
export {
  type ApiKey,
  type ApiKeyRecord,
  type ApiKeyWire,
  apiKeyKind,
  authenticateKey,
  createApiKey,
  hasEnded,
  type KeyScope,
  noteClient,
  replaceApiKey,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.ts';
export { type BootstrapResult, bootstrap } from './bootstrap.ts';
export { isProvisioningCall, keyFromHeaders } from './credentials.ts';
export {
  auditedSources,
  createByHand,
  decidingAgain,
  demandNotMoved,
  type Grants,
  grantRoles,
  grantsOf,
  highestRole,
  isSameGrants,
  manualRoleOf,
  type RoleRules,
  type RoleSources,
  removeByHand,
  rolesByHand,
  scimOrigin,
  unchangedSince,
} from './granted-roles.ts';
export { installationSecret } from './installation.ts';
export { namedUser, userOfMembership } from './invite.ts';
export {
  organizationLanguage,
  speechFor,
  speechOf,
} from './language.ts';
export { identity } from './module.ts';
export {
  type NotificationSettings,
  readNotificationChange,
  releaseNotificationSettings,
  setNotificationSettings,
} from './notification-settings.ts';
export { isOneTimeCode, newOneTimeCode, noteCodeSent, type OneTimeCode } from './one-time-code.ts';
export {
  type Organization,
  organizationKind,
  settingsOf as organizationSettingsOf,
} from './organization-kind.ts';
export {
  createOrganizationMembership,
  grantOrganizationRoles,
  type OrganizationMembership,
  type OrganizationMembershipWire,
  type OrganizationRole,
  organizationMembershipKind,
  organizationMembershipOf,
  organizationRoles,
  removeOrganizationMembership,
  replaceOrganizationMembership,
} from './organization-memberships.ts';
export {
  contextWithin,
  createOrganization,
  deleteOrganization,
  type OrganizationSettings,
  organizationPlans,
  organizationsInReach,
  planOf,
  replaceOrganization,
  replaceOrganizationSettings,
  setPlan,
} from './organizations.ts';
export {
  type Confirmation,
  confirmation,
  isPhoneNumberConfirmed,
  phoneNumberParts,
  reachablePhoneOf,
} from './phone-number.ts';
export { confirmPhoneNumber, newPhoneNumberCode } from './phone-number-code.ts';
export { demandRankOver, rankOf, rankOfNewcomers, roleApartFrom, roleOfActor } from './rank.ts';
export { demandMayChangeWaysIn, replaceUser } from './replace-user.ts';
export { deleteView, listSavedViews, type SavedView, saveView } from './saved-views.ts';
export {
  attributesGiven,
  defaultTimeZone,
  isPlaceholderEmail,
  placeholderEmail,
  type ScimGave,
  scimAttributesOf,
  scimLookupKey,
} from './scim-attributes.ts';
export {
  abandonSecretKeyChange,
  beginSecretKeyChange,
  demandOwnSecretKey,
  endSecretKeyChange,
  secretKeyState,
  settleSecretKeyChange,
} from './secret-key-change.ts';
export {
  awayAmong,
  resumeBy,
  resumePerson,
  suspendBy,
  suspendedAmong,
  suspendPerson,
  suspensions,
} from './suspension.ts';
export {
  bySuspension,
  hasProvisionedPeople,
  isSuspended,
  memberEmails,
  personName,
  personWhoActs,
  thoseWhoAct,
  type User,
  type UserInternal,
  type UserSummary,
  type UserWire,
  userByEmail,
  userKind,
  usersById,
} from './users.ts';
