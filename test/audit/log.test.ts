import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLog } from '../../src/audit/index.ts';
import { searchedMax } from '../../src/audit/read.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson, type TestOrganization } from '../support/keys.ts';

let server: TestApp;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startTestApp();
  organization = await makeOrganization(server);
});
afterAll(() => server.stop());

interface Entry {
  id: string;
  action: string;
  entityType: string;
  entityId: string;
  entityDisplayName: string | null;
  source: string;
  expiresAt: string | null;
  modification: Record<string, unknown>;
  changes: { path: string; before?: unknown; after?: unknown }[];
  signatureStatus: { isSigned: boolean; isValid: boolean };
}

async function list(query: string, api = organization.api): Promise<Entry[]> {
  const { status, body, text } = await api.get(`/auditlog/list?${query}`);
  expect(status, text).toBe(200);
  return body.items as Entry[];
}

describe('an entry', () => {
  it('says who changed what, from what to what, through which channel', async () => {
    const person = await makePerson(server, { organizationRole: 'Owner' });
    const id = await person.api.make('/team', { displayName: 'Before', labels: ['a'] });
    await person.api.put(`/team/${id}`, { displayName: 'After', labels: ['a', 'b'] });
    const [entry] = await list(`EntityId=${id}&Action=team.update`, server.api);
    expect(entry).toMatchObject({
      action: 'team.update',
      entityType: 'Team',
      entityDisplayName: 'After',
      source: 'ApiKey',
      modification: { intent: 'update', timestamp: '2026-03-02T10:00:00.000Z' },
      changes: [
        { path: 'displayName', before: 'Before', after: 'After' },
        { path: 'labels', before: ['a'], after: ['a', 'b'] },
      ],
      signatureStatus: { isSigned: true, isValid: true },
    });
    expect(entry?.modification.userIdentifier).toMatch(/@example\.com$/);
  });

  it('shows of a secret only that it changed', async () => {
    const { api } = organization;
    const teamId = await api.make('/team', { displayName: 'T' });
    const body = (token: string) => ({
      displayName: 'I',
      teamId,
      type: 'Webhook',
      webhookAuthentication: { type: 'bearer', bearer: { token }, privateIpFilter: null },
    });
    const id = await api.make('/inbound-integration', body('first secret'));
    await api.put(`/inbound-integration/${id}`, body('second secret'));
    await api.delete(`/inbound-integration/${id}`);
    const entries = await list(`EntityId=${id}`);
    expect(entries.map(({ action }) => action.split('.')[1])).toEqual([
      'delete',
      'update',
      'create',
    ]);
    expect(entries[1]?.changes).toEqual([
      { path: 'webhookAuthentication.bearer.token', before: '[secret]', after: '[secret]' },
    ]);
    const stored = await server.app.world.store.connection.collection('audit_log').find().toArray();
    expect(JSON.stringify(stored)).not.toMatch(/(first|second) secret/);
  });
});

