import { fromUntilOf, someOf, textOf } from '../../parts/search-values.ts';

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

/** As long as names of kinds, actions and ids may be. */
const nameMax = 100;

/** The filters of the log, in the address, so that a link shows the same. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    kind: textOf(search.kind, nameMax),
    object: textOf(search.object, nameMax),
    action: textOf(search.action, nameMax),
    actor: textOf(search.actor, nameMax),
    source: someOf(search.source, sources)[0],
    text: textOf(search.text),
    ...fromUntilOf(search),
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
    ...(text === undefined || text.length < 2 ? {} : { Text: text }),
    ...(from === undefined ? {} : { From: midnight(from, 0) }),
    // The last day counts in full.
    ...(until === undefined ? {} : { Until: midnight(until, 1) }),
  };
}

function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
