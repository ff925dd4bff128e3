import { beforeAll, describe, expect, it } from 'vitest';
import { headsWritten, verifyLog } from '../../src/audit/index.ts';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

interface Entry {
  id: string;
  action: string;
  entityDisplayName: string | null;
  actorKind: string;
  actorId: string | null;
  keyId: string | null;
  keyCreatedBy: string | null;
  modification: { userDisplayName: string | null; userIdentifier: string | null };
  changes: { path: string; before?: unknown; after?: unknown }[] | null;
  signatureStatus: { isSigned: boolean; isValid: boolean };
}

async function list(query: string, api: ApiClient = server.api): Promise<Entry[]> {
  const { status, body, text } = await api.get(`/auditlog/list?Limit=100&${query}`);
  expect(status, text).toBe(200);
  return body.items as Entry[];
}

const entries = () => server.app.world.store.connection.collection('audit_log');

async function faults(): Promise<string[]> {
  await headsWritten(server.app.world);
  return (await verifyLog(server.app.world, server.organizationId)).faults.map(inEnglish);
}

/** Somebody who muted an integration, renamed themselves, and left. */
async function somebodyWhoLeft() {
  const { api } = server;
  const person = await makePerson(server, { organizationRole: 'Administrator' });
  const { body: user } = await api.get(`/user/${person.id}`);
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const integration = { displayName: 'Checkout', teamId, type: 'Webhook' };
  const integrationId = await api.make('/inbound-integration', integration);
  const { body } = await api.get(`/inbound-integration/${integrationId}`);
  const muted = { ...body, isMuted: true };
  expect((await person.api.put(`/inbound-integration/${integrationId}`, muted)).status).toBe(200);
  const renamed = { email: user.email, displayName: 'Jane Roe', timeZoneId: 'UTC' };
  expect((await person.api.put(`/user/${person.id}`, renamed)).status).toBe(200);
  expect((await api.delete(`/user/${person.id}`)).status).toBe(200);
  return { person, email: String(user.email), integrationId };
}

describe('forgetting a person', () => {
  it('takes their names, and leaves what they did to other objects', async () => {
    const { person, email, integrationId } = await somebodyWhoLeft();
    const [muting] = await list(`EntityId=${integrationId}&Action=inbound-integration.update`);
    expect(muting).toMatchObject({
      entityDisplayName: 'Checkout',
      actorId: person.id,
      modification: { userDisplayName: null, userIdentifier: null },
      signatureStatus: { isSigned: true, isValid: true },
    });
    expect(muting?.changes).toContainEqual({ path: 'isMuted', before: false, after: true });
    const { text } = await server.api.get('/auditlog/export?Format=ndjson');
    expect(text).not.toContain(email);
    expect(text).not.toContain('Jane Roe');
    expect(JSON.stringify(await entries().find().toArray())).not.toContain('Jane Roe');
  });

  it('is an entry itself, which verify demands for each part that is gone', async () => {
    const { person } = await somebodyWhoLeft();
    expect(await faults()).toEqual([]);
    const [erasure] = await list(`EntityId=${person.id}&Action=audit.erase`);
    const gone = await entries().find({ actorId: person.id, names: null }).toArray();
    expect(gone.length).toBeGreaterThan(1);
    expect(erasure?.changes).toContainEqual({
      path: 'names',
      after: gone.map(({ sequence }) => sequence).sort((a, b) => a - b),
    });
    expect(erasure?.changes?.[0]).toEqual({
      path: 'reason',
      after: 'The person left the last organization they were in.',
    });

    const [one] = gone;
    if (!one) throw new Error('nothing was erased');
    const names = { salt: 'x', displayName: 'Somebody else', identifier: null };
    await entries().updateOne({ _id: one._id }, { $set: { names } });
    expect((await faults()).join()).toMatch(/still holds what entry \d+ says was erased/);
    await entries().updateOne({ _id: one._id }, { $set: { names: null } });
    expect(await faults()).toEqual([]);

    // An erasure that somebody claims: the content of that entry no longer is what was recorded.
    await entries().updateOne(
      { _id: erasure?.id as never },
      { $push: { 'content.changes': { path: 'content', after: [1, 2, 3] } } as never },
    );
    expect((await faults()).join()).toMatch('was altered');
    await entries().updateOne(
      { _id: erasure?.id as never },
      { $pop: { 'content.changes': 1 } as never },
    );
    expect(await faults()).toEqual([]);
  });

  it('is finished where it was interrupted', async () => {
    const { person } = await somebodyWhoLeft();
    const filter = { actorId: person.id, action: 'inbound-integration.update' };
    const names = { salt: 'x', displayName: 'Not yet erased', identifier: null };
    await entries().updateOne(filter, { $set: { names } });
    await server.app.jobs.runAll((task) => task === 'removals');
    expect((await entries().findOne(filter))?.names).toBeNull();
    expect(await faults()).toEqual([]);
  });
});

describe('an entry tells', () => {
  it('the key it was done with and who made that key, whosever name the key carries', async () => {
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const other = await makePerson(server, { organizationRole: 'Owner' });
    const made = await owner.api.post('/api-key', {
      displayName: 'Borrowed',
      kind: 'personal',
      userId: other.id,
    });
    expect(made.status, made.text).toBe(200);
    const teamId = await server.as(String(made.body.key)).make('/team', { displayName: 'Whose?' });
    const [entry] = await list(`EntityId=${teamId}`);
    expect(entry).toMatchObject({
      actorKind: 'user',
      actorId: other.id,
      keyId: made.body.id,
      keyCreatedBy: owner.id,
    });
    const csv = await server.api.get(`/auditlog/export?Format=csv&EntityId=${teamId}`);
    expect(csv.text).toContain(`user,${other.id},${String(made.body.id)},${owner.id}`);
  });

  it('the same of a key of the organization', async () => {
    const teamId = await server.api.make('/team', { displayName: 'By key' });
    const [entry] = await list(`EntityId=${teamId}`);
    expect(entry).toMatchObject({ actorKind: 'key', keyCreatedBy: 'system' });
    expect(entry?.keyId).toBe(entry?.actorId);
  });
});

it('every kind of object with an address or number of a person says whose personal data it is', () => {
  const personal = ['email', 'telephoneNumber', 'phoneNumber', 'userId'];
  const unsaid = kindsOf({ modules })
    .filter(({ shape }) => personal.some((member) => member in shape.members))
    .filter(({ personOf }) => personOf === undefined);
  expect(unsaid.map(({ entityType }) => entityType)).toEqual([]);
});
