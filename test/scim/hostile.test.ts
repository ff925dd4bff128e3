import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from './support/client.ts';
import { type ScimServer, scimServers } from './support/servers.ts';

const deep = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

describe.each(scimServers)('hostile requests over %s', (_name, start) => {
  let server: ScimServer;
  let scim: ScimClient;
  beforeAll(async () => {
    server = await start();
    scim = server.client;
  });
  afterAll(() => {
    // Whatever was tried: no object of this process has got a member by it.
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    return server.stop();
  });

  const search = (filter: string) =>
    scim.post('/Users/.search', { schemas: [urns.search], filter });

  it.each([
    ['20,000 nested parentheses', `${'('.repeat(20_000)}userName pr${')'.repeat(20_000)}`],
    ['nested parentheses within 4 KiB', `${'('.repeat(2000)}userName pr${')'.repeat(2000)}`],
    ['21 levels', `${'('.repeat(21)}userName pr${')'.repeat(21)}`],
    ['a chain of not', `${'not '.repeat(900)}userName pr`],
    ['nested brackets', `${'emails['.repeat(500)}type pr${']'.repeat(500)}`],
    ['more than 4 KiB', `userName eq "${'x'.repeat(4100)}"`],
    ['51 terms', Array.from({ length: 51 }, () => 'title pr').join(' or ')],
    ['a text that does not end', 'userName eq "anna'],
    ['many quotes', '"'.repeat(4000)],
    ['many backslashes', `userName eq "${'\\'.repeat(4001)}"`],
    ['nothing but spaces and a word', `${' '.repeat(3000)}x`],
  ])('a filter of %s is refused at once', async (_what, filter) => {
    const { status, body } = await search(filter);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  it('a filter at the bounds is answered', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `userName eq "nobody-${index}"`);
    expect((await search(many.join(' or '))).body.totalResults).toBe(0);
    expect((await search(`${'('.repeat(20)}title pr${')'.repeat(20)}`)).status).toBe(200);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__.polluted',
    'constructor.prototype.polluted',
  ])('%s is no attribute, wherever it is written', async (name) => {
    const user = await scim.user();
    const path = `/Users/${user.id}`;
    expect((await search(`${name} eq "x"`)).body.scimType).toBe('invalidFilter');
    expect((await search(`name.${name} eq "x"`)).body.scimType).toBe('invalidFilter');
    expect((await search(`emails[${name} eq "x"]`)).body.scimType).toBe('invalidFilter');
    for (const target of [
      name,
      `name.${name}`,
      `${urns.enterprise}:${name}`,
      `emails[type eq "work"].${name}`,
    ])
      for (const op of ['add', 'replace', 'remove']) {
        const { status, body } = await scim.patch(path, [{ op, path: target, value: 'polluted' }]);
        expect([status, body.scimType]).toEqual([400, 'invalidPath']);
      }
    // In JSON, where it is an own member.
    const json = `{"${name}":{"polluted":true},"name":{"${name}":"x"}}`;
    const patched = await scim.send(
      'PATCH',
      path,
      `{"schemas":["${urns.patch}"],"Operations":[{"op":"replace","value":${json}}]}`,
    );
    expect(patched.status).toBe(200);
    expect(Object.keys(patched.body).toSorted()).toEqual(Object.keys(user).toSorted());
    const created = await scim.send(
      'POST',
      '/Users',
      `{"schemas":["${urns.user}"],"userName":"${crypto.randomUUID()}","${name}":{"polluted":true},"${urns.enterprise}":{"${name}":1}}`,
    );
    expect(Object.keys(created.body).toSorted()).toEqual(Object.keys(user).toSorted());
    const shown = await scim.get(`${path}?attributes=${name},name.${name}`);
    expect(shown.body).toEqual({ schemas: [urns.user], id: user.id });
    expect((await scim.get(`/Users?sortBy=${name}`)).status).toBe(400);
    expect((await scim.get(`/Schemas/${name}`)).status).toBe(404);
    expect((await scim.get(`/ResourceTypes/${name}`)).status).toBe(404);
  });

  it('operators of a database are texts', async () => {
    const user = await scim.user({ title: 'x' });
    for (const value of [{ $ne: null }, { $gt: '' }]) {
      const sent = await scim.post('/Users', { schemas: [urns.user], userName: value });
      expect(sent.status).toBe(400);
      const { status } = await scim.patch(`/Users/${user.id}`, [
        { op: 'replace', path: 'title', value },
      ]);
      expect(status).toBe(400);
    }
    const kept = await scim.user({ title: '{"$ne":null}', nickName: '$where' });
    expect(kept).toMatchObject({ title: '{"$ne":null}', nickName: '$where' });
    expect((await search('title eq "{\\"$ne\\":null}"')).body.totalResults).toBeGreaterThan(0);
    expect((await search('title co ".*"')).body.totalResults).toBe(0);
  });

  it('a PATCH of more than 1,000 operations is refused, one of 1,000 is done', async () => {
    const user = await scim.user();
    const operations = (length: number) =>
      Array.from({ length }, (_, index) => ({ op: 'replace', path: 'title', value: `${index}` }));
    expect((await scim.patch(`/Users/${user.id}`, operations(1001))).status).toBe(413);
    const { status, body } = await scim.patch(`/Users/${user.id}`, operations(1000));
    expect([status, body.title]).toEqual([200, '999']);
  });

  it.each([
    ['objects', deep('{"a":', '}', 100_000).replace('}', '1}')],
    ['lists', deep('[', ']', 100_000)],
    ['the core schema in itself', deep(`{"${urns.user}":`, '}', 20_000).replace('}', '1}')],
  ])('%s in each other without end are refused', async (_what, inner) => {
    const user = await scim.user();
    const patch = `{"schemas":["${urns.patch}"],"Operations":[{"op":"add","value":${inner}}]}`;
    const bulk = `{"schemas":["${urns.bulk}"],"Operations":[{"method":"POST","path":"/Users","bulkId":"1","data":${inner}}]}`;
    const create = `{"schemas":["${urns.user}"],"userName":"nobody","name":${inner}}`;
    for (const reply of [
      await scim.send('PATCH', `/Users/${user.id}`, patch),
      await scim.send('POST', '/Users', create),
      await scim.send('POST', '/Bulk', bulk),
    ])
      expect([reply.status, reply.body.scimType]).toEqual([400, 'invalidSyntax']);
    expect((await scim.get(`/Users/${user.id}`)).body).toEqual(user);
  });

  it.each([
    ['a very long text', { title: 'x'.repeat(5000) }],
    ['very many values', { emails: Array.from({ length: 300 }, (_, i) => `${i}@example.com`) }],
  ])('%s is refused', async (_what, attributes) => {
    const { status, body } = await scim.post('/Users', {
      schemas: [urns.user],
      userName: crypto.randomUUID(),
      ...attributes,
    });
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  it('texts of any letters come back as they were', async () => {
    const title = 'Ünï\u0000cødé 😀 \u202e <script> \ud83d "quoted" \\ %00 \n';
    const user = await scim.user({ title });
    // A half of a pair has no UTF-8 of its own.
    expect(user.title).toBe(title.toWellFormed());
    const { body } = await search(`title eq ${JSON.stringify(user.title)}`);
    expect(body.totalResults).toBeGreaterThan(0);
  });
});
