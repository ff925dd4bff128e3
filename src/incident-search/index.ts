/**
 * Which incidents may contain a text. Keeps the texts of all incidents packed, a fraction of the incidents, with
 * filters that say without the texts where a term cannot be. Whoever searches looks at the candidates themselves
 * (`incident-lists`).
 */
export { TextSearch, textCondition } from './find-text.ts';
export { incidentSearch } from './module.ts';
