/**
 * Groups of people that an identity provider knows: those that a SCIM client provisions, and those that claims of an OIDC
 * connection name. Owns the groups and who is in them.
 *
 * Design notes: a group is a kind of `resources`, so that its changes are audited and it goes with its organization; the Public
 * API only reads it. Its `version` is the revision of SCIM. Who is in a group are documents of their own: adding and removing
 * are idempotent, two additions at the same time both hold, and 50,000 members fit.
 */
export { type Claim, setClaimedGroups } from './claimed-groups.ts';
export { type Group, groupKind, scimOrigin } from './group-kind.ts';
export {
  changeGroup,
  changeGroupMembers,
  countGroups,
  createGroup,
  findGroup,
  findGroups,
  type GroupChange,
  type GroupContent,
  type GroupFilter,
  type GroupOutcome,
  groupsOf,
  leaveAllGroups,
  removeGroup,
  replaceGroupMembers,
} from './groups.ts';
export { countMembers, groupsWithMembers, type MemberChange, membersOf } from './members.ts';
export { groups } from './module.ts';
