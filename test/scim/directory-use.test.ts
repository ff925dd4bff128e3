import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ScimClient, urns } from './support/client.ts';
import { type MemoryServer, startMemoryServer } from './support/servers.ts';

/** What the protocol asks of a directory, and how it bears what a directory does. */
let server: MemoryServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startMemoryServer();
  scim = server.client;
});
afterAll(() => server.stop());
beforeEach(() => {
  server.directory.beforeWrite = null;
});

describe('members', () => {
  it('are read only where an answer shows them or a filter needs their names', async () => {
    const people = await Promise.all([1, 2, 3].map(() => scim.user()));
    const ids = people.map(({ id }) => id);
    const { id } = await scim.group('counted', ids);
    const path = `/Groups/${id}`;
    const reads = async (run: () => Promise<unknown>) => {
      const before = server.directory.membersRead;
      await run();
      return server.directory.membersRead - before;
    };
    const patch = (operation: object) => () => scim.patch(path, [operation]);
    const probe = encodeURIComponent(`id eq "${id}" and members eq "${ids[0]}"`);
    for (const [what, run] of Object.entries({
      add: patch({ op: 'add', path: 'members', value: [{ value: ids[0] }] }),
      remove: patch({ op: 'remove', path: 'members', value: [{ value: ids[0] }] }),
      'remove by id': patch({ op: 'remove', path: `members[value eq "${ids[1]}"]` }),
      replace: patch({ op: 'replace', path: 'members', value: [{ value: ids[2] }] }),
      rename: patch({ op: 'replace', path: 'displayName', value: 'renamed' }),
      'read without': () => scim.get(`${path}?excludedAttributes=members`),
      'list without': () => scim.get('/Groups?attributes=displayName'),
      probe: () => scim.get(`/Groups?attributes=id&filter=${probe}`),
      'put without': () =>
        scim.put(`${path}?attributes=id`, { schemas: [urns.group], displayName: 'put' }),
      bulk: () =>
        scim.post('/Bulk', {
          schemas: [urns.bulk],
          Operations: [{ method: 'PUT', path, data: { schemas: [urns.group], displayName: 'b' } }],
        }),
      delete: () => scim.delete(path),
    }))
      expect([what, await reads(run)]).toEqual([what, 0]);
    const other = await scim.group('shown', ids);
    expect(await reads(() => scim.get(`/Groups/${other.id}`))).toBe(1);
    expect(await reads(() => scim.get('/Groups'))).toBe(1);
    const byName = { op: 'remove', path: 'members[display sw "person"]' };
    expect(await reads(() => scim.patch(`/Groups/${other.id}`, [byName]))).toBe(1);
    expect((await scim.get(`/Groups/${other.id}`)).body.members).toBeUndefined();
  });

  it('of a PATCH of members alone are added whatever else happens', async () => {
    const [a, b] = [await scim.user(), await scim.user()];
    const { id } = await scim.group('busy');
    server.directory.beforeWrite = async () => {
      server.directory.beforeWrite = null;
      await scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: a.id }] }]);
    };
    const add = [{ op: 'add', path: 'members', value: [{ value: b.id }] }];
    expect((await scim.patch(`/Groups/${id}`, add)).status).toBe(204);
    expect((await scim.get(`/Groups/${id}`)).body.members).toHaveLength(2);
  });
});

describe('a change by somebody else between reading and writing', () => {
  /** Changes the user before each of the next writes, at most so often. */
  const interfere = (id: string, times: number) => {
    let left = times;
    server.directory.beforeWrite = async () => {
      if (left === 0) return;
      left -= 1;
      const record = await server.directory.users.find(id);
      if (!record) return;
      const again = server.directory.beforeWrite;
      server.directory.beforeWrite = null;
      await server.directory.users.replace(id, record.revision, {
        ...record.attributes,
        nickName: `changed ${left}`,
      });
      server.directory.beforeWrite = again;
    };
  };
  const title = [{ op: 'replace', path: 'title', value: 'x' }];

  it.each([1, 2, 3, 50])('happening %d times is not noticed: both changes hold', async (times) => {
    const user = await scim.user();
    interfere(user.id, times);
    const { status, body } = await scim.patch(`/Users/${user.id}`, title);
    expect([status, body.title, body.nickName]).toEqual([200, 'x', 'changed 0']);
  });

  it('happening all the time is no conflict of the client, but 503 with Retry-After', async () => {
    const user = await scim.user();
    interfere(user.id, 1000);
    const { status, headers, body } = await scim.patch(`/Users/${user.id}`, title);
    expect([status, headers.get('retry-after'), body.scimType]).toEqual([503, '1', undefined]);
  });

  it('is 412 for a client that says which version it has seen', async () => {
    const user = await scim.user();
    interfere(user.id, 1);
    const reply = await scim.patch(`/Users/${user.id}`, title, { 'if-match': user.meta.version });
    expect(reply.status).toBe(412);
    const { body } = await scim.get(`/Users/${user.id}`);
    expect([body.title, body.nickName]).toEqual([undefined, 'changed 0']);
  });
});

describe('a fault of the directory', () => {
  it('is 500 without a word about why, and an error in the log', async () => {
    const user = await scim.user();
    server.directory.beforeWrite = async () => {
      throw new Error('the disk is on fire');
    };
    const title = [{ op: 'replace', path: 'title', value: 'x' }];
    const { status, body } = await scim.patch(`/Users/${user.id}`, title);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('fire');
    expect(server.log.join('')).toContain('the disk is on fire');
    const Operations = [
      {
        method: 'PATCH',
        path: `/Users/${user.id}`,
        data: { schemas: [urns.patch], Operations: title },
      },
    ];
    const bulk = await scim.post('/Bulk', { schemas: [urns.bulk], Operations });
    expect(bulk.status).toBe(200);
    expect(bulk.body.Operations[0]).toMatchObject({ status: '500' });
    expect(JSON.stringify(bulk.body)).not.toContain('fire');
  });
});
