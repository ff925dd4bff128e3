import { idsOf } from '../../parts/search-values.ts';

/** The incidents, services and pages of an update that is begun from one of them. */
export interface NewUpdateSearch {
  incident?: string[];
  service?: string[];
  page?: string[];
}

export function newUpdateSearch(search: Record<string, unknown>): NewUpdateSearch {
  const given: NewUpdateSearch = {};
  for (const name of ['incident', 'service', 'page'] as const) {
    const values = idsOf(search[name]);
    if (values.length > 0) given[name] = values;
  }
  return given;
}
