export const tabs = [
  'members',
  'policies',
  'tiers',
  'maintenance',
  'silences',
  'settings',
] as const;

export interface TeamSearch {
  tab?: (typeof tabs)[number];
}

export function teamSearch(search: Record<string, unknown>): TeamSearch {
  return { tab: tabs.find((one) => one === search.tab) };
}
