import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attributes,
  type Directory,
  type DirectoryRecord,
  foldCase,
  matches,
  type Page,
  presentRecord,
  readFilter,
  type Search,
  type Sort,
  userType,
} from '../../scim/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { directoryFor } from '../../src/provisioning/index.ts';
import { comparePlaces, sortKey } from '../scim/support/compare.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

let server: TestApp;
let directory: Directory;
/** All users as SCIM clients see them. */
let resources: Attributes[];
let groupIds: string[];

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/**
 * Few words, so that filters find something: letter case, accents in two forms, signs of patterns and operators, line
 * ends.
 */
const words = [
  'Anna',
  'anna',
  'ANNA-Lena',
  'é',
  'e\u0301',
  'É',
  'ß',
  'a.c',
  'abc',
  '$ne',
  '{"$gt":""}',
  '(a+)+$',
  'x\n',
  'x',
  '',
  ' ',
];
const word = fc.constantFrom(...words);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const list = <T extends object>(
  members: { [Name in keyof T]: fc.Arbitrary<T[Name] | undefined> },
) =>
  fc.array(fc.record(members as never, { noNullPrototype: true }), { minLength: 1, maxLength: 3 });
const person = fc.record({
  name: maybe(fc.record({ givenName: maybe(word), familyName: word })),
  displayName: maybe(word),
  nickName: maybe(word),
  title: maybe(word),
  profileUrl: maybe(word),
  locale: maybe(fc.constantFrom('de-DE', 'en-GB')),
  timezone: maybe(fc.constantFrom('Europe/Berlin', 'Nowhere/Land')),
  externalId: maybe(word),
  active: fc.boolean(),
  phoneNumbers: maybe(
    list({
      value: word,
      type: maybe(fc.constantFrom('work', 'mobile')),
      primary: maybe(fc.boolean()),
    }),
  ),
  photos: maybe(list({ value: word, type: maybe(word) })),
  roles: maybe(list({ value: word, display: maybe(word), primary: maybe(fc.boolean()) })),
  [enterprise]: maybe(fc.record({ department: maybe(word), manager: fc.record({ value: word }) })),
});

beforeAll(async () => {
  server = await startTestApp();
  const { world } = server.app;
  const ctx = { ...systemContext(world, server.organizationId), source: 'Scim' as const };
  directory = directoryFor(ctx, () => {});
  const other = directoryFor(systemContext(world, (await makeOrganization(server)).id), () => {});
  for (const [index, made] of fc.sample(person, { numRuns: 40, seed: 3 }).entries()) {
    // JSON leaves out what is undefined, as a request would.
    const attributes = JSON.parse(
      JSON.stringify({
        ...made,
        userName: `${words[index % 4]}-${index}`,
        emails:
          index % 3 === 0
            ? undefined
            : [{ value: `P${index}@example.com`, type: index % 2 ? 'work' : 'home' }],
      }),
    ) as Attributes;
    server.clock.advance(60);
    await directory.users.create(attributes);
    await other.users.create(attributes);
  }
  for (const number of [1, 2, 3])
    await server.api.make('/user', {
      email: `Hand${number}@example.com`,
      displayName: number === 1 ? 'Anna' : null,
      phoneNumber: '+4930123456',
    });
  const ids = (await everything()).map(({ id }) => id);
  const groups = await Promise.all(
    [ids.slice(0, 9), ids.slice(5, 20), []].map((members, index) =>
      directory.groups.create({ displayName: words[index] ?? '' }, members),
    ),
  );
  groupIds = groups.map(({ id }) => id);
  const groupsOf = await directory.users.groupsOf(ids);
  resources = (await everything()).map((record) =>
    presentRecord(userType, record, [...(groupsOf.get(record.id) ?? [])], '', ''),
  );
});
afterAll(() => server.stop());

const everything = async (): Promise<readonly DirectoryRecord[]> =>
  (await search({ filter: null })).items;

function search(given: Partial<Search>): Promise<Page> {
  const window = { kind: 'index' as const, startIndex: 1, count: 1000 };
  return directory.users.search({ filter: null, sort: null, window, ...given });
}

const texts = [
  'userName',
  'externalId',
  'displayName',
  'nickName',
  'title',
  'profileUrl',
  'name.givenName',
  'name.familyName',
  'locale',
  'timezone',
  'emails',
  'emails.value',
  'emails.type',
  'phoneNumbers.value',
  'phoneNumbers.type',
  'photos',
  'roles.display',
  'roles',
  `${enterprise}:department`,
  `${enterprise}:manager`,
  'urn:ietf:params:scim:schemas:core:2.0:User:userName',
  'groups',
  'groups.value',
  'groups.display',
  'groups.type',
  'id',
];
const booleans = ['active', 'roles.primary', 'phoneNumbers.primary'];
const dates = ['meta.created', 'meta.lastModified'];
const quoted = () =>
  fc
    .oneof(
      word,
      fc.constantFrom(
        'P1@example.com',
        'work',
        'mobile',
        'direct',
        'Hand1@EXAMPLE.com',
        'de-DE',
        'ann',
      ),
      fc.constantFrom(...groupIds, ...resources.slice(0, 3).map(({ id }) => String(id))),
    )
    .map((text) => JSON.stringify(text));
