import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

const e = urns.enterprise;

/** Everybody whom filters are tried on, by userName. */
const people = [
  {
    userName: 'anna',
    externalId: 'Ext-A',
    displayName: 'Änne Adler',
    title: 'Chief',
    active: true,
    name: { familyName: 'Adler', givenName: 'Anna' },
    emails: [
      { value: 'anna@work.example.com', type: 'work', primary: true },
      { value: 'anna@home.example.org', type: 'home' },
    ],
    [e]: { department: 'Sales', manager: { value: 'boss' } },
  },
  {
    userName: 'Bert',
    externalId: 'ext-a',
    displayName: 'Bert (the "quoted" \\ one)',
    active: false,
    name: { familyName: 'Berg' },
    emails: [{ value: 'bert@home.example.org', type: 'work' }],
    [e]: { department: 'sales' },
  },
  { userName: 'carl', title: 'chief of staff', active: true, locale: 'de-DE' },
  {
    userName: 'dora',
    active: true,
    emails: [{ value: 'annas-sister@work.example.com', type: 'home' }],
  },
];

/** RFC 7644 section 3.4.2.2: filter, and who matches. */
const filters: [string, string[]][] = [
  ['userName eq "ANNA"', ['anna']],
  ['USERNAME Eq "bert"', ['Bert']],
  [`${urns.user}:userName eq "carl"`, ['carl']],
  ['externalId eq "ext-a"', ['Bert']],
  ['displayName eq "ÄNNE adler"', ['anna']],
  ['displayName eq "Bert (the \\"quoted\\" \\\\ one)"', ['Bert']],
  ['displayName eq "\\u00c4nne Adler"', ['anna']],
  ['userName ne "anna"', ['Bert', 'carl', 'dora']],
  ['title ne "chief"', ['Bert', 'carl', 'dora']],
  ['userName co "R"', ['Bert', 'carl', 'dora']],
  ['title co "chief"', ['anna', 'carl']],
  ['userName sw "b"', ['Bert']],
  ['userName ew "a"', ['anna', 'dora']],
  ['userName co "."', []],
  ['userName sw "^"', []],
  ['title pr', ['anna', 'carl']],
  ['emails pr', ['anna', 'Bert', 'dora']],
  ['not (title pr)', ['Bert', 'dora']],
  ['not title pr', ['Bert', 'dora']],
  ['title eq null', ['Bert', 'dora']],
  ['title ne null', ['anna', 'carl']],
  ['active eq true', ['anna', 'carl', 'dora']],
  ['active eq "False"', ['Bert']],
  ['active ne true', ['Bert']],
  ['name.familyName gt "b"', ['Bert']],
  ['name.familyName ge "ADLER"', ['anna', 'Bert']],
  ['name.familyName lt "B"', ['anna']],
  ['name.familyName le "berg"', ['anna', 'Bert']],
  ['userName eq "anna" or userName eq "carl" and title co "nothing"', ['anna']],
  ['(userName eq "anna" or userName eq "carl") and title co "staff"', ['carl']],
  ['userName eq "anna" OR userName eq "dora"', ['anna', 'dora']],
  ['active eq true and not (userName sw "a" or userName sw "c")', ['dora']],
  ['emails eq "bert@home.example.org"', ['Bert']],
  ['emails.value ew ".org"', ['anna', 'Bert']],
  ['emails.type eq "home"', ['anna', 'dora']],
  // Different elements may match each term ...
  ['emails.type eq "work" and emails.value ew ".org"', ['anna', 'Bert']],
  // ... and here it must be one and the same.
  ['emails[type eq "work" and value ew ".org"]', ['Bert']],
  ['emails.value sw "anna"', ['anna', 'dora']],
  ['emails[type eq "work"].value sw "anna"', ['anna']],
  ['emails[type eq "home"].value ew ".org" and active eq true', ['anna']],
  ['emails[not (type eq "work")]', ['anna', 'dora']],
  ['not (emails[type eq "work"])', ['carl', 'dora']],
  ['emails[primary eq "True"]', ['anna']],
  ['emails[primary eq true].value sw "anna"', ['anna']],
  ['name[familyName eq "berg"]', ['Bert']],
  [`${e}:department eq "SALES"`, ['anna', 'Bert']],
  [`${e}:manager eq "boss"`, ['anna']],
  [`${e}:manager.value eq "BOSS"`, []],
  [`schemas eq "${e}"`, ['anna', 'Bert']],
  [`schemas eq "${urns.user}" and userName eq "carl"`, ['carl']],
  ['meta.resourceType eq "User" and title pr', ['anna', 'carl']],
  ['meta.resourceType eq "Group"', []],
  ['meta.created ge "2000-01-01T00:00:00Z"', ['anna', 'Bert', 'carl', 'dora']],
  ['meta.lastModified lt "2000-01-01T00:00:00+02:00"', []],
  ['id pr and userName eq "anna"', ['anna']],
  ['userName eq "nobody"', []],
];

