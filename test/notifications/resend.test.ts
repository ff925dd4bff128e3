import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makePerson } from '../support/keys.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let team: string;
let user: string;
let tool: string;
let incident: string;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  team = await server.api.make('/team', { displayName: 'Payments' });
  user = await server.api.make('/user', { email: 'ada@example.com' });
  tool = await server.api.make('/outbound-integration', {
    displayName: 'Chat',
    teamId: team,
    type: 'Slack',
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
beforeEach(async () => {
  server.clock.advance(300);
  incident = await server.api.make('/incident', {
    title: 'The till is closed',
    status: 'Resolved',
    severity: 'Critical',
    teamIds: [team],
  });
  await server.app.jobs.runAll();
});

const store = (over: Partial<DeliveryDocument> = {}) =>
  storeDelivery(server.app.world, {
    organizationId: server.organizationId,
    ownerId: user,
    incidentId: incident,
    teamIds: [team],
    ...over,
  });

describe('POST /notification-log/{id}/resend', () => {
  it('sends a new message about an incident that is over, and leaves the old record as it was', async () => {
    const first = await store();
    const again = await server.api.post(`/notification-log/${first._id}/resend`);
    expect(again.body).toMatchObject({
      status: 'Queued',
      attempts: [],
      incidentId: incident,
      because: expect.stringMatching(/^Sent again by .+\. Tier 1 of Payments$/),
    });
    const before = smtp.mails.length;
    await server.app.jobs.runAll();
    expect(smtp.mails.slice(before).map(({ to_ }) => to_)).toEqual([['ada@example.com']]);
    const read = async (id: unknown) => (await server.api.get(`/notification-log/${id}`)).body;
    expect(await read(again.body.id)).toMatchObject({ status: 'Sent' });
    expect(await read(first._id)).toMatchObject({ status: 'Sent', attempts: [{ code: '250' }] });
    const audit = await server.api.get('/auditlog/list?EntityType=NotificationLog');
    expect(audit.body.items).toMatchObject([
      { action: 'notification-log.resend', entityId: first._id },
    ]);
  });

  it('answers 409 while the message or its repetition waits; of ten at once, one is queued', async () => {
    const waiting = await store({ state: 'queued', lane: 'VoiceCall' });
    expect((await server.api.post(`/notification-log/${waiting._id}/resend`)).status).toBe(409);
    const sent = await store({ lane: 'VoiceCall' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.api.post(`/notification-log/${sent._id}/resend`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect((await server.api.post(`/notification-log/${sent._id}/resend`)).status).toBe(409);
    // Not configured here: it fails, and may be sent again then.
    await server.app.jobs.runAll();
    expect((await server.api.post(`/notification-log/${sent._id}/resend`)).status).toBe(200);
  });

  it('says nothing of a message that the store did not take, and notes one that it took', async () => {
    const { _id } = await store();
    const path = `/notification-log/${_id}/resend`;
    const deliveries = deliveriesOf(server.app.world);
    const noted = async () => (await deliveries.findOne({ _id }))?.resent?.id;
    const failing = new Error('The connection was lost.');
    const insertion = vi.spyOn(deliveries, 'insertMany').mockRejectedValueOnce(failing);
    expect((await server.api.post(path)).status).toBe(500);
    expect(await noted()).toBeUndefined();
    const note = vi.spyOn(deliveries, 'updateOne').mockRejectedValueOnce(failing);
    expect((await server.api.post(path)).status).toBe(500);
    insertion.mockRestore();
    note.mockRestore();
    expect((await server.api.post(path)).status).toBe(409);
    expect(await deliveries.findOne({ _id: (await noted()) ?? '' })).toMatchObject({
      state: 'queued',
      isResent: true,
    });
    await server.app.jobs.runAll();
    expect((await server.api.post(path)).status).toBe(200);
  });

  it('is for those who may read the record', async () => {
    const { _id } = await store();
    const member = await makePerson(server, { teams: { [team]: 'Member' } });
    const administrator = await makePerson(server, { teams: { [team]: 'Administrator' } });
    expect((await member.api.post(`/notification-log/${_id}/resend`)).status).toBe(404);
    expect((await administrator.api.post(`/notification-log/${_id}/resend`)).status).toBe(200);
    expect((await server.api.post(`/notification-log/${randomUUID()}/resend`)).status).toBe(404);
  });
});

describe('POST /outbound-integration/{id}/logs/{logId}/resend', () => {
  it('tries the tool again and says what comes of it', async () => {
    const failed = await store({
      ownerId: tool,
      lane: 'Outbound',
      state: 'failed',
      isAlert: false,
    });
    const path = `/outbound-integration/${tool}/logs`;
    const again = await server.api.post(`${path}/${failed._id}/resend`);
    expect(again.body).toMatchObject({ outcome: 'Queued', outboundIntegrationId: tool });
    expect((await server.api.post(`${path}/${failed._id}/resend`)).status).toBe(409);
    await server.app.jobs.runAll();
    expect((await server.api.get(`${path}/${again.body.id}`)).body).toMatchObject({
      outcome: 'Failed',
      description: expect.stringContaining('has no slackSettings'),
    });
    const member = await makePerson(server, { teams: { [team]: 'Member' } });
    expect((await member.api.post(`${path}/${failed._id}/resend`)).status).toBe(403);
    // A message to a person is no delivery of a tool.
    const { _id } = await store();
    expect((await server.api.post(`${path}/${_id}/resend`)).status).toBe(404);
  });
});
