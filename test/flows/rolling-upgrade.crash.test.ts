import { ObjectId } from 'bson';
import type { IndexOptions } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { createLog, type OwnedModel } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { processModel } from '../../src/processes/index.ts';
import { storeChanges } from '../../src/store/changes/index.ts';
import { openStore } from '../../src/store/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { databaseNameOf } from '../support/test-database.ts';
import { alert, map } from '../support/webhook.ts';

/** A server of this version; beside it, one of an earlier version works on the store that they share. */
let t: TestApp;
let smtp: FakeSmtpServer;
let integration: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  const { id: teamId } = await staffTeam(t.api, 'Team', [{ people: ['Ada'] }]);
  const settings = { displayName: 'Alarms', teamId, type: 'Webhook' };
  integration = await t.api.make('/inbound-integration', settings);
  await map(t, integration);
});
afterAll(async () => {
  await t?.stop();
  await smtp?.stop();
});

/** A collection as the earlier version declares it: no index has the options that it has now. */
function earlier(model: OwnedModel): OwnedModel {
  return Object.assign(
    (store: Parameters<OwnedModel>[0]) => {
      const { schema, collection, db } = model(store);
      const indexes = () =>
        schema
          .indexes()
          .map(([key, options]): [typeof key, IndexOptions] => [key, otherThan(options)]);
      const createCollection = () => model(store).createCollection();
      return { collection, db, createCollection, schema: { indexes } };
    },
    { collectionName: model.collectionName },
  );
}

function otherThan({ unique, expireAfterSeconds, ...others }: IndexOptions): IndexOptions {
  if (expireAfterSeconds !== undefined) return { ...others, expireAfterSeconds: 1 };
  return unique ? others : { ...others, unique: true };
}

async function allIndexes(): Promise<Map<string, object[]>> {
  const { connection } = t.app.world.store;
  const found = new Map<string, object[]>();
  for (const { collectionName } of models)
    found.set(collectionName, await connection.collection(collectionName).indexes());
  return found;
}

it('an earlier version that starts again is refused, and leaves each index of each collection as it is', async () => {
  const before = await allIndexes();
  expect([...before.values()].flat().length).toBeGreaterThan(models.length);
  const mongodbUri = process.env.TOCSIN_TEST_MONGODB_URI;
  const starting = openStore({
    mongodbUri,
    ...(mongodbUri ? { databaseName: databaseNameOf(t.dataDir) } : {}),
    dataDir: t.dataDir,
    log: createLog('silent'),
    models: models.map(earlier),
    changes: storeChanges.slice(1),
    mayBeEmpty: false,
  });
  await expect(starting).rejects.toThrow('A newer version of Tocsin has changed the data here');
  expect(await allIndexes()).toEqual(before);
  expect((await alert(t, integration, { id: 'beside' })).body).toMatchObject({ outcome: 'Opened' });
});

it('a payload that an earlier version has stored with its whole trace is shown, and applied where it waits', async () => {
  const { body } = await alert(t, integration, { id: 'traced' });
  const payloadId = String(body.payloadId);
  const path = `/inbound-integration/${integration}/payloads/${payloadId}`;
  const shown = await t.api.get(path);
  expect(shown.status).toBe(200);
  const collection = payloadModel(t.app.world.store).collection;
  await incidentModel(t.app.world.store).deleteOne({ _id: body.incidentId as string });
  await collection.updateOne(
    { _id: new ObjectId(payloadId) },
    {
      $set: { trace: '[[]]', pending: true, incidentId: null, outcome: 'Accepted' },
      $unset: { revision: 1, decisions: 1 },
    },
  );
  expect((await t.api.get(path)).status).toBe(200);
  await t.app.jobs.runAll();
  const applied = await t.api.get(path);
  expect(applied.body.outcome).toBe(shown.body.outcome);
  expect(await payloadModel(t.app.world.store).findById(payloadId).lean()).toMatchObject({
    outcome: 'Opened',
  });
});

it('what an earlier version would misread waits for the end of the upgrade', async () => {
  const teamId = await t.api.make('/team', { displayName: 'Waits' });
  const [ada] = (await t.api.get('/user/search/list')).body.users as { id: string }[];
  const steps = [{ targets: [{ userId: ada?.id }] }];
  const policy = { displayName: 'Usual', teamId, steps };
  const id = await t.api.make('/escalation-policy', policy);
  const registry = processModel(t.app.world.store);
  // As an earlier version enters itself.
  const earlierOne = { _id: 'earlier', host: 'elsewhere', pid: 1 };
  await registry.create({ ...earlierOne, aliveAt: t.app.world.store.time.now() });
  const path = `/inbound-integration/${integration}`;
  const known = (await t.api.get(path)).body;
  const rule = (actions: object) => ({
    displayName: 'R',
    teamId,
    rules: [{ conditions: {}, actions }],
  });
  const attempts = {
    isDefault: () => t.api.put(`/escalation-policy/${id}`, { ...policy, isDefault: true }),
    escalationPolicyId: () => t.api.put(path, { ...known, escalationPolicyId: id }),
    holdSettings: () => t.api.put(path, { ...known, holdSettings: { pauseMinutes: 5 } }),
    useEscalationPolicyId: () => t.api.post('/routing', rule({ useEscalationPolicyId: id })),
    'actions.hold': () => t.api.post('/routing', rule({ hold: { pauseMinutes: 5 } })),
  };
  for (const [member, attempt] of Object.entries(attempts)) {
    const { status, text } = await attempt();
    expect([status, text]).toEqual([409, expect.stringContaining('Finish the upgrade first')]);
    expect(text).toContain(member);
  }
  // Everything else goes on, and all of it once the last one is gone.
  expect((await t.api.put(path, { ...known, displayName: 'Other' })).status).toBe(200);
  await registry.deleteOne({ _id: 'earlier' });
  for (const attempt of Object.values(attempts)) expect((await attempt()).status).toBe(200);
  // What is set already stays, whoever joins.
  await registry.create({ ...earlierOne, aliveAt: t.app.world.store.time.now() });
  expect((await attempts.isDefault()).status).toBe(200);
  await registry.deleteOne({ _id: 'earlier' });
});
