import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

describe.each(scimServers)('bulk over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  const run = (Operations: unknown, more: object = {}) =>
    scim.post('/Bulk', { schemas: [urns.bulk], Operations, ...more });
  const person = (bulkId: string, more: object = {}) => ({
    method: 'POST',
    path: '/Users',
    bulkId,
    data: { schemas: [urns.user], userName: `${bulkId}-${crypto.randomUUID()}`, ...more },
  });
  const group = (bulkId: string, members: string[]) => ({
    method: 'POST',
    path: '/Groups',
    bulkId,
    data: {
      schemas: [urns.group],
      displayName: bulkId,
      members: members.map((value) => ({ type: 'User', value })),
    },
  });
  const statuses = (body: Body): string[] => body.Operations.map(({ status }: Body) => status);
  const countUsers = async (): Promise<number> =>
    (await scim.get('/Users?count=0')).body.totalResults;

  it('makes, changes and deletes, each with its own result', async () => {
    const [changed, gone] = [await scim.user(), await scim.user()];
    const { status, body } = await run([
      person('new'),
      {
        method: 'PATCH',
        path: `/Users/${changed.id}`,
        version: changed.meta.version,
        data: { schemas: [urns.patch], Operations: [{ op: 'add', path: 'title', value: 'x' }] },
      },
      { method: 'delete', path: `/Users/${gone.id}` },
      {
        method: 'PUT',
        path: `/Users/${changed.id}`,
        data: { schemas: [urns.user], userName: changed.userName, nickName: 'y' },
      },
    ]);
    expect(status).toBe(200);
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:BulkResponse']);
    expect(statuses(body)).toEqual(['201', '200', '204', '200']);
    expect(body.Operations[0]).toMatchObject({
      method: 'POST',
      bulkId: 'new',
      location: expect.stringContaining(`${scim.baseUrl}/Users/`),
      version: expect.stringMatching(/^W\//),
    });
    const made = await scim.get(body.Operations[0].location.slice(scim.baseUrl.length));
    expect(made.body.userName).toMatch(/^new-/);
    expect(body.Operations[1].location).toBe(`${scim.baseUrl}/Users/${changed.id}`);
    expect((await scim.get(`/Users/${gone.id}`)).status).toBe(404);
    const { body: after } = await scim.get(`/Users/${changed.id}`);
    expect([after.title, after.nickName]).toEqual([undefined, 'y']);
  });

  it.each([
    ['before', (a: object, b: object, g: object) => [a, b, g]],
    ['after', (a: object, b: object, g: object) => [g, b, a]],
    ['around', (a: object, b: object, g: object) => [a, g, b]],
  ])('resolves bulkIds that are made %s they are used', async (_where, order) => {
    const boss = person('boss');
    const worker = person('worker', {
      [urns.enterprise]: { manager: { value: 'bulkId:boss' } },
    });
    const team = group('team', ['bulkId:worker', 'bulkId:boss']);
    const operations = order(boss, worker, team) as Body[];
    const { body } = await run(operations);
    expect(statuses(body)).toEqual(['201', '201', '201']);
    expect(body.Operations.map(({ bulkId }: Body) => bulkId)).toEqual(
      operations.map(({ bulkId }) => bulkId),
    );
    const at = (bulkId: string) =>
      body.Operations.find((one: Body) => one.bulkId === bulkId).location.slice(
        scim.baseUrl.length,
      );
    const [bossId, workerId] = [at('boss'), at('worker')].map((path) => path.split('/').at(-1));
    expect((await scim.get(at('worker'))).body[urns.enterprise].manager.value).toBe(bossId);
    const { members } = (await scim.get(at('team'))).body;
    expect(members.map(({ value }: Body) => value).toSorted()).toEqual(
      [bossId, workerId].toSorted(),
    );
  });

  it('resolves a bulkId in a path and in a PATCH', async () => {
    const { body } = await run([
      {
        method: 'PATCH',
        path: '/Groups/bulkId:g',
        data: {
          schemas: [urns.patch],
          Operations: [{ op: 'add', path: 'members', value: [{ value: 'bulkId:u' }] }],
        },
      },
      group('g', []),
      person('u'),
    ]);
    expect(statuses(body)).toEqual(['200', '201', '201']);
    const { members } = (await scim.get(body.Operations[1].location.slice(scim.baseUrl.length)))
      .body;
    expect(members).toHaveLength(1);
  });

  it('of operations that wait for each other does nothing: 409', async () => {
    const before = await countUsers();
    const manager = (value: string) => ({ [urns.enterprise]: { manager: { value } } });
    const { status } = await run([
      person('a', manager('bulkId:b')),
      person('b', manager('bulkId:a')),
      person('c'),
    ]);
    expect(status).toBe(409);
    expect((await run([person('s', manager('bulkId:s'))])).status).toBe(409);
    expect(await countUsers()).toBe(before);
  });

  it('says for each operation why it failed, and goes on', async () => {
    const taken = await scim.user();
    const { status, body } = await run([
      person('taken', { userName: taken.userName }),
      group('orphans', ['bulkId:taken']),
      group('strangers', ['bulkId:nobody']),
      { method: 'PATCH', path: '/Users/unknown', data: { schemas: [urns.patch], Operations: [] } },
      { method: 'DELETE', path: '/Users/unknown' },
      { method: 'GET', path: '/Users/unknown' },
      { method: 'POST', path: '/Users', data: { schemas: [urns.user], userName: 'x' } },
      { method: 'POST', path: '/Nothing', bulkId: 'n', data: {} },
      { method: 'DELETE', path: '/Users' },
      { method: 'PUT', path: '/Users/x' },
      { method: 'DELETE', path: '/Users/%zz' },
      5,
      { method: 'DELETE', path: `/Users/${taken.id}`, version: 'W/"99"' },
      person('fine'),
    ]);
    expect(status).toBe(200);
    expect(statuses(body)).toEqual([
      ...[
        '409',
        '400',
        '400',
        '400',
        '404',
        '400',
        '400',
        '404',
        '400',
        '400',
        '404',
        '400',
        '412',
        '201',
      ],
    ]);
    for (const { status: one, response } of body.Operations.slice(0, -1))
      expect(response).toMatchObject({ schemas: [urns.error], status: one });
    expect(body.Operations[0].response.scimType).toBe('uniqueness');
    expect((await scim.get(`/Users/${taken.id}`)).status).toBe(200);
  });

  it('of one userName makes the first, and of many names makes all', async () => {
    const many = Array.from({ length: 40 }, (_, index) => person(`crowd-${index}`));
    const name = many[7]?.data.userName.toUpperCase();
    const again = person('again', { userName: name });
    const { body } = await run([...many.slice(0, 8), again, ...many.slice(8)]);
    expect(statuses(body)).toEqual(
      Array.from({ length: 41 }, (_, index) => (index === 8 ? '409' : '201')),
    );
    expect(body.Operations.map(({ bulkId }: Body) => bulkId)).toEqual(
      [...many.slice(0, 8), again, ...many.slice(8)].map(({ bulkId }) => bulkId),
    );
  });

  it('stops after failOnErrors failures, and leaves out the rest', async () => {
    const bad = { method: 'DELETE', path: '/Users/unknown' };
    const { body } = await run([person('one'), bad, person('two'), bad, person('three')], {
      failOnErrors: 2,
    });
    expect(statuses(body)).toEqual(['201', '404', '201', '404']);
    const once = await run([bad, person('four')], { failOnErrors: 1 });
    expect(statuses(once.body)).toEqual(['404']);
  });

  it.each([
    ['no operations', []],
    ['no list', 'operations'],
    ['one bulkId twice', [person('same'), person('same')]],
  ])('refuses %s', async (_what, operations) => {
    expect((await run(operations)).status).toBe(400);
  });

  it('refuses requests that are none', async () => {
    expect((await scim.post('/Bulk', { Operations: [person('x')] })).status).toBe(400);
    expect((await run([person('x')], { failOnErrors: 'all' })).status).toBe(400);
  });

  it('takes as much as it says, and no more: 413', async () => {
    const { bulk } = (await scim.get('/ServiceProviderConfig')).body;
    const nothing = { method: 'DELETE', path: '/Users/unknown' };
    const many = Array.from({ length: bulk.maxOperations }, () => nothing);
    expect((await run(many)).body.Operations).toHaveLength(bulk.maxOperations);
    expect((await run([...many, nothing])).status).toBe(413);
    const large = await run([person('large', { title: 'x'.repeat(bulk.maxPayloadSize) })]);
    expect(large.status).toBe(413);
    expect(large.body.detail).toContain(String(bulk.maxPayloadSize));
  });
});
