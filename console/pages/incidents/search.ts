import { idsOf, isId, listOf, someOf, textOf } from '../../parts/search-values.ts';

export const statuses = ['Open', 'Resolved', 'All'] as const;
export const severities = ['Critical', 'Warning', 'Minor'] as const;
const views = ['snoozed', 'held', 'merged', 'archived'] as const;
export const sorts = ['Urgency', 'Created', 'LastUpdatedAt', 'LatestInteraction', 'Title'] as const;

export interface IncidentSearch {
  /** Open ones, unless said. */
  status?: (typeof statuses)[number];
  severity?: (typeof severities)[number][];
  team?: string[];
  integration?: string[];
  label?: string[];
  service?: string[];
  /** Ids of people, or `me`. */
  person?: string[];
  /** `no`: only those that nobody has acknowledged. */
  acknowledged?: 'yes' | 'no';
  text?: string;
  view?: (typeof views)[number];
  /** The newest first, unless said. */
  sort?: (typeof sorts)[number];
  ascending?: 'yes';
}

/**
 * The filters of the list, in the address, so that a link shows the same. Whatever else is in the address is left out.
 */
export function incidentSearch(search: Record<string, unknown>): IncidentSearch {
  const given: IncidentSearch = {};
  const one = <Known extends string>(value: unknown, known: readonly Known[]) =>
    someOf(value, known)[0];
  const status = one(search.status, statuses);
  if (status && status !== 'Open') given.status = status;
  const severity = someOf(search.severity, severities);
  if (severity.length > 0) given.severity = severity;
  const several = {
    team: idsOf(search.team),
    integration: idsOf(search.integration),
    label: listOf(search.label),
    service: idsOf(search.service),
    person: listOf(search.person).filter((one) => one === 'me' || isId(one)),
  };
  for (const name of ['team', 'integration', 'label', 'service', 'person'] as const)
    if (several[name].length > 0) given[name] = several[name];
  const acknowledged = one(search.acknowledged, ['yes', 'no'] as const);
  if (acknowledged) given.acknowledged = acknowledged;
  const text = textOf(search.text);
  if (text) given.text = text;
  const view = one(search.view, views);
  if (view) given.view = view;
  const sort = one(search.sort, sorts);
  if (sort && sort !== 'Created') given.sort = sort;
  if (search.ascending === 'yes') given.ascending = 'yes';
  return given;
}

/** Whether anything narrows the list beyond its status. */
export function isFiltered({ status: _s, sort: _o, ascending: _a, ...rest }: IncidentSearch) {
  return Object.keys(rest).length > 0;
}
