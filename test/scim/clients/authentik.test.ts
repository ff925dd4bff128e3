import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from '../support/client.ts';
import { type ScimServer, scimServers } from '../support/servers.ts';

/** What authentik sends, from the source of its provider. */
describe.each(scimServers)('authentik over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  it('reads what the server can do before anything else', async () => {
    const { body } = await scim.get('/ServiceProviderConfig');
    // It puts as many operations into a PATCH as bulk may have, and whole groups where PATCH is not supported.
    expect(body.patch.supported).toBe(true);
    expect(body.bulk.maxOperations).toBeGreaterThan(0);
  });

  it('creates people and replaces them by PUT', async () => {
    const userName = crypto.randomUUID();
    const user = {
      schemas: [urns.user],
      userName,
      name: { formatted: 'A B', givenName: 'A', familyName: 'B' },
      displayName: 'A B',
      photos: [],
      active: true,
      emails: [{ value: `${userName}@authentik.example`, type: 'other', primary: true }],
      externalId: 'b2c3',
    };
    const { status, body } = await scim.post('/Users', user);
    expect(status).toBe(201);
    const put = await scim.put(`/Users/${body.id}`, { ...user, id: body.id, displayName: 'C' });
    expect(put.body).toMatchObject({ id: body.id, displayName: 'C' });
    expect((await scim.post('/Users', user)).status).toBe(409);
  });

  it('updates a group by one PATCH that does not say what it is, reads it and sends the difference', async () => {
    const people = await Promise.all([1, 2, 3].map(() => scim.user()));
    const values = (...indexes: number[]) => indexes.map((index) => people[index].id);
    const { body: group } = await scim.post('/Groups', {
      schemas: [urns.group],
      externalId: 'g1',
      displayName: 'before',
    });
    const path = `/Groups/${group.id}`;
    const change = (op: string, ids: string[]) =>
      scim.patch(
        path,
        ids.map((value) => ({ op, path: 'members', value: [{ value }] })),
      );
    await change('add', values(0, 1));
    const update = await scim.send(
      'PATCH',
      path,
      JSON.stringify({
        Operations: [
          {
            op: 'replace',
            value: { schemas: [urns.group], id: group.id, externalId: 'g1', displayName: 'after' },
          },
        ],
      }),
    );
    expect(update.status).toBe(204);
    const read = (await scim.get(path)).body;
    expect(read).toMatchObject({ displayName: 'after', externalId: 'g1' });
    expect(read.members).toHaveLength(2);
    await change('add', values(2));
    await change('remove', values(0));
    const ids = (await scim.get(path)).body.members.map(({ value }: Body) => value);
    expect(ids.toSorted()).toEqual(values(1, 2).toSorted());
    expect((await scim.get('/Groups?filter=displayName eq "after"')).body.totalResults).toBe(1);
  });

  it('lists everybody page by page when it starts', async () => {
    const seen: string[] = [];
    for (let startIndex = 1; ; ) {
      const { body } = await scim.get(`/Users?startIndex=${startIndex}&count=2`);
      seen.push(...body.Resources.map(({ id }: Body) => id));
      startIndex += body.itemsPerPage;
      if (startIndex > body.totalResults) break;
    }
    expect(new Set(seen).size).toBe((await scim.get('/Users?count=0')).body.totalResults);
  });
});
