import { someOf, textOf } from '../../parts/search-values.ts';

export interface IntegrationsSearch {
  text?: string;
  team?: string;
  type?: string;
}

export function integrationsSearch(search: Record<string, unknown>): IntegrationsSearch {
  return { text: textOf(search.text), team: textOf(search.team), type: textOf(search.type) };
}

export interface NewIntegrationSearch {
  /** The text in the search of the catalogue. */
  find?: string;
  type?: string;
}

export function newIntegrationSearch(search: Record<string, unknown>): NewIntegrationSearch {
  return { find: textOf(search.find), type: textOf(search.type) };
}

const tabs = ['setup', 'payloads', 'mapping', 'results', 'windows', 'settings'] as const;
export type Tab = (typeof tabs)[number];

export interface IntegrationSearch {
  tab?: Tab;
  /** The payload that is shown, or tried. */
  payload?: string;
}

export function integrationSearch(search: Record<string, unknown>): IntegrationSearch {
  return { tab: someOf(search.tab, tabs)[0], payload: textOf(search.payload) };
}
