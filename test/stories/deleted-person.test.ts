import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { makeKey } from '../support/keys.ts';
import { namedInStore } from '../support/named-in-store.ts';
import { addressOf, documentedOperations } from '../support/operations.ts';
import { Town } from './town.ts';

/** A name that is in nothing else. */
const name = 'Quagga';
const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };

let town: Town;
let id: string;
let person: ApiClient;
/** Incidents whose histories name the person. */
let escalated: string | null;
let untold: string;
let teamId: string;
/** How the API names the person beside the histories. */
let phoneNumber: string;

beforeAll(async () => {
  town = await Town.start();
  await town.begin('2026-03-02T02:00:00Z');
  town.answerTools(() => ({}));
  const everySeverity = ['Critical', 'Warning', 'Minor'];
  id = await town.person(name, {
    hasPhone: true,
    hasBrowser: true,
    settings: {
      ...{ shouldSendEmail: true, delayInMinEmail: 0, severitiesEmail: everySeverity },
      ...{ shouldSendPush: false, delayInMinPush: 0, severitiesPush: [] },
      ...{ shouldSendSMS: true, delayInMinSMS: 30, severitiesSMS: everySeverity },
      ...{ shouldCallVoice: false, delayInMinVoice: 0, severitiesVoice: [] },
    },
  });
  phoneNumber = String((await town.api.get(`/user/${id}`)).body.phoneNumber);
  await town.api.make('/organization-membership', { userId: id, role: 'Administrator' });
  person = town.server.as(await makeKey(town.server, { userId: id }));
  teamId = await town.team('Payments', [{ people: ['Ada'], settings: after5 }, { people: [name] }]);
  const tool = await town.api.make('/outbound-integration', {
    ...{ displayName: 'Tickets', teamId, type: 'Webhook' },
    webhookSettings: { url: 'https://tickets.example.com/hook' },
  });
  const probe = await town.probe(teamId);

  // Named as the next tier, and because a contact comes in place of another.
  ({ incidentId: escalated } = await probe.open('Till closed'));
  town.smtp.refuseNext({
    at: 'recipient',
    code: 550,
    text: `${name} <quagga.1@example.com> has left`,
  });
  await town.until(6);
  await act(person, 'Investigated', { message: 'On my way' });
  const log = `/notification-log/search/list?IncidentId=${escalated}`;
  const [sent] = (await town.api.get(log)).body.notificationLogs as { id: string }[];
  expect((await person.post(`/notification-log/${sent?.id}/resend`)).status).toBe(200);
  expect((await person.post(`/outbound-integration/${tool}/test`, {})).status).toBe(200);

  // Named as who is told instead.
  const empty = await town.team('Nobody', []);
  untold = await town.api.make('/incident', {
    ...{ title: 'Who?', status: 'Open', severity: 'Critical', teamIds: [empty] },
  });
  const asked = await person.post('/cover-request', {
    ...{ teamId, tier: 2, userId: id, askedUserIds: [town.idOf('Ada')] },
    ...{ start: '2026-03-03T02:00:00Z', end: '2026-03-03T08:00:00Z' },
  });
  expect(asked.status, asked.text).toBe(200);
  await town.until(20);
});
afterAll(() => town?.stop());

async function act(api: ApiClient, intent: string, options: object): Promise<void> {
  const operations = { appendIntent: { intent, ...options } };
  const { status, text } = await api.patch(`/incident/${escalated}`, { operations });
  expect(status, text).toBe(200);
}

it('nothing that is kept names somebody who was deleted, and what they did stays', async () => {
  const texts = [name, phoneNumber.slice(1)];
  const before = await namedInStore(town.server, texts);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['audit_log', 'deliveries', 'incidents', 'users']),
  );
  expect((await town.history(escalated)).join()).toContain(`Tier 2 of Payments 1: ${name}`);
  expect((await town.history(untold)).join()).toContain(`Being told instead: ${name}`);

  expect((await town.api.delete(`/user/${id}`)).status).toBe(200);
  await town.until(22);
  expect(await namedInStore(town.server, texts)).toEqual({});

  const history = await town.history(escalated);
  expect(history).toContain('Escalated: Tier 2 of Payments 1: Deleted user');
  expect(history.join()).toMatch(
    /SMS to Deleted user now and not at .* answered 550 … <…> has left/,
  );
  expect(history).toContain('Investigated: On my way');
  const { body } = await town.api.get(`/incident/search/${escalated}`);
  const [did] = (body.events as { modification: { intent: string; user: object } }[]).filter(
    ({ modification }) => modification.intent === 'Investigated',
  );
  expect(did?.modification.user).toMatchObject({ id, displayName: null, email: null });
  const log = await town.api.get(`/notification-log/search/list?UserId=${id}`);
  expect(log.text).toContain('Sent again by Deleted user');
});

it('no answer of the API names them', async () => {
  expect((await town.history(untold)).join()).toContain('Deleted user');
  const read: string[] = [];
  const naming: string[] = [];
  const operations = documentedOperations().filter(({ method }) => method === 'GET');
  for (const operation of operations)
    for (const one of [escalated, untold, id, teamId]) {
      const ids = Object.fromEntries(
        operation.parameters.map(({ name: member }) => [member, String(one)]),
      );
      const { status, text } = await town.api.get(addressOf(operation, ids));
      if (status !== 200) continue;
      read.push(operation.operationId);
      if (/quagga/i.test(text)) naming.push(operation.operationId);
    }
  expect(naming).toEqual([]);
  expect(new Set(read).size).toBeGreaterThan(60);
  expect(read).toEqual(expect.arrayContaining(['getIncident', 'getIncidentMarkdown']));
});
