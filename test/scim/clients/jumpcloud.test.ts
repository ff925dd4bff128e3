import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/**
 * What JumpCloud sends, as vendors that work with it describe: it tries out a person and a group when it is activated.
 */
describe.each(scimServers)('JumpCloud over %s', (_name, start) => {
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
    name: { familyName: 'Cloud', givenName: 'Jump' },
    emails: [{ type: 'work', value: userName, primary: true }],
    active: true,
    externalId: '5f3c',
  });

  it('tries out a person and a group that it deletes again, as often as it is activated', async () => {
    for (let activation = 0; activation < 2; activation += 1) {
      const { status, body: user } = await scim.post('/Users', profile('test@jumpcloud.example'));
      expect(status).toBe(201);
      const changed = await scim.put(`/Users/${user.id}`, {
        ...profile('test@jumpcloud.example'),
        active: false,
      });
      expect(changed.body.active).toBe(false);
      const made = await scim.post('/Groups', {
        schemas: [urns.group],
        displayName: 'jumpcloud test',
        members: [{ value: user.id }],
      });
      expect(made.status).toBe(201);
      expect(
        (await scim.get('/Groups?filter=displayName eq "jumpcloud test"')).body.totalResults,
      ).toBe(1);
      expect((await scim.delete(`/Groups/${made.body.id}`)).status).toBe(204);
      expect((await scim.delete(`/Users/${user.id}`)).status).toBe(204);
    }
    const { body } = await scim.get('/Users?filter=userName eq "test@jumpcloud.example"');
    expect(body.totalResults).toBe(0);
  });

  it('keeps members by PUT and by PATCH', async () => {
    const [a, b] = [await scim.user(), await scim.user()];
    const group = await scim.group('jumpcloud', [a.id]);
    const put = await scim.put(`/Groups/${group.id}`, {
      schemas: [urns.group],
      displayName: 'jumpcloud',
      members: [{ value: a.id }, { value: b.id }],
    });
    expect(put.body.members).toHaveLength(2);
    await scim.patch(`/Groups/${group.id}`, [
      { op: 'remove', path: 'members', value: [{ value: a.id }] },
    ]);
    const { members } = (await scim.get(`/Groups/${group.id}`)).body;
    expect(members).toMatchObject([{ value: b.id }]);
  });
});
