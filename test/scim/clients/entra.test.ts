import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What Entra ID sends, from its reference for SCIM endpoints, without and with the flag aadOptscim062020. */
describe.each(scimServers)('Entra ID over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  const e = urns.enterprise;
  const profile = (userName: string) => ({
    schemas: [urns.user, e],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    addresses: null,
    displayName: null,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    title: null,
    [e]: { department: 'Sales', manager: { value: 'm1', $ref: null } },
  });
  const filtered = (path: string, filter: string, more = '') =>
    scim.get(`${path}?filter=${encodeURIComponent(filter)}${more}`);

  it('tests the connection with a random GUID', async () => {
    const nobody = await filtered('/Users', `userName eq "${crypto.randomUUID()}"`);
    expect(nobody).toMatchObject({
      status: 200,
      body: { totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 },
    });
  });

  it('reads the schemas without nulls', async () => {
    const { body } = await scim.get('/Schemas');
    expect(JSON.stringify(body)).not.toContain('null');
  });

  it('creates a person, finds them in every way it knows, and changes them', async () => {
    const userName = `${crypto.randomUUID()}@contoso.example`;
    const { status, body: user } = await scim.post('/Users', profile(userName));
    expect(status).toBe(201);
    expect(user).not.toHaveProperty('title');
    expect(user[e]).toEqual({ department: 'Sales', manager: { value: 'm1' } });
    for (const filter of [
      `userName eq "${userName}"`,
      `externalId eq "${user.externalId}" and userName eq "${userName}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      `id eq "${user.id}" and active eq "True"`,
    ])
      expect([filter, (await filtered('/Users', filter)).body.totalResults]).toEqual([filter, 1]);
    const { body } = await scim.patch(`/Users/${user.id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 201 555 0111' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
      { op: 'Add', path: `${e}:manager`, value: 'm2' },
      { op: 'Replace', path: `${e}:department`, value: 'Marketing' },
      { op: 'Remove', path: 'displayName' },
    ]);
    expect(body).toMatchObject({
      emails: [{ primary: true, type: 'work', value: 'updated@contoso.example' }],
      name: { familyName: 'updatedFamilyName' },
      phoneNumbers: [{ type: 'mobile', value: '+1 201 555 0111' }],
      addresses: [{ type: 'work', locality: 'Redmond' }],
      [e]: { department: 'Marketing', manager: { value: 'm2' } },
    });
    const again = await scim.patch(`/Users/${user.id}`, [
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 201 555 0112' },
    ]);
    expect(again.body.phoneNumbers).toEqual([{ type: 'mobile', value: '+1 201 555 0112' }]);
  });

  it('disables with a text, renames, enables, and deletes at last', async () => {
    const { body: user } = await scim.post('/Users', profile(`${crypto.randomUUID()}@x.example`));
    const path = `/Users/${user.id}`;
    const off = await scim.patch(path, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect(off.body.active).toBe(false);
    const renamed = `${crypto.randomUUID()}@x.example`;
    const on = await scim.patch(path, [
      { op: 'Replace', path: 'active', value: 'True' },
      { op: 'Replace', path: 'userName', value: renamed },
    ]);
    expect(on.body).toMatchObject({ active: true, userName: renamed });
    expect((await scim.delete(path)).status).toBe(204);
    expect((await scim.get(path)).status).toBe(404);
  });

  it('with the flag: one whole value with dotted names, on every address', async () => {
    const flag = '?aadOptscim062020';
    const { body: user } = await scim.post(
      `/Users${flag}`,
      profile(`${crypto.randomUUID()}@f.example`),
    );
    const { status, body } = await scim.patch(`/Users/${user.id}${flag}`, [
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${e}:employeeNumber`]: 'Xzid',
        },
      },
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: 'Ygdn' },
      { op: 'replace', path: 'active', value: false },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      active: false,
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', familyName: 'Unua' },
      phoneNumbers: [{ type: 'work', value: 'Ygdn' }],
      [e]: { employeeNumber: 'Xzid', department: 'Sales' },
    });
    expect(
      (await filtered('/Users', `userName eq "${user.userName}"`, '&aadOptscim062020')).body
        .totalResults,
    ).toBe(1);
  });

  it('keeps a group: create, probe, add, remove', async () => {
    const [a, b] = [await scim.user(), await scim.user()];
    const displayName = `group ${crypto.randomUUID()}`;
    const { status, body: group } = await scim.post('/Groups', {
      schemas: [
        urns.group,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect([status, group.schemas]).toEqual([201, [urns.group]]);
    const found = await filtered(
      '/Groups',
      `displayName eq "${displayName}"`,
      '&excludedAttributes=members',
    );
    expect(found.body.Resources).toEqual([group]);
    const path = `/Groups/${group.id}`;
    const patch = async (operation: object, expected: Body[]) => {
      expect((await scim.patch(path, [operation])).status).toBe(204);
      for (const person of [a, b]) {
        const probe = await filtered(
          '/Groups',
          `id eq "${group.id}" and members eq "${person.id}"`,
        );
        expect(probe.body.totalResults).toBe(expected.includes(person) ? 1 : 0);
      }
    };
    await patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: a.id }] }, [a]);
    await patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: b.id }] }, [a, b]);
    await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: a.id }] }, [b]);
    await patch({ op: 'remove', path: `members[value eq "${b.id}"]` }, []);
    await patch({ op: 'Replace', path: 'displayName', value: `${displayName} 2` }, []);
    const { body } = await scim.get(`${path}?excludedAttributes=members`);
    expect(body.displayName).toBe(`${displayName} 2`);
    expect((await scim.delete(path)).status).toBe(204);
  });
});