const badFilters = [
  'userName',
  'userName eq',
  'userName eq anna',
  'userName is "anna"',
  'eq "anna"',
  '(userName eq "anna"',
  'userName eq "anna") or (userName eq "x"',
  'userName eq "anna" and',
  'userName eq "anna" userName eq "x"',
  'shoeSize eq "46"',
  'name.shoeSize eq "46"',
  'name eq "anna"',
  'emails[type eq "work"',
  'emails[shoeSize eq "1"]',
  'emails[emails[type eq "work"]]',
  'active gt true',
  'active co "t"',
  'active eq "maybe"',
  'meta.created co "2026"',
  'meta.created gt "yesterday"',
  'meta.location eq "x"',
  'password eq "x"',
  '__proto__ eq "x"',
  'constructor pr',
  '$where eq "x"',
  'userName gt null',
];

describe.each(scimServers)('searching over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  let group: Body;
  const users = new Map<string, Body>();
  beforeAll(async () => {
    server = await start();
    // The other organization: the first one may have people already.
    scim = server.client;
    for (const person of people) {
      users.set(person.userName, await scim.user(person));
      server.advance(1);
    }
    group = await scim.group('readers', [users.get('anna').id, users.get('carl').id]);
    await scim.group('empty ones');
  });
  afterAll(() => server.stop());

  const known = (names: string[]) => names.filter((name) => users.has(name));
  const namesOf = (body: Body): string[] =>
    known(body.Resources.map(({ userName }: Body) => userName));
  const list = (parameters: Record<string, string | number>, path = '/Users') => {
    const query = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
    return scim.get(`${path}?${new URLSearchParams(query)}`);
  };
  /** Only our people, in case the directory has others. */
  const ours =
    '(userName eq "anna" or userName eq "bert" or userName eq "carl" or userName eq "dora")';

  it.each(filters)('%s', async (filter, expected) => {
    const { status, body } = await list({ filter });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(namesOf(body).toSorted()).toEqual(expected.toSorted());
    expect(body).toMatchObject({
      schemas: [urns.list],
      totalResults: body.Resources.length,
      itemsPerPage: body.Resources.length,
      startIndex: 1,
    });
    const searched = await scim.post('/Users/.search', { schemas: [urns.search], filter });
    expect(searched.body).toEqual(body);
  });

  it.each(badFilters)('%s is refused', async (filter) => {
    const { status, body } = await list({ filter });
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  it('finds groups by name and by member, and people by group', async () => {
    const anna = users.get('anna').id;
    const bert = users.get('Bert').id;
    for (const [filter, expected] of [
      ['displayName eq "READERS"', 1],
      [`id eq "${group.id}" and members eq "${anna}"`, 1],
      [`id eq "${group.id}" and members eq "${bert}"`, 0],
      [`members.value eq "${anna}" and displayName sw "read"`, 1],
      [`members[value eq "${anna}"]`, 1],
      ['members pr and displayName eq "empty ones"', 0],
      ['displayName eq "empty ones" and not (members pr)', 1],
    ] as const)
      expect([filter, (await list({ filter }, '/Groups')).body.totalResults]).toEqual([
        filter,
        expected,
      ]);
    expect(namesOf((await list({ filter: `groups.value eq "${group.id}"` })).body)).toEqual([
      'anna',
      'carl',
    ]);
  });

  describe('sorts', () => {
    it.each([
      ['userName', 'ascending', ['anna', 'Bert', 'carl', 'dora']],
      ['userName', 'descending', ['dora', 'carl', 'Bert', 'anna']],
      ['meta.created', 'descending', ['dora', 'carl', 'Bert', 'anna']],
      // Without a value: last ascending, first descending.
      ['title', 'ascending', ['anna', 'carl', '*', '*']],
      ['title', 'descending', ['*', '*', 'carl', 'anna']],
      ['name.familyName', 'ascending', ['anna', 'Bert', '*', '*']],
      // By the primary value, else by the first one.
      ['emails', 'ascending', ['*', '*', 'Bert', 'carl']],
      ['emails.value', 'descending', ['carl', 'Bert', '*', '*']],
      [`${e}:department`, 'ascending', ['*', '*', '*', '*']],
    ])('by %s %s', async (sortBy, sortOrder, expected) => {
      const { body } = await list({ filter: ours, sortBy, sortOrder });
      const names = namesOf(body);
      expect(names).toHaveLength(4);
      for (const [index, name] of expected.entries())
        if (name !== '*') expect(names[index]).toBe(name);
    });

    it.each([
      ['shoeSize', 'ascending'],
      ['name', 'ascending'],
      ['groups', 'ascending'],
      ['userName', 'sideways'],
    ])('refuses %s %s', async (sortBy, sortOrder) => {
      expect((await list({ sortBy, sortOrder })).status).toBe(400);
    });
  });

  describe('pages by index', () => {
    const page = (parameters: Record<string, string | number>) =>
      list({ filter: ours, sortBy: 'userName', ...parameters });

    it.each([
      [{ startIndex: 2, count: 2 }, ['Bert', 'carl'], 2],
      [{ startIndex: 4, count: 2 }, ['dora'], 4],
      [{ startIndex: 5, count: 2 }, [], 5],
      [{ startIndex: 0, count: 1 }, ['anna'], 1],
      [{ startIndex: -7, count: 1 }, ['anna'], 1],
      [{ count: 0 }, [], 1],
      [{ count: -3 }, [], 1],
      [{ count: 100000 }, ['anna', 'Bert', 'carl', 'dora'], 1],
    ])('%j', async (parameters, names, startIndex) => {
      const { body } = await page(parameters);
      expect(namesOf(body)).toEqual(names);
      expect(body).toMatchObject({ totalResults: 4, itemsPerPage: names.length, startIndex });
      expect(body.nextCursor).toBeUndefined();
    });

    it('cover everything once, without overlapping, whatever they are sorted by', async () => {
      for (const sortBy of ['', 'title', 'active', 'meta.lastModified']) {
        const seen: string[] = [];
        for (let startIndex = 1; startIndex <= 4; startIndex += 1)
          seen.push(
            ...namesOf(
              (await list({ filter: ours, startIndex, count: 1, ...(sortBy && { sortBy }) })).body,
            ),
          );
        expect(seen.toSorted()).toEqual(['anna', 'Bert', 'carl', 'dora'].toSorted());
      }
    });

    it.each(['startIndex=x', 'count=x', 'count=1.5'])('%s is refused', async (query) => {
      expect((await scim.get(`/Users?${query}`)).status).toBe(400);
    });
  });

  describe('pages by cursor', () => {
    const all = async (parameters: Record<string, string | number>, path = '/Users') => {
      const found: Body[] = [];
      let cursor = '';
      for (let pages = 0; pages < 50; pages += 1) {
        const { status, body } = await list({ ...parameters, cursor }, path);
        expect([status, body.detail]).toEqual([200, undefined]);
        expect(body.startIndex).toBeUndefined();
        found.push(...body.Resources);
        if (body.nextCursor === undefined) return found;
        expect(body.nextCursor).toMatch(/^[\w.~-]+$/);
        cursor = body.nextCursor;
      }
      throw new Error('paging does not end');
    };

    it.each(['', 'userName', 'title', 'emails', 'meta.created'])(
      'cover everything once, sorted by "%s"',
      async (sortBy) => {
        for (const sortOrder of ['ascending', 'descending'])
          for (const count of [1, 3, 4, 5]) {
            const sorted = sortBy === '' ? {} : { sortBy, sortOrder };
            const found = await all({ filter: ours, count, ...sorted });
            const listed = await list({ filter: ours, ...sorted });
            expect(found.map(({ id }) => id)).toEqual(
              listed.body.Resources.map(({ id }: Body) => id),
            );
          }
      },
    );

    it('do not move when somebody before the page appears or goes', async () => {
      const prefix = `walker-${crypto.randomUUID()}`;
      for (const letter of ['b', 'd', 'f']) await scim.user({ userName: `${prefix}-${letter}` });
      const filter = `userName sw "${prefix}"`;
      const first = await list({ filter, sortBy: 'userName', count: 2, cursor: '' });
      await scim.user({ userName: `${prefix}-a` });
      await scim.delete(`/Users/${first.body.Resources[1].id}`);
      const { nextCursor } = first.body;
      const second = await list({ filter, sortBy: 'userName', count: 2, cursor: nextCursor });
      expect(second.body.Resources.map(({ userName }: Body) => userName)).toEqual([`${prefix}-f`]);
    });

    it('belong to one search, one organization and one hour', async () => {
      const search = { filter: ours, sortBy: 'userName', count: 1 };
      const { nextCursor: cursor } = (await list({ ...search, cursor: '' })).body;
      for (const other of [
        { ...search, filter: 'title pr' },
        { ...search, sortBy: 'title' },
        { ...search, count: 2 },
        { ...search, sortOrder: 'descending' },
      ]) {
        const { status, body } = await list({ ...other, cursor });
        expect([status, body.scimType]).toEqual([400, 'invalidCursor']);
      }
      const query = new URLSearchParams({ ...search, count: '1', cursor });
      const foreign = await server.other.get(`/Users?${query}`);
      expect([foreign.status, foreign.body.scimType]).toEqual([400, 'invalidCursor']);
      const altered = `${cursor.slice(0, 40)}${cursor[40] === 'A' ? 'B' : 'A'}${cursor.slice(41)}`;
      for (const forged of ['x', altered, 'sealed.v1.AAAA', cursor.toUpperCase()])
        expect((await list({ ...search, cursor: forged })).body.scimType).toBe('invalidCursor');
      expect((await list({ ...search, cursor })).status).toBe(200);
      server.advance(3600);
      expect((await list({ ...search, cursor })).body.scimType).toBe('expiredCursor');
    });

    it.each([0, -1, 501])('refuse a count of %d', async (count) => {
      const { status, body } = await list({ count, cursor: '' });
      expect([status, body.scimType]).toEqual([400, 'invalidCount']);
    });

    it('over users and groups by .search of the root', async () => {
      const search = { schemas: [urns.search], filter: 'meta.created pr', count: 2 };
      const seen: string[] = [];
      let cursor: string | undefined = '';
      let total = 0;
      while (cursor !== undefined) {
        const { body }: { body: Body } = await scim.post('/.search', { ...search, cursor });
        seen.push(...body.Resources.map(({ id }: Body) => id));
        total = body.totalResults;
        cursor = body.nextCursor;
      }
      expect(new Set(seen).size).toBe(total);
      expect(seen).toContain(group.id);
      expect(seen).toContain(users.get('dora').id);
    });
  });

  it('.search of the root finds users and groups by index', async () => {
    const search = (more: object) => scim.post('/.search', { schemas: [urns.search], ...more });
    const filter = `userName eq "anna" or displayName eq "readers"`;
    const both = await search({ filter: 'displayName sw "readers" or displayName sw "änne"' });
    expect(both.body.Resources.map(({ meta }: Body) => meta.resourceType)).toEqual([
      'User',
      'Group',
    ]);
    // Groups have no userName, so they are not searched.
    expect((await search({ filter })).body.totalResults).toBe(1);
    const second = await search({
      filter: 'displayName sw "readers" or displayName sw "änne"',
      startIndex: 2,
      count: 1,
      attributes: ['displayName'],
    });
    expect(second.body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 });
    expect(second.body.Resources).toEqual([
      { schemas: [urns.group], id: group.id, displayName: 'readers' },
    ]);
    expect((await search({ filter: 'shoeSize pr' })).body.scimType).toBe('invalidFilter');
    expect(
      (await search({ filter: 'meta.resourceType eq "Group" and displayName eq "readers"' })).body
        .totalResults,
    ).toBe(1);
    expect((await search({ sortBy: 'displayName' })).status).toBe(400);
    expect((await scim.post('/.search', {})).status).toBe(400);
  });

  describe('shows', () => {
    const shown = async (query: string) =>
      (await scim.get(`/Users/${users.get('anna').id}?${query}`)).body;

    it.each([
      ['attributes=userName', ['userName']],
      ['attributes=USERNAME, title', ['userName', 'title']],
      ['attributes=', null],
      ['attributes=nothing', []],
      ['attributes=id', []],
      [`attributes=${e}`, [e]],
      [`attributes=${e}:department`, [e]],
      [`attributes=${urns.user}:userName`, ['userName']],
      ['attributes=meta', ['meta']],
      ['attributes=groups', ['groups']],
      ['excludedAttributes=id,schemas', null],
    ])('%s', async (query, names) => {
      const body = await shown(query);
      const everything = Object.keys(users.get('anna')).concat('groups');
      expect(Object.keys(body).toSorted()).toEqual(
        (names ? ['schemas', 'id', ...names] : everything).toSorted(),
      );
    });

    it('parts of attributes', async () => {
      expect((await shown('attributes=name.givenName,emails.value')).emails).toEqual([
        { value: 'anna@work.example.com' },
        { value: 'anna@home.example.org' },
      ]);
      expect((await shown(`attributes=${e}:department`))[e]).toEqual({ department: 'Sales' });
      const without = await shown(
        `excludedAttributes=name.givenName,emails,${e}:manager,meta.version,groups`,
      );
      expect(without).toMatchObject({
        name: { familyName: 'Adler' },
        [e]: { department: 'Sales' },
      });
      expect(without.name.givenName).toBeUndefined();
      expect(without.emails).toBeUndefined();
      expect(without.groups).toBeUndefined();
      expect(without[e].manager).toBeUndefined();
    });

    it('not with both at once', async () => {
      const { status } = await scim.get('/Users?attributes=title&excludedAttributes=title');
      expect(status).toBe(400);
    });

    it('the same on lists and on the answers of changes', async () => {
      const listed = await list({ filter: 'userName eq "anna"', attributes: 'title' });
      const { id } = users.get('anna');
      const expected = { schemas: [urns.user, e], id, title: 'Chief' };
      expect(listed.body.Resources).toEqual([expected]);
      const patched = await scim.patch(`/Users/${id}?attributes=title`, [
        { op: 'replace', path: 'title', value: 'Chief' },
      ]);
      expect(patched.body).toEqual(expected);
      const made = await scim.post('/Users?excludedAttributes=meta,active', {
        schemas: [urns.user],
        userName: crypto.randomUUID(),
      });
      expect(Object.keys(made.body).toSorted()).toEqual(['id', 'schemas', 'userName']);
    });
  });
});
