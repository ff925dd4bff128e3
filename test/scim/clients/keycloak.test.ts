import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What an extension of Keycloak sends, from its source: whole objects, empty lists, a relative location. */
describe.each(scimServers)('Keycloak over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  it('creates, replaces and deletes a person', async () => {
    const user = {
      schemas: [urns.user],
      externalId: crypto.randomUUID(),
      userName: crypto.randomUUID(),
      displayName: 'Keycloak Person',
      active: true,
      emails: [{ value: 'person@keycloak.example', primary: true }],
      roles: [],
    };
    const { status, body } = await scim.post('/Users', user);
    expect(status).toBe(201);
    const put = await scim.put(`/Users/${body.id}`, {
      ...user,
      id: body.id,
      meta: { location: `Users/${body.id}` },
      emails: [],
      active: false,
      roles: [{ value: 'operator' }],
    });
    expect(put.body).toMatchObject({ active: false, roles: [{ value: 'operator' }] });
    expect(put.body).not.toHaveProperty('emails');
    expect(put.body.meta.location).toBe(`${scim.baseUrl}/Users/${body.id}`);
    expect((await scim.delete(`/Users/${body.id}`)).status).toBe(204);
  });

  it('links a person who is there already: 409, then a filter', async () => {
    const there = await scim.user({ userName: 'Keycloak.There' });
    const again = { schemas: [urns.user], userName: 'keycloak.there' };
    expect((await scim.post('/Users', again)).body.scimType).toBe('uniqueness');
    const { body } = await scim.get('/Users?filter=userName eq "keycloak.there"');
    expect(body.Resources[0].id).toBe(there.id);
  });

  it('replaces groups with their members', async () => {
    const [a, b] = [await scim.user(), await scim.user()];
    const group = await scim.group('keycloak', [a.id]);
    const { body } = await scim.put(`/Groups/${group.id}`, {
      schemas: [urns.group],
      id: group.id,
      externalId: 'kc-1',
      displayName: 'keycloak',
      meta: { location: `Groups/${group.id}` },
      members: [{ value: b.id, $ref: `Users/${b.id}`, display: 'b', type: 'User' }],
    });
    expect(body).toMatchObject({ externalId: 'kc-1', members: [{ value: b.id }] });
    expect(body.members).toHaveLength(1);
  });
});