const op = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');

function comparison(): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(fc.constantFrom(...texts), op, quoted()).map((parts) => parts.join(' ')),
    },
    fc
      .tuple(fc.constantFrom(...booleans), fc.constantFrom('eq', 'ne'), fc.boolean())
      .map((parts) => parts.join(' ')),
    fc
      .tuple(
        fc.constantFrom(...dates),
        fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
        fc.nat(42),
      )
      .map(([name, operator, index]) => {
        const { created } = (resources[index]?.meta ?? {}) as { created?: string };
        return `${name} ${operator} "${created ?? '2026-03-01T00:00:00Z'}"`;
      }),
    fc
      .constantFrom(
        ...texts,
        ...booleans,
        'name',
        'addresses',
        'photos',
        'emails',
        'roles',
        enterprise && `${enterprise}:manager`,
      )
      .map((name) => `${name} pr`),
    fc
      .tuple(
        fc.constantFrom('emails', 'phoneNumbers', 'roles', 'groups'),
        fc.constantFrom('value', 'type', 'display'),
        op,
        quoted(),
        fc.constantFrom(
          '',
          ' and primary eq true',
          ' or type eq "work"',
          ' and not (value co "a")',
          ' and display pr',
        ),
      )
      .map(([name, sub, operator, value, more]) => {
        const rest = name === 'groups' ? more.replace(' and primary eq true', '') : more;
        return `${name}[${sub} ${operator} ${value}${rest}]`;
      }),
  );
}

function filterText(): fc.Arbitrary<string> {
  return fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison(),
      fc
        .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
        .map(([a, by, b]) => `(${a}) ${by} (${b})`),
      tie('filter').map((inner) => `not (${inner})`),
    ),
  })).filter;
}

describe('a filter finds in the store what it means', () => {
  it('whatever the filter', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filterText(), async (text) => {
        const filter = readFilter(text, userType);
        if (typeof filter === 'boolean') return;
        const { items, total } = await search({ filter });
        const expected = resources.filter((resource) => matches(filter, resource));
        expect(items.map(({ id }) => id).toSorted(), text).toEqual(
          expected.map(({ id }) => String(id)).toSorted(),
        );
        expect(total).toBe(expected.length);
        if (expected.length > 0 && expected.length < resources.length) found += 1;
      }),
      { numRuns: 400, seed: 11 },
    );
    // Most filters tell people apart.
    expect(found).toBeGreaterThan(150);
  });

  it('in its own organization only', async () => {
    expect(new Set(resources.map(({ id }) => id)).size).toBe(44);
  });
});

const sortable = [
  'userName',
  'displayName',
  'title',
  'name.familyName',
  'externalId',
  'emails.value',
  'roles.value',
  'roles.primary',
  'active',
  'id',
  'meta.created',
  'meta.lastModified',
  `${enterprise}:department`,
];

function sortBy(name: string, order: Sort['order']): Sort {
  const filter = readFilter(`${name} pr`, userType);
  if (typeof filter !== 'boolean' && filter.kind === 'present') return { path: filter.path, order };
  const compared = readFilter(`${name} ge "2026-01-01T00:00:00Z"`, userType);
  if (typeof compared === 'boolean' || compared.kind !== 'compare') throw new Error(name);
  return { path: compared.path, order };
}

describe('records are sorted as the protocol has it, and pages of any kind never overlap', () => {
  it.each(sortable)('by %s', async (name) => {
    for (const order of ['ascending', 'descending'] as const) {
      const sort = sortBy(name, order);
      const placeOf = (one: Attributes) => [sortKey(sort, one), String(one.id)] as const;
      const expected = resources
        .toSorted((a, b) => comparePlaces(order, placeOf(a), placeOf(b)))
        .map(({ id }) => id);
      const byIndex: string[] = [];
      for (let startIndex = 1; startIndex <= resources.length; startIndex += 7) {
        const page = await search({ sort, window: { kind: 'index', startIndex, count: 7 } });
        expect(page.total).toBe(resources.length);
        byIndex.push(...page.items.map(({ id }) => id));
      }
      expect(byIndex, order).toEqual(expected);
      const byCursor: string[] = [];
      for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
        const page: Page = await search({ sort, window: { kind: 'cursor', after, count: 5 } });
        byCursor.push(...page.items.map(({ id }) => id));
        after = page.next;
        expect(after?.length ?? 0).toBeLessThanOrEqual(500);
      }
      expect(byCursor, `${order} by cursor`).toEqual(expected);
    }
  });

  it('by nothing in the order of creation, also while others come and go', async () => {
    const seen: string[] = [];
    let gone: string | null = null;
    for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
      const page: Page = await search({ window: { kind: 'cursor', after, count: 5 } });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
      if (isFirst) {
        // The last of the page that was read, and one that comes later.
        gone = seen.at(-1) ?? '';
        server.clock.advance(60);
        await directory.users.create({ userName: `late-${foldCase('X')}` });
      }
    }
    expect(seen.slice(0, -1)).toEqual(resources.map(({ id }) => id));
    expect(gone).not.toBeNull();
  });
});
