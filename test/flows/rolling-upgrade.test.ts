import { ObjectId } from 'bson';
import type { IndexOptions } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { createLog, type OwnedModel } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { deliveryModel } from '../../src/notifications/index.ts';
import { openStore } from '../../src/store/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { databaseNameOf } from '../support/server-process.ts';
import { staffTeam } from '../support/staffed-team.ts';
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

it('an earlier version that starts again leaves each index of each collection as it is', async () => {
  const before = await allIndexes();
  expect([...before.values()].flat().length).toBeGreaterThan(models.length);
  const mongodbUri = process.env.TOCSIN_TEST_MONGODB_URI;
  const started = await openStore({
    mongodbUri,
    ...(mongodbUri ? { databaseName: databaseNameOf(t.dataDir) } : {}),
    dataDir: t.dataDir,
    log: createLog('silent'),
    models: models.map(earlier),
    version: '0.0.1',
    mayBeEmpty: false,
  });
  await started.close();
  expect(await allIndexes()).toEqual(before);
});

describe.each([
  ['no place in lists', { urgency: 1, listClass: 1, sortTitle: 1 }],
  ['nothing about alerting', { alerting: 1 }],
  ['neither of them', { urgency: 1, listClass: 1, sortTitle: 1, alerting: 1 }],
])('an incident that an earlier version has written, with %s', (lacking, members) => {
  const incidents = () => incidentModel(t.app.world.store);
  let id: string;

  beforeAll(async () => {
    const opened = await alert(t, integration, { id: lacking, title: lacking });
    id = String(opened.body.incidentId);
    await incidents().collection.updateOne({ _id: id as never }, { $unset: members });
  });

  const stored = async () => {
    const found = await incidents().findById(id).lean<IncidentDocument>();
    if (!found) throw new Error('The incident is gone.');
    return found;
  };

  it('is listed with the others once the tasks have run', async () => {
    await t.app.jobs.runAll();
    const { body } = await t.api.get('/incident/search/list?Statuses=Open&Limit=100');
    const listed = body.incidents as { id: string }[];
    expect(listed.map((one) => one.id)).toContain(id);
    expect(body.isPartial ?? false).toBe(false);
  });

  it('stays the one of its problem, and tells who is on call', async () => {
    const again = await alert(t, integration, { id: lacking, severity: 'Critical' });
    expect(again.body).toMatchObject({ outcome: 'Updated', incidentId: id });
    await t.app.jobs.runAll();
    await expect
      .poll(() =>
        deliveryModel(t.app.world.store).countDocuments({ incidentId: id, isAlert: true }),
      )
      .toBeGreaterThan(0);
    const resolved = await alert(t, integration, { id: lacking, status: 'Resolved' });
    expect(resolved.body).toMatchObject({ outcome: 'Resolved', incidentId: id });
    expect(await stored()).toMatchObject({ status: 'Resolved' });
  });
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
