import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { publicApi } from '../api/client.ts';
import { cleanText } from './clean-text.ts';

/** Kinds of objects that others refer to: which list has them, and under which member. */
const lists = {
  Team: { path: '/team/search/list', member: 'teams' },
  User: { path: '/user/search/list', member: 'users' },
  InboundIntegration: { path: '/inbound-integration/search/list', member: 'inboundIntegrations' },
  OutboundIntegration: {
    path: '/outbound-integration/search/list',
    member: 'outboundIntegrations',
  },
  Service: { path: '/service/search/list', member: 'services' },
  OnCallSchedule: { path: '/on-call-schedule/search/list', member: 'onCallSchedules' },
  SupportHours: { path: '/support-hours/search/list', member: 'supportHours' },
  EscalationPolicy: { path: '/escalation-policy/search/list', member: 'escalationPolicies' },
  Routing: { path: '/routing/search/list', member: 'routings' },
  PersonCalendar: { path: '/person-calendar/search/list', member: 'personCalendars' },
  StatusPage: { path: '/status-page/search/list', member: 'statusPages' },
  PublicUpdateTemplate: {
    path: '/public-update-template/search/list',
    member: 'publicUpdateTemplates',
  },
} as const;

export type Kind = keyof typeof lists;

const pageSize = 100;
/** Beyond it nobody finds a name in a list anyway. */
export const objectsMax = 1000;

export function isKind(kind: string): kind is Kind {
  return kind in lists;
}

/**
 * Names by id of all objects of a kind that the person may see, for choices and for references that the API answers as
 * ids; of those with one of the types, where only they are wanted.
 */
export function useNames(kind: Kind | null, types?: readonly string[]) {
  return useQuery({
    queryKey: ['names', kind],
    enabled: kind !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (kind === null ? [] : readAll<Named>(kind, signal)),
    select: useCallback((all: readonly Named[]) => namesOf(kind, all, types), [kind, types]),
  });
}

function namesOf(
  kind: Kind | null,
  all: readonly Named[],
  types: readonly string[] | undefined,
): Map<string, string> {
  const choices = all.filter(
    (one) =>
      // Among calendars, only those with holidays can be chosen; leave is a person's own.
      (kind !== 'PersonCalendar' || one.kind === 'holidays') &&
      (types?.includes(one.type ?? '') ?? true),
  );
  // Fields for choices show a name as their value.
  const names = choices.map(({ id, displayName, email }): [string, string] => [
    id,
    cleanText(displayName ?? email ?? id),
  ]);
  return new Map(names.toSorted(([, one], [, other]) => one.localeCompare(other)));
}

/** All objects of a kind that the person may see, up to so many; `Item` is what its list has. */
export async function readAll<Item>(
  kind: Kind,
  signal: AbortSignal,
  max = objectsMax,
): Promise<Item[]> {
  const { path, member } = lists[kind];
  const all: Item[] = [];
  while (all.length < max) {
    const { data, error } = await publicApi.GET(path, {
      params: { query: { Limit: pageSize, Offset: all.length } },
      signal,
    });
    if (error) throw error;
    const page: { hasMore: boolean } & Partial<Record<typeof member, Item[]>> = asListed(data);
    all.push(...(page[member] ?? []));
    if (!page.hasMore) break;
  }
  return all;
}

/** Each list has its own member and kind of objects. */
function asListed<Page>(data: { hasMore: boolean }): Page {
  return data as Page;
}

interface Named {
  id: string;
  displayName?: string | null;
  email?: string | null;
  kind?: string;
  type?: string;
}