describe('the list', () => {
  it('pages by an opaque cursor, latest first, without gaps or repetitions while entries are added', async () => {
    const { api } = organization;
    for (let number = 0; number < 7; number += 1)
      await api.make('/team', { displayName: `Page ${number}` });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`/auditlog/list?Action=team.create&Limit=3${cursor}`);
      seen.push(...(body.items as Entry[]).map(({ id }) => id));
      expect(body.hasMore).toBe(body.nextCursor !== null);
      cursor = body.nextCursor === null ? '' : `&Cursor=${String(body.nextCursor)}`;
      await api.make('/service', { displayName: 'In between', publicTitle: 'X' });
    } while (cursor !== '');
    expect(seen).toEqual(seen.toSorted().reverse());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual((await list('Action=team.create&Limit=100')).map(({ id }) => id));
    for (const wrong of ['x', 'eyJ9', 'WyJvdGhlciIsMV0'])
      expect((await api.get(`/auditlog/list?Cursor=${wrong}`)).status).toBe(400);
  });

  it('finds names of objects and of who acted by a part of them, whatever the letters, and no pattern', async () => {
    const { api } = organization;
    const id = await api.make('/service', { displayName: 'Gold (vault) 10%', publicTitle: 'X' });
    const ids = async (query: string) => (await list(query)).map(({ entityId }) => entityId);
    expect(await ids('Text=gold%20(VAULT')).toEqual([id]);
    expect(await ids('Text=gold.*vault')).toEqual([]);
    expect(await ids('Text=gold&Action=service.delete')).toEqual([]);
    expect(await ids(`Text=gold&Until=2020-01-01T00:00:00Z`)).toEqual([]);
    const person = await makePerson(server, { organizationRole: 'Owner' });
    const { body } = await person.api.get(`/user/${person.id}`);
    await person.api.make('/team', { displayName: 'Of a person' });
    const email = encodeURIComponent(String(body.email).toUpperCase());
    const found = await list(`Text=${email}&Action=team.create`, server.api);
    expect(found.map(({ entityDisplayName }) => entityDisplayName)).toEqual(['Of a person']);
    const answer = await api.get('/auditlog/export?Format=ndjson&Text=gold');
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    expect((await api.get('/auditlog/list?Text=g')).status).toBe(400);
  });

  it('looks through so many entries for a text and no more, and leads on to the others', async () => {
    const { api, id: organizationId } = await makeOrganization(server);
    const wanted = await api.make('/service', { displayName: 'Needle', publicTitle: 'X' });
    const first = await api.get('/auditlog/list?Text=needle&Limit=1');
    expect(first.body.items).toMatchObject([{ entityId: wanted }]);
    // As if ten thousand changes had been made since.
    const entries = server.app.world.store.connection.collection('audit_log');
    await entries.updateMany(
      { organizationId, action: 'audit-log.list' },
      { $inc: { sequence: searchedMax } },
    );
    const { body } = await api.get('/auditlog/list?Text=needle&Limit=1');
    expect(body).toMatchObject({ items: [], hasMore: true });
    const next = await api.get(`/auditlog/list?Text=needle&Cursor=${String(body.nextCursor)}`);
    expect(next.body.items).toMatchObject([{ entityId: wanted }]);
    expect(next.body).toMatchObject({ hasMore: false, nextCursor: null });
  });

  it('filters by kind, object, action, actor, source and time, and combines them', async () => {
    const { api } = organization;
    server.clock.advance(3600);
    const from = server.clock.now().toISOString();
    const id = await server
      .as('', { 'x-authorization': organization.key })
      .make('/team', { displayName: 'Filtered' });
    server.clock.advance(3600);
    const until = server.clock.now().toISOString();
    await api.put(`/team/${id}`, { displayName: 'Later' });
    const actions = async (query: string) => (await list(query)).map(({ action }) => action);
    expect(await actions(`EntityId=${id}`)).toEqual(['team.update', 'team.create']);
    expect(await actions(`EntityId=${id}&Source=InfrastructureAsCode`)).toEqual(['team.create']);
    expect(await actions(`From=${from}&Until=${until}&EntityType=Team`)).toEqual(['team.create']);
    expect(await actions(`From=${until}&EntityType=Team`)).toEqual(['team.update']);
    const [entry] = await list(`EntityId=${id}`);
    const actor = String(entry?.modification.userIdentifier);
    expect((await list(`ActorId=${actor}&EntityId=${id}`)).length).toBe(2);
    expect(await actions('EntityType=Nothing')).toEqual([]);
    expect((await api.get('/auditlog/list?From=2026-13-01T00:00:00Z')).status).toBe(400);
  });

  it('gives one entry by id, and 404 for that of another organization', async () => {
    const [entry] = await list('Limit=1');
    expect((await organization.api.get(`/auditlog/${entry?.id}`)).body.id).toBe(entry?.id);
    expect((await server.api.get(`/auditlog/${entry?.id}`)).status).toBe(404);
  });
});

