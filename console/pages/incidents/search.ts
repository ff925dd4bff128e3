import { listOf, someOf, textOf } from '../../parts/search-values.ts';

export interface IncidentSearch {
  status?: ('Open' | 'Resolved')[];
  severity?: ('Minor' | 'Warning' | 'Critical')[];
  team?: string[];
  text?: string;
}

/** The filters of the list, in the address, so that a link shows the same. */
export function incidentSearch(search: Record<string, unknown>): IncidentSearch {
  return {
    status: someOf(search.status, ['Open', 'Resolved']),
    severity: someOf(search.severity, ['Minor', 'Warning', 'Critical']),
    team: listOf(search.team),
    text: textOf(search.text),
  };
}
