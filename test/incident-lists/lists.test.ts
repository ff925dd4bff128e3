import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type IncidentFilter,
  listIncidentChanges,
  listIncidents,
} from '../../src/incident-lists/index.ts';
import { sortKeys } from '../../src/incident-lists/list-order.ts';
import { type IncidentDocument, severities, statuses } from '../../src/incidents/index.ts';
import { listingOf } from '../../src/incidents/listing.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import { attribute, opened } from '../incidents/sample.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/**
 * Whatever is asked, by whomever and from wherever: a list has what looking at every incident finds, in the same order.
 */

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const organizationId = randomUUID();
const ids = (what: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${what}-${n}-${organizationId}`);
const teams = ids('team', 4);
const integrations = ids('integration', 3);
const users = ids('user', 3);
const services = ids('service', 2);
const words = ['Disk', 'disk full', 'ÄRGER', 'ärger', 'ß', 'a.b', 'STRASSE', '100%', 'x\ny'];

const start = Date.parse('2026-03-02T00:00:00.000Z');
const moment = fc.nat(40).map((n) => new Date(start + n * 1000));
const some = (from: readonly string[]) => fc.subarray([...from]);

const anIncident: fc.Arbitrary<IncidentDocument> = fc
  .record({
    createdAt: moment,
    later: fc.nat(20),
    interaction: fc.option(moment),
    status: fc.constantFrom(...statuses),
    severity: fc.constantFrom(...severities),
    unattended: fc.boolean(),
    isArchived: fc.boolean(),
    snoozed: fc.boolean(),
    integrationId: fc.option(fc.constantFrom(...integrations)),
    teamIds: some(teams.slice(0, 3)),
    userIds: some(users.slice(0, 2)),
    told: some(users.slice(1)),
    serviceIds: some(services),
    title: fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...words).map((word) => `${'long '.repeat(30)}${word}`),
    ),
    value: fc.constantFrom(...words),
  })
  .map(({ later, interaction, snoozed, value, told, ...given }) => {
    const base = { ...opened(), _id: randomUUID(), organizationId, ...given };
    const incident: IncidentDocument = {
      ...base,
      lastUpdatedAt: new Date(given.createdAt.getTime() + later * 1000),
      lastInteractionAt: interaction,
      attributes: [attribute('Host', 'db-1'), attribute('Note', value)],
      alerting: { told },
      ...(snoozed ? { snoozed: { until: null } } : {}),
    };
    delete incident.openKeys;
    return { ...incident, ...listingOf(incident) };
  });

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const aFilter: fc.Arbitrary<IncidentFilter> = fc.record({
  statuses: maybe(fc.subarray([...statuses], { minLength: 1 })),
  severities: maybe(fc.subarray([...severities], { minLength: 1 })),
  integrationIds: maybe(some(integrations)),
  teamIds: maybe(some(teams)),
  userIds: maybe(some(users)),
  serviceIds: maybe(some(services)),
  ofEither: maybe(fc.record({ integrationIds: some(integrations), teamIds: some(teams) })),
  searchTerm: maybe(
    fc.constantFrom('disk', 'Ä', 'ä', 's', 'SS', 'a.b', '.', '%', 'nothing', 'x\ny', 'db-1'),
  ),
  unattended: maybe(fc.boolean()),
  isArchived: maybe(fc.boolean()),
  snoozed: fc.constantFrom('without', 'with', 'only'),
  createdFrom: maybe(moment),
  createdUntil: maybe(moment),
  createdBefore: maybe(moment),
  lastUpdatedFrom: maybe(moment),
});

function passes(ctx: Ctx, filter: IncidentFilter, incident: IncidentDocument): boolean {
  const { teamIds, userIds, serviceIds, integrationId, createdAt, lastUpdatedAt } = incident;
  const meets = (wanted: readonly string[] | undefined, has: readonly string[]) =>
    wanted === undefined || has.some((id) => wanted.includes(id));
  const { see } = ctx.teams;
  const own = ctx.actor.kind === 'user' ? [ctx.actor.id] : [];
  const readers = [...teamIds, ...(userIds ?? []), ...(incident.alerting?.told ?? [])];
  const term =
    filter.searchTerm === undefined ? null : new RegExp(literally(filter.searchTerm), 'i');
  const texts = [incident.title, ...incident.attributes.map(({ value }) => value)];
  return [
    filter.statuses?.includes(incident.status) ?? true,
    filter.severities?.includes(incident.severity) ?? true,
    meets(filter.integrationIds, [integrationId ?? '']),
    meets(filter.teamIds, teamIds),
    meets(see === 'all' ? undefined : [...see, ...own], readers),
    meets(filter.userIds, userIds ?? []),
    meets(filter.serviceIds, serviceIds ?? []),
    filter.ofEither === undefined ||
      meets(filter.ofEither.integrationIds, [integrationId ?? '']) ||
      meets(filter.ofEither.teamIds, teamIds),
    term === null || texts.some((text) => term.test(text)),
    (filter.unattended ?? incident.unattended) === incident.unattended,
    (filter.isArchived ?? incident.isArchived) === incident.isArchived,
    filter.snoozed === 'with' ||
      (filter.snoozed === 'only') ===
        (incident.snoozed !== undefined && incident.status === 'Open'),
    !filter.createdFrom || createdAt >= filter.createdFrom,
    !filter.createdUntil || createdAt <= filter.createdUntil,
    !filter.createdBefore || createdAt < filter.createdBefore,
    !filter.lastUpdatedFrom || lastUpdatedAt >= filter.lastUpdatedFrom,
  ].every(Boolean);
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** What an incident sorts by, least first. */
function keyOf(incident: IncidentDocument, sortBy: (typeof sortKeys)[number]): (string | number)[] {
  const created = incident.createdAt.getTime();
  switch (sortBy) {
    case 'Created':
      return [created];
    case 'LastUpdatedAt':
      return [incident.lastUpdatedAt.getTime()];
    case 'Title':
      return [incident.title.slice(0, 100)];
    case 'Urgency':
      return [
        incident.status === 'Open' ? 1 : 0,
        incident.unattended ? 1 : 0,
        severities.indexOf(incident.severity),
        created,
      ];
    case 'LatestInteraction':
      return incident.lastInteractionAt ? [1, incident.lastInteractionAt.getTime()] : [0, created];
  }
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? 0;
    const order =
      typeof left === 'string'
        ? Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
        : left - Number(right);
    if (order !== 0) return order;
  }
  return 0;
}

/** A key with these teams, or a person of these teams who also sees what they were told of. */
function contextOf({ see, id }: { see: 'all' | readonly string[]; id: string | null }): Ctx {
  const ctx = systemContext(server.app.world, organizationId);
  const teams = { ...ctx.teams, see: see === 'all' ? see : [...see] };
  if (id === null) return { ...ctx, teams };
  const actor = { kind: 'user' as const, id, displayName: 'Ada', email: 'ada@example.com' };
  return { ...ctx, actor, teams: { ...teams, seesOwnIncidents: true } };
}

describe('over random incidents', () => {
  let stored: IncidentDocument[] = [];
  beforeAll(async () => {
    stored = fc.sample(anIncident, 300);
    const others = fc.sample(anIncident, 30).map((incident) => ({
      ...incident,
      organizationId: 'another',
    }));
    await incidentsOf(server.app.world).insertMany([...stored, ...others]);
  });

  const aCaller = fc.record({
    see: fc.oneof(fc.constant<'all'>('all'), some(teams)),
    id: fc.option(fc.constantFrom(...users)),
  });

  test('every list pages by cursors and by offsets through what a look at all of them finds', async () => {
    const ordering = fc.record({ sortBy: fc.constantFrom(...sortKeys), ascending: fc.boolean() });
    const size = fc.integer({ min: 20, max: 90 });
    await fc.assert(
      fc.asyncProperty(aFilter, ordering, aCaller, size, async (filter, order, caller, limit) => {
        const ctx = contextOf(caller);
        const direction = order.ascending ? 1 : -1;
        const wanted = stored
          .filter((incident) => passes(ctx, filter, incident))
          .sort((a, b) => {
            const [first, second] = [keyOf(a, order.sortBy), keyOf(b, order.sortBy)];
            return direction * compare([...first, a._id], [...second, b._id]);
          })
          .map(({ _id }) => _id);
        const found: string[] = [];
        for (let cursor: string | null = null; ; ) {
          const page = await listIncidents(ctx, filter, {
            ...order,
            limit,
            offset: 0,
            cursor: cursor ?? undefined,
          });
          expect(page.isPartial).toBe(false);
          expect(page.hasMore).toBe(page.nextCursor !== null);
          found.push(...page.incidents.map(({ _id }) => _id));
          cursor = page.nextCursor;
          if (cursor === null || found.length > stored.length) break;
        }
        expect(found).toEqual(wanted);
        const offset = Math.floor(wanted.length / 2);
        const { incidents, hasMore } = await listIncidents(ctx, filter, {
          ...order,
          limit,
          offset,
        });
        expect(incidents.map(({ _id }) => _id)).toEqual(wanted.slice(offset, offset + limit));
        expect(hasMore).toBe(wanted.length > offset + limit);
      }),
      { numRuns: 120 },
    );
  });

  test('the feed of changes goes through all that pass, oldest change first', async () => {
    await fc.assert(
      fc.asyncProperty(aFilter, aCaller, async (given, caller) => {
        const ctx = contextOf(caller);
        const filter = { ...given, searchTerm: undefined };
        const wanted = stored
          .filter((incident) => passes(ctx, filter, incident))
          .sort((a, b) =>
            compare([a.lastUpdatedAt.getTime(), a._id], [b.lastUpdatedAt.getTime(), b._id]),
          );
        const found: IncidentDocument[] = [];
        for (let hasMore = true; hasMore; ) {
          const last = found.at(-1);
          const after = last ? { at: last.lastUpdatedAt, id: last._id } : null;
          const page = await listIncidentChanges(ctx, filter, after, 50);
          found.push(...page.incidents);
          hasMore = page.hasMore;
        }
        expect(found.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
      }),
      { numRuns: 40 },
    );
  });
});
