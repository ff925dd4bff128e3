import { listOf, textOf } from '../../parts/search-values.ts';

export const spans = [7, 14, 42] as const;
/** More teams at once nobody looks at. */
export const teamsShown = 12;
export const views = ['tiers', 'people', 'list'] as const;

/** The values used where the address does not say. */
export const defaults = { days: 14, view: 'tiers' } as const;

export interface OnCallSearch {
  team?: string[];
  /** `YYYY-MM-DD`; today when left out. */
  from?: string;
  /** One of `spans`; two weeks when left out. */
  days?: (typeof spans)[number];
  view?: (typeof views)[number];
}

/** Reads from the address what to show, so that a link shows the same. */
export function onCallSearch(search: Record<string, unknown>): OnCallSearch {
  const from = textOf(search.from);
  const days = Number(search.days);
  return {
    team: listOf(search.team),
    from: from !== undefined && isDate(from) ? from : undefined,
    days: spans.find((one) => one === days),
    view: views.find((one) => one === search.view),
  };
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export const severities = ['Critical', 'Warning', 'Minor'] as const;

export interface SimulationSearch {
  /** The time on the clock of the person, `YYYY-MM-DDTHH:mm`; now when left out. */
  at?: string;
  severity?: (typeof severities)[number];
  integration?: string;
  team?: string;
  title?: string;
}

export function simulationSearch(search: Record<string, unknown>): SimulationSearch {
  const at = textOf(search.at);
  return {
    at: at !== undefined && !Number.isNaN(Date.parse(at)) ? at.slice(0, 16) : undefined,
    severity: severities.find((one) => one === search.severity),
    integration: textOf(search.integration),
    team: textOf(search.team),
    title: textOf(search.title),
  };
}
