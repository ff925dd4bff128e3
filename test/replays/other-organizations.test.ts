import { ObjectId } from 'bson';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payloadModel } from '../../src/ingest/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { plainMapping, send } from '../support/webhook.ts';

let smtp: FakeSmtpServer;
let t: TestApp;

beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await t.stop();
  await smtp.stop();
});

/** A team with somebody on call, and an integration of it. */
async function teamOf(api: ApiClient, name: string) {
  const { id: teamId } = await staffTeam(api, name, [{ people: [name] }]);
  const wire = { displayName: name, teamId, type: 'Webhook' };
  const integrationId = await api.make('/inbound-integration', wire);
  await api.make(`/inbound-integration/${integrationId}/mapping`, {
    attributesMapping: { attributes: plainMapping },
  });
  const alert = (body: object) =>
    send(t, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity: 'Critical', ...body }),
    });
  return { wire, integrationId, alert };
}

/** The latest payload of the integration once more, so many times, one a second. */
async function repeat(integrationId: string, count: number): Promise<void> {
  const payloads = payloadModel(t.app.world.store).collection;
  const last = await payloads.findOne({ integrationId });
  const from = t.clock.now().getTime();
  const at = (n: number) => new Date(from + n * 1000);
  await payloads.insertMany(
    Array.from({ length: count }, (_, n) => ({
      ...last,
      _id: ObjectId.createFromHexString(
        Math.floor(at(n).getTime() / 1000).toString(16) + new ObjectId().toHexString().slice(8),
      ),
      createdAt: at(n),
    })),
  );
  t.clock.advance(count);
}

it('tells another organization of a Critical while a replay of the first goes on', async () => {
  const crowd = await makeOrganization(t);
  const quiet = await makeOrganization(t);
  const { wire, integrationId, alert } = await teamOf(crowd.api, 'Ann');
  const till = await teamOf(quiet.api, 'Bob');
  /** Until Bob has a mail of it. */
  const toldOf = async (title: string) => {
    await till.alert({ id: title, title });
    await vi.waitFor(
      () => {
        for (const task of ['alerting', 'send-Email']) t.app.jobs.poke(task);
        const mails = smtp.mails.filter(({ to_ }) => to_.includes('bob@example.com'));
        expect(mails.some(({ subject }) => subject?.includes(title))).toBe(true);
      },
      { timeout: 60_000, interval: 20 },
    );
  };
  // What a first mail waits for is loaded.
  await toldOf('Till is slow');
  await alert({ id: 'one', title: 'Crowd' });
  const count = 24_000;
  await repeat(integrationId, count);
  const muted = { ...wire, isMuted: true };
  const begun = await crowd.api.post('/replay', {
    days: 1,
    changes: [
      { action: 'replace', entityType: 'InboundIntegration', id: integrationId, wire: muted },
    ],
  });
  expect(begun.status).toBe(200);
  const replay = async () => (await crowd.api.get(`/replay/${begun.body.id}`)).body;
  await vi.waitFor(async () => expect((await replay()).payloads).toBeGreaterThan(0), 60_000);
  await toldOf('Till burns');
  const then = await replay();
  expect(then.state).toBe('Running');
  expect(then.payloads).toBeLessThan(count);
  await crowd.api.post(`/replay/${begun.body.id}/cancel`, {});
}, 120_000);
