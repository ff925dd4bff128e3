import { someOf, textOf } from '../../parts/search-values.ts';

export const sources = [
  'User',
  'ApiKey',
  'Scim',
  'Oidc',
  'InfrastructureAsCode',
  'Mcp',
  'System',
] as const;
export type Source = (typeof sources)[number];

export interface AuditSearch {
  kind?: string;
  object?: string;
  action?: string;
  actor?: string;
  source?: Source;
  /** Part of a name. */
  text?: string;
  /** Days in the zone of the browser: `2026-03-01`. */
  from?: string;
  until?: string;
}

/** The filters of the log, in the address, so that a link shows the same. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    kind: textOf(search.kind),
    object: textOf(search.object),
    action: textOf(search.action),
    actor: textOf(search.actor),
    source: someOf(search.source, sources)[0],
    text: textOf(search.text),
    from: dayOf(search.from),
    until: dayOf(search.until),
  };
}

/** As the operations of the log take them. */
export function auditQuery({
  kind,
  object,
  action,
  actor,
  source,
  text,
  from,
  until,
}: AuditSearch) {
  return {
    ...(kind === undefined ? {} : { EntityType: kind }),
    ...(object === undefined ? {} : { EntityId: object }),
    ...(action === undefined ? {} : { Action: action }),
    ...(actor === undefined ? {} : { ActorId: actor }),
    ...(source === undefined ? {} : { Source: source }),
    // Shorter ones would match nearly everything; the operation takes none.
    ...(text === undefined || text.length < 2 ? {} : { Text: text.slice(0, 200) }),
    ...(from === undefined ? {} : { From: midnight(from, 0) }),
    // The last day counts in full.
    ...(until === undefined ? {} : { Until: midnight(until, 1) }),
  };
}

function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
