import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { type ApiClient, clientOf } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey } from '../support/keys.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { alert, attribute } from '../support/webhook.ts';

/*
 * The document says that ids may have any letter case, and some programs write them in capitals. Stored objects are
 * answered as they were sent; what follows from them must be the same.
 */

let server: TestApp;
let smtp: FakeSmtpServer;
/** The API as such a program calls it. */
let loud: ApiClient;
let payments: StaffedTeam;
let shop: StaffedTeam;
let integration: string;
/** The API with keys of people in the teams. */
let ada: ApiClient;
let sam: ApiClient;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  loud = inCapitals(server.api);
  payments = await staffTeam(loud, 'Payments', [{ people: ['Ada'] }]);
  shop = await staffTeam(loud, 'Shop', [{ people: ['Sam'] }]);
  const keyOf = async (team: StaffedTeam, name: string) =>
    server.as(await makeKey(server, { userId: team.people[name]?.id ?? '' }));
  [ada, sam] = [await keyOf(payments, 'Ada'), await keyOf(shop, 'Sam')];
  integration = await loud.make('/inbound-integration', {
    displayName: 'Alarms',
    teamId: payments.id,
    type: 'Webhook',
  });
  const attributes = ['Status', 'Severity', 'Title', 'CorrelationId'].map((name) =>
    attribute(name, `$.jsonBody.${name}`),
  );
  await loud.make(`/inbound-integration/${integration}/mapping`, {
    attributesMapping: { attributes },
  });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

// More than three mails a minute to one person come as one.
beforeEach(() => server.clock.advance(3600));

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const capitals = (text: string) => text.replaceAll(uuid, (id) => id.toUpperCase());

function inCapitals(api: ApiClient): ApiClient {
  return clientOf((method, path, body, headers) => {
    const sent = body === undefined ? undefined : JSON.parse(capitals(JSON.stringify(body)));
    return api.call(method, capitals(path), sent, headers);
  });
}

const fire = async (title: string) => {
  const body = { Status: 'Open', Severity: 'Critical', Title: title, CorrelationId: title };
  return String((await alert(server, integration, body)).body.incidentId);
};
const open = (title: string, more: object) =>
  loud.make('/incident', { title, status: 'Open', severity: 'Critical', ...more });
const intent = (api: ApiClient, id: string, name: string, intentOptions?: object) =>
  api.patch(`/incident/${id}`, { operations: { appendIntent: { intent: name, intentOptions } } });
const listed = async (api: ApiClient, query = '') => {
  const { body } = await api.get(`/incident/search/list?${query}`);
  return (body.incidents as { id: string }[]).map(({ id }) => id);
};

/** What one look changes is told by the next. */
async function tell(tasks = /^(adopt-shadows|alerting|send-\w+)$/): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1)
    await server.app.jobs.runAll((task) => tasks.test(task));
}

const mailedOf = (title: string) =>
  smtp.mails.filter((mail) => JSON.stringify(mail).includes(title));

it('an alert belongs to the team of its integration: its people are told, see it and take it', async () => {
  const id = await fire('Till is closed');
  await tell();
  expect(mailedOf('Till is closed')).toHaveLength(1);
  expect(await listed(ada)).toContain(id);
  expect(await listed(sam)).not.toContain(id);
  expect((await intent(ada, id, 'Investigated')).status).toBe(200);
  expect(await listed(loud, `TeamIds=${payments.id}`)).toContain(id);
  expect(await listed(loud, `IntegrationIds=${integration}`)).toContain(id);
});

it('what is opened, assigned and merged by hand is of the teams and people who are named', async () => {
  const userId = payments.people.Ada?.id ?? '';
  const id = await open('Disk is full', {
    teamIds: [payments.id],
    userAssignments: [{ userId }],
  });
  await tell();
  expect(await listed(ada)).toContain(id);
  expect(await listed(loud, `UserIds=${userId}`)).toEqual([id]);
  const teams = [{ id: shop.id }];
  expect((await intent(loud, id, 'Assigned', { assigningOptions: { teams } })).status).toBe(200);
  await tell();
  expect(await listed(sam)).toContain(id);
  expect(mailedOf('Disk is full').length).toBeGreaterThan(1);

  const part = await open('Replica lags', { teamIds: [payments.id] });
  const merged = await loud.post(`/incident/${part}/merge`, { intoId: id });
  expect(merged.body).toMatchObject({ mergedInto: { id } });
  expect(await listed(loud, `MergedInto=${id}`)).toEqual([part]);
});

it('a shadow run keeps its teams from being told, and adopts what is open when it ends', async () => {
  const run = {
    displayName: 'Leaving PagerDuty',
    product: 'PagerDuty',
    apiKey: 'a-key-that-reads',
    teamIds: [payments.id],
    until: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
  };
  const runId = await loud.make('/shadow-run', { ...run, state: 'Shadow' });
  await fire('Cable is cut');
  await tell();
  expect(mailedOf('Cable is cut')).toHaveLength(0);
  await loud.put(`/shadow-run/${runId}`, { ...run, state: 'Live', adoptsOpen: true });
  await tell();
  expect(mailedOf('Cable is cut')).toHaveLength(1);
});

it('a replay and a simulation are about the integration that is named', async () => {
  await fire('Queue grows');
  const replay = await loud.post('/noise-report', { days: 1, integrationIds: [integration] });
  expect(replay.status).toBe(200);
  const simulated = await loud.post('/routing/simulate', { integrationId: integration });
  expect(simulated.status).toBe(200);
  expect(simulated.body).toMatchObject({
    incidents: [{ after: { teams: [{ id: payments.id }] } }],
  });
});