describe('the export', () => {
  it.each(['ndjson', 'csv'])(
    'as %s is oldest first, so that a later one continues a file',
    async (format) => {
      const { api } = organization;
      const make = async (displayName: string) => {
        server.clock.advance(60);
        await api.make('/team', { displayName });
        return displayName;
      };
      server.clock.advance(60);
      const from = server.clock.now().toISOString();
      const first = [await make('Oldest'), await make('Middle'), await make('Newest')];
      server.clock.advance(60);
      const until = server.clock.now().toISOString();
      const part = async (bounds: string) => {
        const query = `Format=${format}&Action=team.create&${bounds}`;
        const { text } = await api.get(`/auditlog/export?${query}`);
        return [...text.matchAll(/Oldest|Middle|Newest|Later/g)].map(([name]) => name);
      };
      const names = (all: string[]) => all.filter((name, index) => name !== all[index - 1]);
      expect(names(await part(`From=${from}&Until=${until}`))).toEqual(first);
      const later = [await make('Later')];
      expect(names(await part(`From=${until}`))).toEqual(later);
    },
  );

  it('gives every entry as a line of JSON, as the list shows it, in the other order', async () => {
    const listed = await list('EntityType=Team&Limit=100');
    const { text, headers } = await organization.api.get(
      '/auditlog/export?Format=ndjson&EntityType=Team',
    );
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines).toEqual(listed.toReversed());
  });

  it('gives CSV in which no cell is a formula', async () => {
    const { api } = organization;
    await api.make('/team', { displayName: '=HYPERLINK("http://evil")' });
    await api.make('/team', { displayName: '+1, "quoted"\nnext line' });
    const { text, headers } = await api.get('/auditlog/export?Format=csv&Action=team.create');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text.split('\r\n')[0]).toBe(
      'id,timestamp,action,entityType,entityId,entityDisplayName,userDisplayName,userIdentifier,actorKind,actorId,keyId,keyCreatedBy,source,requestId,changes,expiresAt,isSigned,isValid,sessionId,tool,client',
    );
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text).toContain(`"'+1, ""quoted""\nnext line"`);
  });

  it('and every reading leaves an entry of its own', async () => {
    await list('Limit=1');
    const [entry] = await list('EntityType=AuditLog&Limit=1');
    expect(entry?.action).toBe('audit-log.list');
    await organization.api.get(`/auditlog/${entry?.id}`);
    expect(await list(`Action=audit-log.get&EntityId=${entry?.id}`)).toHaveLength(1);
    await organization.api.get('/auditlog/export?Format=csv');
    expect((await list('Action=audit-log.export&Limit=1')).length).toBe(1);
  });
});

describe('the chain', () => {
  it('shows an entry that was altered, and one that is missing', async () => {
    const other = await makeOrganization(server);
    const id = await other.api.make('/team', { displayName: 'Honest' });
    await other.api.make('/team', { displayName: 'More' });
    const { world } = server.app;
    expect((await verifyLog(world, other.id)).faults).toEqual([]);
    const stored = world.store.connection.collection('audit_log');
    await stored.updateOne({ entityId: id }, { $set: { 'content.entityDisplayName': 'Forged' } });
    const [entry] = await list(`EntityId=${id}`, other.api);
    expect(entry?.signatureStatus).toEqual({ isSigned: true, isValid: false });
    expect((await verifyLog(world, other.id)).faults.map(inEnglish).join()).toContain(
      'was altered',
    );
    await stored.deleteOne({ entityId: id });
    expect((await verifyLog(world, other.id)).faults.map(inEnglish).join()).toContain('missing');
  });

  it('stays one chain when many append at once', async () => {
    const other = await makeOrganization(server);
    await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        other.api.make('/team', { displayName: `${number}` }),
      ),
    );
    const { entries, faults } = await verifyLog(server.app.world, other.id);
    expect(faults).toEqual([]);
    expect(entries).toBeGreaterThanOrEqual(30);
  });
});

describe('retention', () => {
  it('removes what is older than the organization asked for, and the rest is still a whole chain', async () => {
    const other = await makeOrganization(server);
    const { world } = server.app;
    await other.api.make('/team', { displayName: 'Old' });
    await other.api.put(`/organizations/${other.id}/settings`, { auditRetentionDays: 30 });
    const [dated] = await list('Action=team.create', other.api);
    const expected = new Date(Date.parse(String(dated?.modification.timestamp)) + 30 * 86_400_000);
    expect(dated?.expiresAt).toBe(expected.toISOString());

    server.clock.advance(31 * 86_400);
    await other.api.make('/team', { displayName: 'New' });
    await server.app.jobs.runAll();
    const left = await list('Action=team.create', other.api);
    expect(left.map(({ entityDisplayName }) => entityDisplayName)).toEqual(['New']);
    expect((await verifyLog(world, other.id)).faults).toEqual([]);

    const starts = world.store.connection.collection('audit_chain_starts');
    await starts.updateOne({ organizationId: other.id }, { $set: { sequence: 1 } });
    expect((await verifyLog(world, other.id)).faults.map(inEnglish).join()).toContain('beginning');
  });
});
