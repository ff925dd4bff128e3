/**
 * Objects of the Public API that are stored, echoed exactly, protected and audited: teams,
 * integrations, routings and so on. Knows none of them; a room declares a kind and calls these five.
 *
 * Each read keeps to the organization and to the teams the actor may see; each write demands the
 * right to edit the object's team, and carries its audit entry in the same document, from where it is
 * moved into the log: a change without its entry cannot survive a crash.
 */
export { canEditTeam, canSeeTeam, demandTeamEdit, visibleTeams } from './access.ts';
export { changeCount } from './change-count.ts';
export { allKinds, defineKind, type KindDefinition, type ResourceDocument, type ResourceKind } from './kind.ts';
export {
  createResource,
  findResource,
  getResource,
  listResources,
  lookupContains,
  type Page,
  type PageRequest,
  removeResource,
  replaceResource,
  type Resource,
  sweepOutboxes,
} from './resources.ts';
export { mask, maskSecrets } from './secrets.ts';
