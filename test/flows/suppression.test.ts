import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let smtp: FakeSmtpServer;
let server: TestApp;
let team: StaffedTeam;
let integrationId: string;
let ruleId: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }]);
  integrationId = await makeIntegration(server, { teamId: team.id });
  await map(server, integrationId);
  ruleId = await server.api.make('/suppression-rule', rule());
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const rule = (over: object = {}) => ({
  displayName: 'A cluster explains its nodes',
  teamId: team.id,
  source: { severities: ['Critical'] },
  target: { severities: ['Warning', 'Minor'] },
  waitSeconds: 60,
  ...over,
});

async function fire(id: string, severity: string, over: object = {}): Promise<string> {
  const answer = await send(server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', severity, title: `Fire ${id}`, id, ...over }),
  });
  await tell();
  return String(answer.body.incidentId);
}

/** What one look changes is told by the next. */
async function tell(): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1)
    await server.app.jobs.runAll((task) => /^(alerting|send-\w+)$/.test(task));
}

async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds);
  await tell();
}

let seen = 0;
function told(): string[] {
  const fresh = smtp.mails.slice(seen);
  seen = smtp.mails.length;
  const text = fresh.map((mail) => JSON.stringify(mail)).join();
  return [...new Set(text.match(/Fire [a-z]+\d/g))].sort();
}

async function shown(id: string) {
  const { body } = await server.api.get(`/incident/search/${id}`);
  return body as unknown as {
    hold: { reason: string; because: { incidentId: string } | null } | null;
    events: { modification: { intent: string }; messageSentence: { code: string } | null }[];
  };
}

const historyOf = async (id: string) =>
  (await shown(id)).events.map(({ messageSentence: said, modification }) =>
    said ? said.code : modification.intent,
  );

it('what comes before its source waits for it, and is told some minutes after it is over', async () => {
  const held = await fire('a1', 'Warning');
  expect(told()).toEqual([]);
  expect((await shown(held)).hold).toMatchObject({
    reason: 'Suppression',
    suppressionRule: { id: ruleId },
    because: null,
  });
  await pass(30);
  const source = await fire('a2', 'Critical');
  expect(told()).toEqual(['Fire a2']);
  await pass(30);
  expect(told()).toEqual([]);
  expect((await shown(held)).hold).toMatchObject({ because: { incidentId: source } });
  const { body: covered } = await server.api.get(`/incident/search/${held}/next`);
  expect(covered.because).toBe('Held');
  await fire('a2', 'Critical', { status: 'Resolved' });
  told();
  await pass(299);
  expect(told()).toEqual([]);
  await pass(1);
  expect(told()).toEqual(['Fire a1']);
  expect(await historyOf(held)).toEqual([
    'holdOver',
    'heldForRuleGrace',
    'heldForRule',
    'heldForSource',
    'Created',
  ]);
  await fire('a1', 'Warning', { status: 'Resolved' });
  told();
});

it('what nothing explains is told once the time is over, and what is held when the rule is gone', async () => {
  await fire('b1', 'Minor');
  await pass(60);
  expect(told()).toEqual(['Fire b1']);
  await fire('b2', 'Critical');
  const held = await fire('b3', 'Minor');
  told();
  expect((await shown(held)).hold?.because).not.toBeNull();
  const { body } = await server.api.post('/routing/simulate', { integrationId, severity: 'Minor' });
  expect((body.incidents as { hold: object }[])[0]?.hold).toMatchObject({ reason: 'Suppression' });
  await server.api.delete(`/suppression-rule/${ruleId}`);
  await pass(300);
  expect(told()).toContain('Fire b3');
  expect(await historyOf(held)).toContain('holdNeedless');
});

it('a rule names a source, no events, and teams that whoever makes it administers', async () => {
  const refused = async (over: object) =>
    (await server.api.post('/suppression-rule', rule(over))).body;
  expect(await refused({ source: {} })).toMatchObject({ status: 400 });
  expect(await refused({ target: { intents: ['Created'] } })).toMatchObject({ status: 400 });
  expect(await refused({ teamIds: ['3f1f8a4e-52dc-4c24-9bbd-7a0f3b2f9d11'] })).toMatchObject({
    status: 400,
  });
});

it('coverage names a rule that may hold back what is Critical', async () => {
  const id = await server.api.make('/suppression-rule', rule({ target: {} }));
  const { body } = await server.api.get('/coverage');
  expect(body.findings).toContainEqual(
    expect.objectContaining({ kind: 'SuppressesCritical', level: 'Hint', objectId: id }),
  );
});
