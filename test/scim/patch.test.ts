import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

const work = { value: 'work@example.com', type: 'work', primary: true };
const home = { value: 'home@example.com', type: 'home' };
const e = urns.enterprise;

/** What the user is, what is done, and what the user is then; undefined is absent. */
const changes: [string, object, object[], Record<string, unknown>][] = [
  // RFC 7644 section 3.5.2.1
  ['add a value', {}, [{ op: 'add', path: 'title', value: 'x' }], { title: 'x' }],
  ['add over a value', { title: 'a' }, [{ op: 'add', path: 'title', value: 'x' }], { title: 'x' }],
  [
    'add without a path',
    { title: 'a' },
    [{ op: 'add', value: { nickName: 'n', name: { givenName: 'G' } } }],
    { title: 'a', nickName: 'n', name: { givenName: 'G' } },
  ],
  [
    'add parts of a complex value',
    { name: { familyName: 'F' } },
    [{ op: 'add', path: 'name', value: { givenName: 'G' } }],
    { name: { familyName: 'F', givenName: 'G' } },
  ],
  [
    'add to a list',
    { emails: [work] },
    [{ op: 'add', path: 'emails', value: [home] }],
    { emails: [work, home] },
  ],
  [
    'add what is in the list',
    { emails: [work, home] },
    [{ op: 'add', path: 'emails', value: [home, work] }],
    { emails: [work, home] },
  ],
  [
    'a new primary value takes over',
    { emails: [work] },
    [{ op: 'add', path: 'emails', value: [{ ...home, primary: true }] }],
    {
      emails: [
        { ...work, primary: false },
        { ...home, primary: true },
      ],
    },
  ],
  [
    'a value is made primary',
    { emails: [work, home] },
    [{ op: 'replace', path: 'emails[type eq "home"].primary', value: true }],
    {
      emails: [
        { ...work, primary: false },
        { ...home, primary: true },
      ],
    },
  ],
  // 3.5.2.2
  ['remove a value', { title: 'a' }, [{ op: 'remove', path: 'title' }], { title: undefined }],
  ['remove a list', { emails: [work] }, [{ op: 'remove', path: 'emails' }], { emails: undefined }],
  [
    'remove an element',
    { emails: [work, home] },
    [{ op: 'remove', path: 'emails[type eq "WORK"]' }],
    { emails: [home] },
  ],
  [
    'remove the last element',
    { emails: [work] },
    [{ op: 'remove', path: 'emails[type eq "work"]' }],
    { emails: undefined },
  ],
  [
    'remove a part',
    { name: { givenName: 'G', familyName: 'F' } },
    [{ op: 'remove', path: 'name.givenName' }],
    { name: { familyName: 'F' } },
  ],
  [
    'remove the last part',
    { name: { givenName: 'G' } },
    [{ op: 'remove', path: 'name.givenName' }],
    { name: undefined },
  ],
  [
    'remove a part of an element',
    { emails: [{ ...work, display: 'd' }] },
    [{ op: 'remove', path: 'emails[type eq "work"].display' }],
    { emails: [work] },
  ],
  ['remove what is not there', {}, [{ op: 'remove', path: 'title' }], { title: undefined }],
  [
    'remove elements by value',
    { emails: [work, home] },
    [{ op: 'Remove', path: 'emails', value: [{ value: 'WORK@example.com' }] }],
    { emails: [home] },
  ],
  // 3.5.2.3
  [
    'replace a list',
    { emails: [work] },
    [{ op: 'replace', path: 'emails', value: [home] }],
    { emails: [home] },
  ],
  [
    'replace with nothing',
    { title: 'a', emails: [work] },
    [
      { op: 'replace', path: 'title', value: null },
      { op: 'replace', path: 'emails', value: [] },
    ],
    { title: undefined, emails: undefined },
  ],
  [
    'replace an element',
    { emails: [work, home] },
    [{ op: 'replace', path: 'emails[type eq "home"]', value: { value: 'new@example.com' } }],
    { emails: [work, { ...home, value: 'new@example.com' }] },
  ],
  [
    'replace a part of all elements that match',
    { emails: [work, home] },
    [{ op: 'replace', path: 'emails[value co "example"].display', value: 'd' }],
    {
      emails: [
        { ...work, display: 'd' },
        { ...home, display: 'd' },
      ],
    },
  ],
  [
    'replace where nothing was',
    {},
    [{ op: 'replace', path: 'name.givenName', value: 'G' }],
    { name: { givenName: 'G' } },
  ],
  // names
  [
    'names in any letter case',
    {},
    [{ op: 'REPLACE', path: 'NAME.GIVENNAME', value: 'G' }],
    { name: { givenName: 'G' } },
  ],
  [
    'names with the URN of the core schema',
    {},
    [{ op: 'add', path: `${urns.user}:name.givenName`, value: 'G' }],
    { name: { givenName: 'G' } },
  ],
  [
    'names with the URN of the extension',
    {},
    [{ op: 'add', path: `${e}:department`, value: 'D' }],
    { [e]: { department: 'D' } },
  ],
  [
    'the whole extension',
    { [e]: { department: 'D', division: 'V' } },
    [{ op: 'replace', path: e, value: { department: 'X' } }],
    { [e]: { department: 'X', division: 'V' } },
  ],
  [
    'the end of the extension',
    { [e]: { department: 'D' } },
    [{ op: 'remove', path: e }],
    { [e]: undefined, schemas: [urns.user] },
  ],
  // what identity providers send
  [
    'dotted names and URNs without a path',
    { [e]: { division: 'V' } },
    [
      {
        op: 'replace',
        value: {
          'name.givenName': 'G',
          active: 'False',
          [`${e}:department`]: 'D',
          'emails[type eq "work"].value': 'w@example.com',
          [e]: { costCenter: 'C' },
        },
      },
    ],
    {
      name: { givenName: 'G' },
      active: false,
      [e]: { division: 'V', department: 'D', costCenter: 'C' },
      emails: [{ type: 'work', value: 'w@example.com' }],
    },
  ],
  [
    'an element that is missing appears',
    {},
    [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' }],
    { phoneNumbers: [{ type: 'mobile', value: '1' }] },
  ],
  [
    'also by replace, and primary as a text',
    {},
    [{ op: 'Replace', path: 'emails[primary eq "True"].value', value: 'p@example.com' }],
    { emails: [{ primary: true, value: 'p@example.com' }] },
  ],
  [
    'a manager as a text, and away again',
    {},
    [
      { op: 'Add', path: `${e}:manager`, value: 'm' },
      { op: 'Add', path: `${e}:department`, value: 'D' },
      { op: 'Replace', path: `${e}:manager`, value: '' },
    ],
    { [e]: { department: 'D' } },
  ],
  [
    'what no schema has, in a whole value',
    { title: 'a' },
    [{ op: 'replace', value: { shoeSize: 46, id: 'x', groups: [], meta: {}, title: 'b' } }],
    { title: 'b' },
  ],
  [
    'the schemas of a resource',
    {},
    [{ op: 'add', path: 'schemas', value: [e] }],
    { schemas: [urns.user] },
  ],
  [
    'several operations, one after the other',
    { title: 'a' },
    [
      { op: 'remove', path: 'title' },
      { op: 'add', path: 'title', value: 'b' },
      { op: 'add', path: 'emails', value: work },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@example.com' },
    ],
    { title: 'b', emails: [{ ...work, value: 'c@example.com' }] },
  ],
];

const refusals: [string, unknown, string][] = [
  ['remove without a path', [{ op: 'remove' }], 'noTarget'],
  ['an unknown operation', [{ op: 'move', path: 'title', value: 'x' }], 'invalidSyntax'],
  ['no operation', [{ path: 'title', value: 'x' }], 'invalidSyntax'],
  ['no operations', [], 'invalidSyntax'],
  ['operations that are no list', { op: 'add' }, 'invalidSyntax'],
  ['a path to nowhere', [{ op: 'add', path: 'shoeSize', value: 1 }], 'invalidPath'],
  ['a part of nothing', [{ op: 'add', path: 'name.shoeSize', value: 1 }], 'invalidPath'],
  ['a path that cannot be read', [{ op: 'add', path: 'emails[', value: 1 }], 'invalidPath'],
  ['brackets on a single value', [{ op: 'remove', path: 'name[givenName eq "x"]' }], 'invalidPath'],
  ['a bad filter', [{ op: 'remove', path: 'emails[type xx "a"]' }], 'invalidFilter'],
  [
    'an element that is not there',
    [{ op: 'replace', path: 'emails[type eq "fax"]', value: { value: 'x' } }],
    'noTarget',
  ],
  [
    'a part of an element that no filter describes',
    [{ op: 'replace', path: 'emails[type co "fax"].value', value: 'x' }],
    'noTarget',
  ],
  ['an id', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
  ['meta', [{ op: 'replace', path: 'meta.created', value: 'x' }], 'mutability'],
  ['groups', [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }], 'mutability'],
  ['the end of the userName', [{ op: 'remove', path: 'userName' }], 'mutability'],
  ['an empty userName', [{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
  ['no value', [{ op: 'replace', path: 'title' }], 'invalidValue'],
  ['a value of another type', [{ op: 'replace', path: 'active', value: 'maybe' }], 'invalidValue'],
  ['removing active', [{ op: 'remove', path: 'active' }], 'mutability'],
  ['a value without a path that is no object', [{ op: 'add', value: 'x' }], 'invalidValue'],
  [
    'two primary values',
    [{ op: 'replace', path: 'emails', value: [work, { ...home, primary: true }] }],
    'invalidValue',
  ],
  ['a path that is no text', [{ op: 'remove', path: 5 }], 'invalidPath'],
];

describe.each(scimServers)('PATCH over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  describe('of attributes', () => {
    afterEach(() => scim.removeUsers());

    it.each(changes)('%s', async (_what, before, operations, after) => {
      const user = await scim.user(before);
      const { status, body } = await scim.patch(`/Users/${user.id}`, operations);
      expect([status, body.detail]).toEqual([200, undefined]);
      for (const [name, value] of Object.entries(after)) expect(body[name]).toEqual(value);
      expect((await scim.get(`/Users/${user.id}`)).body).toEqual(body);
    });

    it.each(refusals)(
      'refuses %s, and what came before it has not happened',
      async (_what, operations, scimType) => {
        const user = await scim.user({ title: 'a', emails: [work] });
        const all =
          Array.isArray(operations) && operations.length > 0
            ? [{ op: 'replace', path: 'title', value: 'changed' }, ...operations]
            : operations;
        const { status, body } = await scim.patch(`/Users/${user.id}`, all);
        expect([status, body.scimType]).toEqual([400, scimType]);
        expect((await scim.get(`/Users/${user.id}`)).body).toEqual(user);
      },
    );

    it('may leave out that it is a PatchOp, but not be anything else', async () => {
      const user = await scim.user();
      const Operations = [{ op: 'replace', path: 'title', value: 'x' }];
      const send = (body: object) =>
        scim.send('PATCH', `/Users/${user.id}`, JSON.stringify({ Operations, ...body }));
      expect((await send({ schemas: [urns.user] })).status).toBe(400);
      expect((await send({ schemas: [] })).status).toBe(400);
      expect((await send({ schemas: [urns.patch.toLowerCase()] })).status).toBe(200);
      expect((await send({})).status).toBe(200);
    });

    it('that changes nothing moves neither version nor lastModified', async () => {
      const user = await scim.user({ title: 'a', emails: [work] });
      server.advance(60);
      const { body } = await scim.patch(`/Users/${user.id}`, [
        { op: 'replace', path: 'title', value: 'a' },
        { op: 'add', path: 'emails', value: [work] },
        { op: 'remove', path: 'nickName' },
      ]);
      expect(body).toEqual(user);
    });
  });

  it('moves lastModified when something changed', async () => {
    const user = await scim.user();
    server.advance(60);
    const { body } = await scim.patch(`/Users/${user.id}`, [
      { op: 'add', path: 'title', value: 'x' },
    ]);
    expect(Date.parse(body.meta.lastModified)).toBeGreaterThan(Date.parse(user.meta.lastModified));
    expect(body.meta.created).toBe(user.meta.created);
  });

  it('does not take the name of another user', async () => {
    const [user, taken] = [await scim.user(), await scim.user()];
    const { status, body } = await scim.patch(`/Users/${user.id}`, [
      { op: 'replace', path: 'userName', value: taken.userName.toUpperCase() },
    ]);
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
  });

  it('by many at once loses nothing', async () => {
    const user = await scim.user();
    const names = ['title', 'nickName', 'locale', 'userType'];
    await Promise.all(
      names.map((path) => scim.patch(`/Users/${user.id}`, [{ op: 'add', path, value: path }])),
    );
    const { body } = await scim.get(`/Users/${user.id}`);
    for (const name of names) expect(body[name]).toBe(name);
  });

  describe('of members', () => {
    let people: Body[];
    beforeAll(async () => {
      people = [await scim.user(), await scim.user(), await scim.user()];
    });
    const idsIn = async (group: Body): Promise<string[]> =>
      ((await scim.get(`/Groups/${group.id}`)).body.members ?? []).map(({ value }: Body) => value);
    const values = (...indexes: number[]) => indexes.map((index) => ({ value: people[index].id }));

    it.each<[string, () => object[], number[]]>([
      ['adds', () => [{ op: 'add', path: 'members', value: values(1, 2) }], [0, 1, 2]],
      ['adds who is in it', () => [{ op: 'add', path: 'members', value: values(0) }], [0]],
      ['adds without a path', () => [{ op: 'add', value: { members: values(1) } }], [0, 1]],
      ['adds one', () => [{ op: 'Add', path: 'members', value: values(1)[0] }], [0, 1]],
      ['replaces', () => [{ op: 'replace', path: 'members', value: values(1, 2) }], [1, 2]],
      ['replaces without a path', () => [{ op: 'replace', value: { members: values(2) } }], [2]],
      ['removes all', () => [{ op: 'remove', path: 'members' }], []],
      ['removes one', () => [{ op: 'remove', path: `members[value eq "${people[0].id}"]` }], []],
      ['removes by value', () => [{ op: 'Remove', path: 'members', value: values(0) }], []],
      [
        'removes who is not in it',
        () => [{ op: 'remove', path: 'members', value: values(1) }],
        [0],
      ],
      [
        'removes by another filter',
        () => [
          { op: 'add', path: 'members', value: values(1, 2) },
          { op: 'remove', path: `members[value ne "${people[1].id}"]` },
        ],
        [1],
      ],
      [
        'does one thing after the other',
        () => [
          { op: 'replace', path: 'members', value: values(0, 1) },
          { op: 'remove', path: 'members', value: values(0) },
          { op: 'add', path: 'members', value: values(2) },
        ],
        [1, 2],
      ],
      [
        'renames at the same time',
        () => [{ op: 'replace', value: { displayName: 'renamed', members: values(1) } }],
        [1],
      ],
    ])('%s', async (_what, operations, expected) => {
      const group = await scim.group('before', [people[0].id]);
      const reply = await scim.patch(`/Groups/${group.id}`, operations());
      expect([reply.status, reply.body]).toEqual([204, undefined]);
      const ids = expected.map((index) => people[index].id);
      expect((await idsIn(group)).toSorted()).toEqual(ids.toSorted());
    });

    it('renames, also as Okta does, with the id in the value', async () => {
      const group = await scim.group('old', [people[0].id]);
      await scim.patch(`/Groups/${group.id}`, [
        { op: 'replace', value: { id: group.id, displayName: 'new' } },
      ]);
      expect((await scim.get(`/Groups/${group.id}`)).body).toMatchObject({
        displayName: 'new',
        members: [{ value: people[0].id }],
      });
    });

    it('answers the group when attributes are asked for', async () => {
      const group = await scim.group('shown');
      const { status, body } = await scim.patch(`/Groups/${group.id}?attributes=displayName`, [
        { op: 'replace', path: 'displayName', value: 'seen' },
      ]);
      expect(status).toBe(200);
      expect(body).toEqual({ schemas: [urns.group], id: group.id, displayName: 'seen' });
    });

    it.each<[string, () => object[], string]>([
      [
        'an unknown user',
        () => [{ op: 'add', path: 'members', value: [{ value: 'x' }] }],
        'invalidValue',
      ],
      [
        'a group',
        () => [{ op: 'add', path: 'members', value: [{ value: people[1].id, type: 'Group' }] }],
        'invalidValue',
      ],
      [
        'another person in the place of one',
        () => [{ op: 'replace', path: `members[value eq "${people[0].id}"].value`, value: 'x' }],
        'mutability',
      ],
      ['the end of the name', () => [{ op: 'remove', path: 'displayName' }], 'mutability'],
      [
        'a part that members do not have',
        () => [{ op: 'remove', path: 'members[x eq "1"]' }],
        'invalidFilter',
      ],
    ])('refuses %s, and nothing has happened', async (_what, operations, scimType) => {
      const group = await scim.group('steady', [people[0].id]);
      const { status, body } = await scim.patch(`/Groups/${group.id}`, [
        { op: 'replace', path: 'displayName', value: 'changed' },
        { op: 'add', path: 'members', value: values(2) },
        ...operations(),
      ]);
      expect([status, body.scimType]).toEqual([400, scimType]);
      expect((await scim.get(`/Groups/${group.id}`)).body).toEqual(group);
    });

    it('by many at once adds them all', async () => {
      const group = await scim.group('busy');
      const crowd = await Promise.all(Array.from({ length: 10 }, () => scim.user()));
      const replies = await Promise.all(
        crowd.map(({ id }) =>
          scim.patch(`/Groups/${group.id}`, [
            { op: 'add', path: 'members', value: [{ value: id }] },
          ]),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(crowd.map(() => 204));
      expect((await idsIn(group)).toSorted()).toEqual(crowd.map(({ id }) => id).toSorted());
    });
  });
});
