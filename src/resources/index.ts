/**
 * Objects of the Public API that are stored, echoed exactly, protected and audited: teams,
 * integrations, routings and so on. Knows none of them; a module declares a kind and calls these few functions.
 *
 * Each read is limited to the organization and to the teams the actor may see. Each write needs the right to edit
 * the object's team. It stores its audit entry in the same document, and a task moves the entry into the log, so
 * a crash cannot leave a change without its entry.
 *
 * Design notes: `wireShapes` is generated from the OpenAPI document: the members, defaults, secrets and immutable
 * members of each kind. References inside objects may dangle, and a delete is never refused because something still
 * refers to the object (public-api.md 0.13), but a new reference must name an object of the organization; `removedWith`
 * names what is removed with its parent. Before an object goes, a note says so: whatever has to follow, such as
 * forgetting a person, is done by a task after a crash.
 */
export { canEditTeam, canSeeTeam, demandTeamEdit, maySeeSecrets } from './access.ts';
export { byCreation } from './by-creation.ts';
export { changeCount, countChange } from './change-count.ts';
export {
  demandAddressList,
  demandDateTime,
  demandInterval,
  demandNoCredentials,
  demandRecurrence,
  demandReference,
  demandSecret,
  demandTimeZone,
  demandWindow,
  noticesOf,
  type ToldWindow,
} from './checks.ts';
export { displayNames } from './display-names.ts';
export { lookupInstant, lookupOf } from './documents.ts';
export { demandExpected, demandExpectedResource } from './expected.ts';
export { byId, byLookup, byTeam, byText, filterOf, withIds } from './filters.ts';
export { forgetIn } from './forget-in.ts';
export { wireShapes } from './generated/wire-shapes.generated.ts';
export {
  defineKind,
  type KindFilter,
  kindsOf,
  type Resource,
  type ResourceDocument,
  type ResourceKind,
} from './kind.ts';
export { idsWithLabels, labelIndex } from './labels.ts';
export { LatelyRead } from './lately-read.ts';
export {
  appendToLog,
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
export { placedNew, preparedNew, preparedReplacement, prepareResource } from './prepared-write.ts';
export {
  countResources,
  findResource,
  getResource,
  listResources,
  type Page,
  resourceExists,
  resourceIds,
} from './read-resources.ts';
export { danglingReferences } from './references.ts';
export { noteRemovals, requestRemoval } from './removals.ts';
export { mask, maskSecrets, openSecrets } from './secrets.ts';
export { withStableIds } from './stable-ids.ts';
export { type StoredFilter, storedFilter } from './stored-filter.ts';
export { takenError } from './unique-values.ts';
export { fromWire, type WireShape } from './wire-shape.ts';
export {
  type CreateOptions,
  createResource,
  type ReplaceOptions,
  removeResource,
  replaceResource,
  updateResource,
} from './write-resources.ts';
