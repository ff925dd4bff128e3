/**
 * Lists of incidents, as the API and the console show them: which ones an actor sees, in which order, page by page, and
 * what a list leaves out. Stores nothing; what decides an incident's place is written with it (`incidents/listing.ts`).
 */
export {
  incidentsAsListed,
  listIncidentChanges,
  listIncidents,
  listRelatedIncidents,
} from './list.ts';
export type { IncidentFilter } from './list-filter.ts';
export type { SortKey } from './list-order.ts';
