import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

describe.each(scimServers)('users and groups over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterEach(() => scim.removeUsers());
  afterAll(() => server.stop());

  const whole = {
    schemas: [urns.user, urns.enterprise],
    externalId: 'hr-17',
    name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Dr. Grace Hopper' },
    displayName: 'Grace',
    nickName: 'Amazing Grace',
    profileUrl: 'https://example.com/grace',
    title: 'Rear Admiral',
    userType: 'Employee',
    preferredLanguage: 'en',
    locale: 'en-US',
    timezone: 'America/New_York',
    active: true,
    emails: [
      { value: 'grace@example.com', type: 'work', primary: true },
      { value: 'grace@home.example.com', type: 'home' },
    ],
    phoneNumbers: [{ value: '+1 201 555 0123', type: 'work' }],
    ims: [{ value: 'grace', type: 'other' }],
    photos: [{ value: 'https://example.com/grace.png', type: 'photo' }],
    addresses: [{ type: 'work', locality: 'Arlington', country: 'US', primary: true }],
    entitlements: [{ value: 'pager' }],
    roles: [{ value: 'admiral', primary: true }],
    [urns.enterprise]: {
      employeeNumber: '701984',
      costCenter: '4130',
      organization: 'Navy',
      division: 'Computing',
      department: 'Compilers',
      manager: { value: 'somebody' },
    },
  };

  describe('create', () => {
    it('gives back everything that was sent, with 201 and where it is', async () => {
      const userName = 'Grace.Hopper@example.com';
      const { status, headers, body } = await scim.post('/Users', { ...whole, userName });
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...whole, userName });
      expect(body.meta).toMatchObject({
        resourceType: 'User',
        location: `${scim.baseUrl}/Users/${body.id}`,
      });
      expect(headers.get('location')).toBe(body.meta.location);
      expect(Date.parse(body.meta.created)).toBe(Date.parse(body.meta.lastModified));
      expect((await scim.get(`/Users/${body.id}`)).body).toEqual(body);
      expect(await (await scim.get(`/Users?filter=id eq "${body.id}"`)).body.Resources).toEqual([
        body,
      ]);
      await scim.delete(`/Users/${body.id}`);
    });

    it('ignores what only the server decides, and what no schema has', async () => {
      const user = await scim.user({
        id: 'mine',
        meta: { location: 'elsewhere', version: 'W/"99"' },
        groups: [{ value: 'admins' }],
        password: 'correct horse',
        shoeSize: 46,
        schemas: [urns.user, 'urn:example:unknown:User'],
        'urn:example:unknown:User': { a: 1 },
      });
      expect(user.id).not.toBe('mine');
      for (const name of ['groups', 'password', 'shoeSize', 'urn:example:unknown:User'])
        expect(user).not.toHaveProperty([name]);
      expect(user.schemas).toEqual([urns.user]);
    });

    it('makes active people unless told otherwise', async () => {
      expect((await scim.user()).active).toBe(true);
      expect((await scim.user({ active: false })).active).toBe(false);
    });

    it.each([
      ['names in any letter case', { USERNAME: 'x', NickName: 'y' }, { nickName: 'y' }],
      ['booleans as texts', { active: 'False' }, { active: false }],
      ['nulls and empty lists as nothing', { title: null, emails: [], active: true }, {}],
      ['a text for a complex value', { emails: ['a@b.c'] }, { emails: [{ value: 'a@b.c' }] }],
      [
        'one value for a list',
        { emails: { value: 'a@b.c', primary: 'True' } },
        { emails: [{ value: 'a@b.c', primary: true }] },
      ],
      [
        'an extension in any letter case',
        { [urns.enterprise.toUpperCase()]: { Department: 'd', manager: 'm' } },
        { [urns.enterprise]: { department: 'd', manager: { value: 'm' } } },
      ],
    ])('takes %s', async (_what, sent, kept) => {
      expect(await scim.user(sent)).toMatchObject(kept);
    });

    it.each([
      ['no userName', { schemas: [urns.user] }, 'invalidValue'],
      ['a blank userName', { schemas: [urns.user], userName: ' ' }, 'invalidValue'],
      ['no schemas', { userName: 'nobody' }, 'invalidValue'],
      ['another schema', { schemas: [urns.group], userName: 'nobody' }, 'invalidValue'],
      ['a number as userName', { schemas: [urns.user], userName: 5 }, 'invalidValue'],
      [
        'a word as boolean',
        { schemas: [urns.user], userName: 'nobody', active: 'maybe' },
        'invalidValue',
      ],
      [
        'two primary e-mail addresses',
        {
          schemas: [urns.user],
          userName: 'nobody',
          emails: [
            { value: 'a', primary: true },
            { value: 'b', primary: true },
          ],
        },
        'invalidValue',
      ],
      ['a list as body', [], 'invalidSyntax'],
    ])('refuses %s', async (_what, body, scimType) => {
      const reply = await scim.post('/Users', body);
      expect([reply.status, reply.body.scimType]).toEqual([
        400,
        Array.isArray(body) ? expect.any(String) : scimType,
      ]);
      expect((await scim.get('/Users?filter=userName eq "nobody"')).body.totalResults).toBe(0);
    });

    it('has each userName once, in any letter case, and again when it was deleted', async () => {
      const user = await scim.user({ userName: 'Once@example.com' });
      const again = { schemas: [urns.user], userName: 'oNCE@EXAMPLE.com' };
      const taken = await scim.post('/Users', again);
      expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
      await scim.delete(`/Users/${user.id}`);
      expect((await scim.post('/Users', again)).status).toBe(201);
    });

    it('of one userName many times at once succeeds exactly once', async () => {
      const body = { schemas: [urns.user], userName: 'race@example.com' };
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => scim.post('/Users', body)),
      );
      const statuses = replies.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
      for (const { status, body: answer } of replies)
        if (status === 409) expect(answer.scimType).toBe('uniqueness');
      const found = await scim.get('/Users?filter=userName eq "race@example.com"');
      expect(found.body.totalResults).toBe(1);
    });
  });

  describe('replace', () => {
    it('clears what is left out, and only that', async () => {
      const user = await scim.user({ ...whole, userName: 'replaced@example.com' });
      const { status, body } = await scim.put(`/Users/${user.id}`, {
        schemas: [urns.user],
        id: 'ignored',
        userName: 'replaced@example.com',
        title: 'Commodore',
      });
      expect(status).toBe(200);
      expect(Object.keys(body).toSorted()).toEqual(
        ['active', 'id', 'meta', 'schemas', 'title', 'userName'].toSorted(),
      );
      expect(body).toMatchObject({ id: user.id, title: 'Commodore', schemas: [urns.user] });
      expect((await scim.get(`/Users/${user.id}`)).body).toEqual(body);
    });

    it('resumes nobody by leaving active out', async () => {
      const user = await scim.user({ active: false });
      const put = (more: object) =>
        scim.put(`/Users/${user.id}`, { schemas: [urns.user], userName: user.userName, ...more });
      expect((await put({})).body.active).toBe(false);
      expect((await put({ active: true })).body.active).toBe(true);
    });

    it('does not take the name of another user', async () => {
      const taken = await scim.user();
      const user = await scim.user();
      const reply = await scim.put(`/Users/${user.id}`, {
        schemas: [urns.user],
        userName: taken.userName.toUpperCase(),
      });
      expect([reply.status, reply.body.scimType]).toEqual([409, 'uniqueness']);
    });

    it('that changes nothing does not move lastModified', async () => {
      const user = await scim.user({ title: 'same' });
      server.advance(60);
      const { body } = await scim.put(`/Users/${user.id}`, user);
      expect(body.meta).toEqual(user.meta);
    });
  });

  describe('suspend and delete', () => {
    it('a suspended user is still there, by id and in lists', async () => {
      const user = await scim.user();
      await scim.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'active', value: false }]);
      expect((await scim.get(`/Users/${user.id}`)).body.active).toBe(false);
      const found = await scim.get(`/Users?filter=userName eq "${user.userName}"`);
      expect(found.body.Resources[0].active).toBe(false);
    });

    it('a deleted user is nowhere, also not in groups', async () => {
      const [gone, stays] = [await scim.user(), await scim.user()];
      const group = await scim.group('mourners', [gone.id, stays.id]);
      const reply = await scim.delete(`/Users/${gone.id}`);
      expect([reply.status, reply.body]).toEqual([204, undefined]);
      for (const attempt of [
        scim.get(`/Users/${gone.id}`),
        scim.put(`/Users/${gone.id}`, { schemas: [urns.user], userName: 'x' }),
        scim.patch(`/Users/${gone.id}`, [{ op: 'replace', path: 'title', value: 'x' }]),
        scim.delete(`/Users/${gone.id}`),
      ])
        expect((await attempt).status).toBe(404);
      expect(
        (await scim.get(`/Users?filter=userName eq "${gone.userName}"`)).body.totalResults,
      ).toBe(0);
      const { members } = (await scim.get(`/Groups/${group.id}`)).body;
      expect(members.map(({ value }: Body) => value)).toEqual([stays.id]);
    });

    it.each([
      '/Users/unknown',
      '/Groups/unknown',
      '/Users/018e9f7a-8f7b-7c3d-9a51-6a4f3f1f2a01',
      '/Users/%00',
      '/Users/%E0%A4%A',
      '/Users/__proto__',
      '/Nothing',
    ])('%s is 404', async (path) => {
      expect((await scim.get(path)).status).toBe(404);
    });
  });

  describe('groups', () => {
    it('have members, who have them', async () => {
      const [a, b] = [await scim.user({ displayName: 'A' }), await scim.user()];
      const group = await scim.group('Operations', [a.id, b.id]);
      expect(group).toMatchObject({ schemas: [urns.group], displayName: 'Operations' });
      expect(group.meta.resourceType).toBe('Group');
      expect(group.members).toHaveLength(2);
      expect(group.members.find(({ value }: Body) => value === a.id)).toEqual({
        value: a.id,
        $ref: `${scim.baseUrl}/Users/${a.id}`,
        display: 'A',
        type: 'User',
      });
      expect((await scim.get(`/Users/${b.id}`)).body.groups).toEqual([
        {
          value: group.id,
          $ref: `${scim.baseUrl}/Groups/${group.id}`,
          display: 'Operations',
          type: 'direct',
        },
      ]);
    });

    it('refuse members who do not exist, and groups in groups', async () => {
      const before = (await scim.get('/Groups?count=0')).body.totalResults;
      const group = await scim.group('outer');
      for (const member of [{ value: 'unknown' }, { value: group.id, type: 'Group' }, {}]) {
        const reply = await scim.post('/Groups', {
          schemas: [urns.group],
          displayName: 'bad',
          members: [member],
        });
        expect([reply.status, reply.body.scimType]).toEqual([400, 'invalidValue']);
      }
      expect((await scim.get('/Groups?count=0')).body.totalResults).toBe(before + 1);
    });

    it('replaced without members have none', async () => {
      const user = await scim.user();
      const group = await scim.group('full', [user.id]);
      const { body } = await scim.put(`/Groups/${group.id}`, {
        schemas: [urns.group],
        displayName: 'empty',
      });
      expect(body).toMatchObject({ displayName: 'empty' });
      expect(body.members).toBeUndefined();
      expect((await scim.get(`/Users/${user.id}`)).body.groups).toBeUndefined();
    });

    it('that are deleted leave their members alone', async () => {
      const user = await scim.user();
      const group = await scim.group('short-lived', [user.id]);
      expect((await scim.delete(`/Groups/${group.id}`)).status).toBe(204);
      expect((await scim.get(`/Groups/${group.id}`)).status).toBe(404);
      expect((await scim.get(`/Users/${user.id}`)).body.groups).toBeUndefined();
    });
  });

  it('organizations do not see each other, and use the same names', async () => {
    const user = await scim.user({ userName: 'shared@example.com' });
    const { other } = server;
    const twin = await other.user({ userName: 'shared@example.com' });
    for (const path of [`/Users/${user.id}`]) {
      expect((await other.get(path)).status).toBe(404);
      expect((await other.delete(path)).status).toBe(404);
      expect((await other.patch(path, [{ op: 'replace', path: 'title', value: 'x' }])).status).toBe(
        404,
      );
    }
    const found = await other.get('/Users?filter=userName eq "shared@example.com"');
    expect(found.body.Resources.map(({ id }: Body) => id)).toEqual([twin.id]);
    const stolen = await other.post('/Groups', {
      schemas: [urns.group],
      displayName: 'thieves',
      members: [{ value: user.id }],
    });
    expect([stolen.status, stolen.body.scimType]).toEqual([400, 'invalidValue']);
  });

  describe('versions', () => {
    it('are the ETag, and move with every change', async () => {
      const user = await scim.user();
      const changed = await scim.patch(`/Users/${user.id}`, [
        { op: 'replace', path: 'title', value: 'new' },
      ]);
      expect(user.meta.version).toMatch(/^W\/"/);
      expect(changed.body.meta.version).not.toBe(user.meta.version);
    });

    it('that the client has are not sent again (304), and every change ends that', async () => {
      const user = await scim.user();
      const read = () =>
        scim.get(`/Users/${user.id}`, { 'if-none-match': `"other", ${user.meta.version}` });
      const same = await read();
      expect([same.status, same.headers.get('etag'), same.body]).toEqual([
        304,
        user.meta.version,
        undefined,
      ]);
      // A group that the user has joined is part of what is shown.
      await scim.group('joined', [user.id]);
      expect((await read()).status).toBe(200);
    });

    it('of a group change with the name of a member', async () => {
      const user = await scim.user();
      const { id } = await scim.group('renamed inside', [user.id]);
      const path = `/Groups/${id}`;
      const before = await scim.get(path);
      const etag = String(before.headers.get('etag'));
      expect((await scim.get(path, { 'if-none-match': etag })).status).toBe(304);
      await scim.patch(`/Users/${user.id}`, [
        { op: 'replace', path: 'displayName', value: 'Another name' },
      ]);
      const after = await scim.get(path, { 'if-none-match': etag });
      expect(after.body?.members).toMatchObject([{ display: 'Another name' }]);
      // What the group itself is has not changed, so whoever saw it may change it.
      const add = [{ op: 'replace', path: 'displayName', value: 'new name' }];
      expect((await scim.patch(path, add, { 'if-match': etag })).status).toBe(204);
    });

    it('of If-Match must be the current one: 412 and nothing happens', async () => {
      const user = await scim.user();
      const path = `/Users/${user.id}`;
      const stale = { 'if-match': user.meta.version };
      const change = (title: string, headers: Record<string, string>) =>
        scim.patch(path, [{ op: 'replace', path: 'title', value: title }], headers);
      const first = await change('one', stale);
      expect(first.status).toBe(200);
      expect((await change('two', stale)).status).toBe(412);
      const put = await scim.put(path, { schemas: [urns.user], userName: 'x' }, stale);
      expect(put.status).toBe(412);
      expect((await scim.delete(path, stale)).status).toBe(412);
      expect((await scim.get(path)).body).toEqual(first.body);
      expect((await change('three', { 'if-match': '*' })).status).toBe(200);
      const { body } = await scim.get(path);
      expect((await scim.delete(path, { 'if-match': body.meta.version })).status).toBe(204);
    });

    it('of groups work alike', async () => {
      const group = await scim.group('versioned');
      const user = await scim.user();
      const path = `/Groups/${group.id}`;
      const stale = { 'if-match': group.meta.version };
      const add = [{ op: 'add', path: 'members', value: [{ value: user.id }] }];
      const added = await scim.patch(path, add, stale);
      expect(added.status).toBe(204);
      expect(added.headers.get('etag')).not.toBe(group.meta.version);
      expect((await scim.patch(path, [{ op: 'remove', path: 'members' }], stale)).status).toBe(412);
      expect((await scim.delete(path, stale)).status).toBe(412);
      expect((await scim.get(path)).body.members).toHaveLength(1);
    });
  });
});
