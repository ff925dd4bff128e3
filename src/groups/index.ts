/**
 * Groups of people that an identity provider knows: those that a SCIM client provisions, and those that claims of an
 * OIDC connection name. Owns the groups, who is in them, and the mappings that give their members roles. Memberships
 * belong to `identity` and `teams`, which keep what groups give apart from what was made by hand.
 *
 * Design notes: a group is a kind of `resources`, so that its changes are audited and it goes with its organization;
 * the Public API only reads it. Its `version` is the revision of SCIM. Who is in a group are documents of their own:
 * adding and removing are idempotent, two additions at the same time both hold, and 50,000 members fit.
 *
 * What a person gets is always decided anew from all their groups and all mappings (`give-roles.ts`), so the order of
 * changes does not matter, and doing it twice does no harm. Each change notes first whom it concerns (`effects.ts`):
 * few people get their roles before it is answered, many in the background, and after a crash a task goes on.
 */
export { setClaimedGroups } from './claimed-groups.ts';
export { countGroups, findGroup, findGroups } from './find-groups.ts';
export { appliesTo } from './given-roles.ts';
export { type Group, groupKind } from './group-kind.ts';
export {
  changeGroup,
  createGroup,
  type GroupContent,
  type GroupOutcome,
  groupsOf,
  leaveAllGroups,
  removeGroup,
} from './groups.ts';
export { groupMappingKind } from './mapping-kind.ts';
export { createGroupMapping, removeGroupMapping, replaceGroupMapping } from './mappings.ts';
export { countMembers, groupsWithMembers, membersOf } from './members.ts';
export { groups } from './module.ts';
export { previewGroupMapping } from './preview.ts';
