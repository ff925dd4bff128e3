import { idOf, someOf, textOf } from '../../parts/search-values.ts';

export interface IntegrationsSearch {
  text?: string;
  team?: string;
  type?: string;
}

export function integrationsSearch(search: Record<string, unknown>): IntegrationsSearch {
  return { text: textOf(search.text), team: idOf(search.team), type: typeOf(search.type) };
}

function typeOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[A-Za-z0-9]{1,100}$/.test(text) ? text : undefined;
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
  return { tab: someOf(search.tab, tabs)[0], payload: logIdOf(search.payload) };
}

function logIdOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[\w-]{1,64}$/.test(text) ? text : undefined;
}
