import { someOf } from '../../parts/search-values.ts';

const sections = [
  'notifications',
  'rules',
  'devices',
  'profile',
  'calendars',
  'sessions',
  'keys',
] as const;
export type Section = (typeof sections)[number];

export interface MeSearch {
  section?: Section;
}

/** Which part of the page is shown, in the address. */
export function meSearch(search: Record<string, unknown>): MeSearch {
  return { section: someOf(search.section, sections)[0] };
}
