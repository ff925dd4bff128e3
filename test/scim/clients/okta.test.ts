import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What Okta sends, from its guide for SCIM 2.0 and its test files. */
describe.each(scimServers)('Okta over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  const profile = (userName: string) => ({
    schemas: [urns.user],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  });
  const find = async (userName: string): Promise<Body> =>
    (
      await scim.get(
        `/Users?filter=userName%20eq%20%22${encodeURIComponent(userName)}%22&startIndex=1&count=100`,
      )
    ).body;

  it('tests the connection', async () => {
    for (const path of [
      '/Users?startIndex=1&count=1',
      '/Users?startIndex=1&count=2',
      '/Groups?startIndex=1&count=100',
    ])
      expect((await scim.get(path)).body).toMatchObject({
        schemas: [urns.list],
        totalResults: expect.any(Number),
        startIndex: 1,
        itemsPerPage: expect.any(Number),
        Resources: expect.any(Array),
      });
    expect((await scim.get('/Users/010101001010101011001010101011')).status).toBe(404);
    expect((await find('abcdefgh@atko.com')).totalResults).toBe(0);
    expect((await server.stranger.get('/Users?startIndex=1&count=1')).status).toBe(401);
  });

  it('assigns, deactivates by PATCH, finds again and reactivates a person', async () => {
    const userName = 'test.user@okta.local';
    expect((await find(userName)).totalResults).toBe(0);
    const { status, body } = await scim.post('/Users', profile(userName));
    expect(status).toBe(201);
    expect(body).toMatchObject({ userName, active: true, locale: 'en-US' });
    expect((await scim.post('/Users', profile(userName))).status).toBe(409);
    expect((await find('TEST.USER@OKTA.LOCAL')).Resources[0].id).toBe(body.id);
    const setActive = (active: boolean) =>
      scim.patch(`/Users/${body.id}`, [{ op: 'replace', value: { active } }]);
    expect((await setActive(false)).body.active).toBe(false);
    // Not 404: Okta would make the person a second time.
    expect((await scim.get(`/Users/${body.id}`)).body.active).toBe(false);
    expect((await find(userName)).Resources[0].active).toBe(false);
    expect((await setActive(true)).body.active).toBe(true);
  });

  it('changes and deactivates by reading and putting back the whole person', async () => {
    const { body: user } = await scim.post('/Users', profile('put.user@okta.local'));
    const { body: read } = await scim.get(`/Users/${user.id}`);
    const changed = await scim.put(`/Users/${user.id}`, {
      ...read,
      name: { givenName: 'Another', familyName: 'User' },
      active: false,
    });
    expect(changed.body).toMatchObject({ active: false, name: { givenName: 'Another' } });
    expect(changed.body.id).toBe(user.id);
  });

  it('pushes a group: create, rename, add and remove members, delete', async () => {
    const people = await Promise.all([1, 2, 3].map(() => scim.user()));
    const { status, body: group } = await scim.post('/Groups', {
      schemas: [urns.group],
      displayName: 'Test SCIMv2',
      members: [],
    });
    expect(status).toBe(201);
    const path = `/Groups/${group.id}`;
    const patch = async (operation: object) => {
      const reply = await scim.patch(path, [operation]);
      expect([200, 204]).toContain(reply.status);
      return (await scim.get(path)).body;
    };
    const renamed = await patch({
      op: 'replace',
      value: { id: group.id, displayName: 'Test SCIMv2 renamed' },
    });
    expect(renamed.displayName).toBe('Test SCIMv2 renamed');
    const values = people.map(({ id, userName }) => ({ value: id, display: userName }));
    expect((await patch({ op: 'add', path: 'members', value: values })).members).toHaveLength(3);
    const without = await patch({ op: 'remove', path: `members[value eq "${people[0].id}"]` });
    expect(without.members).toHaveLength(2);
    const replaced = await patch({ op: 'replace', path: 'members', value: [values[0]] });
    expect(replaced.members.map(({ value }: Body) => value)).toEqual([people[0].id]);
    expect((await scim.delete(path)).status).toBe(204);
  });

  it('puts a whole group', async () => {
    const person = await scim.user();
    const { id } = await scim.group('Okta put');
    const { body } = await scim.put(`/Groups/${id}`, {
      schemas: [urns.group],
      id,
      displayName: 'Okta put',
      members: [{ value: person.id, display: person.userName }],
    });
    expect(body.members).toHaveLength(1);
  });
});
