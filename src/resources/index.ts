/**
 * Objects of the Public API that are stored, echoed exactly, protected and audited: teams,
 * integrations, routings and so on. Knows none of them; a room declares a kind and calls these few.
 *
 * Each read keeps to the organization and to the teams the actor may see; each write demands the
 * right to edit the object's team, and carries its audit entry in the same document, from where it is
 * moved into the log: a change without its entry cannot survive a crash.
 *
 * Design notes: what the document says of a kind (members, defaults, secrets, immutable members) is
 * generated into `wireShapes`. References inside objects may dangle, and nothing is refused because
 * something still points at it (public-api.md 0.13); `removedWith` names what goes with its parent.
 */
export { canEditTeam, canSeeTeam, demandTeamEdit, visibleTeams } from './access.ts';
export { changeCount, countChange } from './change-count.ts';
export {
  demandAddressList,
  demandDateTime,
  demandInterval,
  demandNoCredentials,
  demandReference,
  demandSecret,
  demandTimeZone,
} from './checks.ts';
export { displayNames } from './display-names.ts';
export { lookupInstant } from './documents.ts';
export { byId, byLookup, byTeam, byText, filterOf, withIds } from './filters.ts';
export { wireShapes } from './generated/wire-shapes.generated.ts';
export {
  defineKind,
  type KindDefinition,
  type KindFilter,
  kindsOf,
  type Prepared,
  type Resource,
  type ResourceDocument,
  type ResourceKind,
} from './kind.ts';
export { idsWithLabels, labelIndex } from './labels.ts';
export {
  appendLog,
  defineLog,
  findInLog,
  type Log,
  type LogDocument,
  type LogQuery,
  leavesWithOrganization,
  listLog,
  logTask,
} from './log.ts';
export { resources } from './module.ts';
export {
  findResource,
  getResource,
  listResources,
  type Page,
  type PageRequest,
  resourceExists,
} from './read-resources.ts';
export { noteRemovals } from './removals.ts';
export { mask, maskSecrets, openSecrets } from './secrets.ts';
export { withStableIds } from './stable-ids.ts';
export { storedFilter } from './stored-filter.ts';
export { fromWire, type WireShape } from './wire-shape.ts';
export {
  type CreateOptions,
  createResource,
  type ReplaceOptions,
  removeResource,
  replaceResource,
  updateResource,
} from './write-resources.ts';
