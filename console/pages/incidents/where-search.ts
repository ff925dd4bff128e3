import { someOf, textOf } from '../../parts/search-values.ts';

/** The outcomes of payloads behind each choice; `all` is any outcome. */
export const outcomeChoices = {
  nothing: ['Discarded', 'Maintenance', 'Silenced', 'Failed'],
  failed: ['Failed'],
  something: ['Opened', 'Updated', 'Resolved'],
  all: null,
} as const;

export const periodDays = { hour: 1 / 24, day: 1, week: 7, month: 30 } as const;

export interface WhereSearch {
  text?: string;
  became?: keyof typeof outcomeChoices;
  period?: keyof typeof periodDays;
}

export function whereSearch(search: Record<string, unknown>): WhereSearch {
  const given: WhereSearch = {};
  const text = textOf(search.text);
  if (text) given.text = text;
  const [became] = someOf(search.became, ['nothing', 'failed', 'something', 'all'] as const);
  if (became && became !== 'nothing') given.became = became;
  const [period] = someOf(search.period, ['hour', 'day', 'week', 'month'] as const);
  if (period && period !== 'day') given.period = period;
  return given;
}
