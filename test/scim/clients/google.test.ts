import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What Google Workspace is reported to send: people one by one, groups not reliably. */
describe.each(scimServers)('Google Workspace over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  it('looks, finds nobody, creates, changes, suspends, and deletes after a while', async () => {
    expect((await scim.get('/Users?count=1')).body.itemsPerPage).toBeLessThanOrEqual(1);
    const userName = `${crypto.randomUUID()}@google.example`;
    const find = async () => (await scim.get(`/Users?filter=userName eq "${userName}"`)).body;
    expect((await find()).totalResults).toBe(0);
    const { status, body: user } = await scim.post('/Users', {
      schemas: [urns.user, urns.enterprise],
      userName,
      name: { givenName: 'Goo', familyName: 'Gle' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      [urns.enterprise]: { department: 'Search' },
    });
    expect(status).toBe(201);
    const put = (more: object) =>
      scim.put(`/Users/${user.id}`, { ...user, displayName: 'Goo Gle', ...more });
    expect((await put({})).body).toMatchObject({
      displayName: 'Goo Gle',
      [urns.enterprise]: { department: 'Search' },
    });
    expect((await put({ active: false })).body.active).toBe(false);
    expect((await find()).Resources[0]).toMatchObject({ id: user.id, active: false });
    expect((await scim.delete(`/Users/${user.id}`)).status).toBe(204);
    expect((await find()).totalResults).toBe(0);
  });
});
