import { dayOf, idOf, idsOf, textOf } from '../../parts/search-values.ts';

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
  const days = Number(search.days);
  return {
    team: idsOf(search.team),
    from: dayOf(search.from),
    days: spans.find((one) => one === days),
    view: views.find((one) => one === search.view),
  };
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
  return {
    at: minuteOf(search.at),
    severity: severities.find((one) => one === search.severity),
    integration: idOf(search.integration),
    team: idOf(search.team),
    title: textOf(search.title),
  };
}

/** A time of a day that there is: `2026-03-01T09:30`. */
function minuteOf(value: unknown): string | undefined {
  const [day, time = ''] = textOf(value)?.split('T') ?? [];
  const minute = /^([01]\d|2[0-3]):[0-5]\d/.exec(time)?.[0];
  return dayOf(day) && minute && `${day}T${minute}`;
}
