import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

describe.each(scimServers)('discovery and errors over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => server.stop());

  it('says what the server can do', async () => {
    const { body } = await scim.get('/ServiceProviderConfig');
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1000, maxPayloadSize: 1048576 },
      filter: { supported: true, maxResults: 500 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: { cursor: true, index: true, defaultPaginationMethod: 'index' },
      meta: { location: `${scim.baseUrl}/ServiceProviderConfig` },
    });
    expect(body.authenticationSchemes[0]).toMatchObject({ type: 'oauthbearertoken' });
  });

  it.each([
    ['/ResourceTypes', ['User', 'Group']],
    ['/Schemas', [urns.user, urns.enterprise, urns.group]],
  ])('%s lists what can also be read one by one', async (path, ids) => {
    const { body } = await scim.get(path);
    expect(body).toMatchObject({
      schemas: [urns.list],
      totalResults: ids.length,
      itemsPerPage: ids.length,
      startIndex: 1,
    });
    expect(body.Resources.map(({ id }: Body) => id)).toEqual(ids);
    for (const one of body.Resources) {
      expect(one.meta.location).toBe(`${scim.baseUrl}${path}/${one.id}`);
      expect((await scim.get(`${path}/${one.id}`)).body).toEqual(one);
    }
    expect((await scim.get(`${path}/unknown`)).status).toBe(404);
  });

  it('names schemas and endpoints that are there', async () => {
    const { body } = await scim.get('/ResourceTypes');
    for (const { schema, schemaExtensions, endpoint } of body.Resources) {
      expect((await scim.get(`/Schemas/${schema}`)).status).toBe(200);
      for (const extension of schemaExtensions)
        expect((await scim.get(`/Schemas/${extension.schema}`)).status).toBe(200);
      expect((await scim.get(endpoint)).status).toBe(200);
    }
  });

  it('describes attributes completely, with values that Entra can read', async () => {
    const { body } = await scim.get('/Schemas');
    const check = (attribute: Body): void => {
      expect(attribute).toMatchObject({
        name: expect.stringMatching(/^(\$ref|[a-z]\w*)$/),
        type: expect.stringMatching(
          /^(string|boolean|decimal|integer|dateTime|reference|complex)$/,
        ),
        multiValued: expect.any(Boolean),
        description: expect.any(String),
        required: expect.any(Boolean),
        caseExact: expect.any(Boolean),
        mutability: expect.stringMatching(/^(readOnly|readWrite|immutable)$/),
        returned: expect.stringMatching(/^(always|default|request)$/),
        uniqueness: expect.stringMatching(/^(none|server)$/),
      });
      expect(attribute.type === 'complex').toBe(attribute.subAttributes !== undefined);
      if (attribute.type === 'reference') expect(attribute.referenceTypes).toBeDefined();
      for (const sub of attribute.subAttributes ?? []) check(sub);
    };
    for (const { attributes } of body.Resources) for (const one of attributes) check(one);
  });

  it('honours every attribute that it advertises', async () => {
    const { body } = await scim.get('/Schemas');
    const sample = (attribute: Body): Body => {
      const { type, subAttributes = [], multiValued, name } = attribute;
      const one =
        type === 'complex'
          ? Object.fromEntries(
              subAttributes
                .filter(({ mutability }: Body) => mutability !== 'readOnly')
                .map((sub: Body) => [sub.name, sample(sub)]),
            )
          : type === 'boolean'
            ? true
            : `${name}-sample@example.com`;
      return multiValued ? [one] : one;
    };
    const samples = (urn: string) =>
      Object.fromEntries(
        body.Resources.find(({ id }: Body) => id === urn)
          .attributes.filter(({ mutability }: Body) => mutability !== 'readOnly')
          .map((attribute: Body) => [attribute.name, sample(attribute)]),
      );
    const sent = { ...samples(urns.user), [urns.enterprise]: samples(urns.enterprise) };
    const user = await scim.user(sent);
    expect(user).toMatchObject(sent);
    for (const [name, value] of Object.entries(samples(urns.user))) {
      if (name === 'userName') continue;
      const removed = await scim.patch(`/Users/${user.id}`, [{ op: 'remove', path: name }]);
      // Whether somebody is active cannot be unknown.
      expect([name, removed.status]).toEqual([name, name === 'active' ? 400 : 200]);
      if (name !== 'active') expect(removed.body).not.toHaveProperty([name]);
      const added = await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: name, value }]);
      expect(added.body).toMatchObject({ [name]: value });
    }
  });

  it.each([
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/Schemas',
    `/Schemas/${urns.user}`,
    '/ResourceTypes/User',
  ])('%s cannot be filtered (403); sorting and paging are ignored', async (path) => {
    expect((await scim.get(`${path}?filter=id pr`)).status).toBe(403);
    const paged = await scim.get(`${path}?sortBy=id&startIndex=5&count=0`);
    expect(paged).toMatchObject({ status: 200, body: (await scim.get(path)).body });
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('%s /Me is 501', async (method) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
    expect((await scim.send(method, '/Me', body)).status).toBe(501);
  });

  it.each(['/Users', '/Schemas', '/ServiceProviderConfig', '/Users/x'])(
    'without a valid key %s is 401',
    async (path) => {
      const { status, headers } = await server.stranger.get(path);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    },
  );

  it.each([
    ['DELETE', '/Users', ['GET', 'POST']],
    ['POST', '/Users/x', ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['PUT', '/Schemas', ['GET']],
    ['POST', '/ServiceProviderConfig', ['GET']],
    ['GET', '/Bulk', ['POST']],
    ['GET', '/.search', ['POST']],
  ])('%s %s is 405 and says what is possible', async (method, path, allowed) => {
    const { status, headers } = await scim.send(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.toSorted());
  });

  const body = () => JSON.stringify({ schemas: [urns.user], userName: crypto.randomUUID() });

  it.each([
    'application/scim+json',
    'application/json',
    'application/scim+json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
  ])('bodies may be %s', async (type) => {
    expect((await scim.send('POST', '/Users', body(), { 'content-type': type })).status).toBe(201);
  });

  it.each(['application/xml', 'text/plain', 'application/x-www-form-urlencoded'])(
    'bodies of %s are 415',
    async (type) => {
      const { status } = await scim.send('POST', '/Users', body(), { 'content-type': type });
      expect(status).toBe(415);
    },
  );

  it.each(['{', '', 'null', '"text"', '[]', '5'])('a body of %j is 400', async (text) => {
    for (const [method, path] of [
      ['POST', '/Users'],
      ['POST', '/Groups'],
      ['POST', '/Bulk'],
      ['POST', '/Users/.search'],
      ['POST', '/.search'],
    ] as const)
      expect((await scim.send(method, path, text)).status).toBe(400);
    expect((await scim.send('POST', '/Users', '{')).body.scimType).toBe('invalidSyntax');
  });

  it('a body beyond all bounds is 413', async () => {
    const huge = JSON.stringify({ schemas: [urns.user], userName: 'x'.repeat(9 * 1024 * 1024) });
    expect((await scim.send('POST', '/Users', huge)).status).toBe(413);
  });

  it('parameters that nobody knows are ignored: Entra adds one to every address', async () => {
    expect((await scim.get('/Users?aadOptscim062020&count=1')).status).toBe(200);
    expect((await scim.get('/Schemas?aadOptscim062020')).status).toBe(200);
  });
});
