import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What OneLogin sends: JSON from a template that an administrator edits, so much of it may be unusual. */
describe.each(scimServers)('OneLogin over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  it('creates from a template with attributes that nobody knows and values that are empty', async () => {
    const userName = `${crypto.randomUUID()}@onelogin.example`;
    const { status, body } = await scim.post('/Users', {
      schemas: [urns.user, urns.enterprise, 'urn:scim:schemas:extension:custom:2.0:User'],
      userName,
      externalId: '4711',
      name: { givenName: 'One', familyName: 'Login', formatted: 'One Login' },
      title: '',
      emails: [{ value: userName, type: 'work', primary: 'true' }],
      phoneNumbers: [{ value: null, type: 'work' }],
      roles: 'operator',
      active: 'true',
      [urns.enterprise]: { department: null, manager: null },
      'urn:scim:schemas:extension:custom:2.0:User': { shoeSize: 46 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      roles: [{ value: 'operator' }],
    });
    expect(body).not.toHaveProperty([urns.enterprise]);
  });

  it('says why a status that is no boolean is refused', async () => {
    const { status, body } = await scim.post('/Users', {
      schemas: [urns.user],
      userName: 'status@onelogin.example',
      active: 'Suspended',
    });
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(body.detail).toContain('active must be true or false');
  });

  it('suspends by PUT or PATCH, and puts groups', async () => {
    const user = await scim.user();
    const { body } = await scim.put(`/Users/${user.id}`, {
      schemas: [urns.user],
      userName: user.userName,
      active: false,
    });
    expect(body.active).toBe(false);
    const patched = await scim.patch(`/Users/${user.id}`, [
      { op: 'replace', path: 'active', value: true },
    ]);
    expect(patched.body.active).toBe(true);
    const group = await scim.group('onelogin');
    const put = await scim.put(`/Groups/${group.id}`, {
      schemas: [urns.group],
      displayName: 'onelogin',
      members: [{ value: user.id }],
    });
    expect(put.body.members).toHaveLength(1);
  });
});
