import { idOf } from '../../parts/search-values.ts';

/** How far somebody is: what was made stands in the address, so that going back or loading again loses nothing. */
export interface FirstRunSearch {
  team?: string;
  integration?: string;
  incident?: string;
}

export function firstRunSearch(search: Record<string, unknown>): FirstRunSearch {
  const given: FirstRunSearch = {};
  for (const name of ['team', 'integration', 'incident'] as const) {
    const value = idOf(search[name]);
    if (value) given[name] = value;
  }
  return given;
}
