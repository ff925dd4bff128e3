import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { lookUpFacts } from '../../src/calls/facts.ts';
import { incidentsAffecting } from '../../src/incidents/index.ts';
import { Memory } from '../../src/kernel/index.ts';
import { teamsInShadow } from '../../src/shadow/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let smtp: FakeSmtpServer;
let server: TestApp;
let team: StaffedTeam;
let other: StaffedTeam;
let integrationOf: Record<string, string>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }], {
    users: { Ada: { phoneNumber: '+4930123456' } },
  });
  other = await staffTeam(server.api, 'Shop', [{ people: ['Sam'] }]);
  integrationOf = {};
  for (const { id } of [team, other]) {
    integrationOf[id] = await makeIntegration(server, { teamId: id });
    await map(server, integrationOf[id]);
  }
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

// A team is in one run at most.
afterEach(async () => {
  const { body } = await server.api.get('/shadow-run/search/list');
  for (const { id } of body.shadowRuns as { id: string }[])
    await server.api.delete(`/shadow-run/${id}`);
});

const day = 86_400_000;
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString();

const run = (over: object = {}) => ({
  displayName: 'Leaving PagerDuty',
  product: 'PagerDuty',
  apiKey: 'a-key-that-reads',
  teamIds: [team.id],
  state: 'Shadow',
  until: inDays(30),
  ...over,
});

let fired = 0;
/** Opens an incident of a team, and gives it with the people who get a mail of it. */
async function fire(teamId: string): Promise<{ id: string; told: string[] }> {
  fired += 1;
  const title = `Fire ${fired}!`;
  const { body } = await send(server, integrationOf[teamId] ?? '', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', severity: 'Critical', title, id: title }),
  });
  await work(/^(alerting|send-\w+)$/);
  const mails = smtp.mails.filter((mail) => JSON.stringify(mail).includes(title));
  const told = [team, other].flatMap(({ people }) =>
    Object.keys(people).filter((name) =>
      JSON.stringify(mails).includes(`${name.toLowerCase()}@example.com`),
    ),
  );
  return { id: String(body.incidentId), told };
}

async function work(tasks: RegExp): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1)
    await server.app.jobs.runAll((task) => tasks.test(task));
}

const actionsOf = async (id: string) => {
  const { body } = await server.api.get(`/auditlog/list?EntityId=${id}`);
  return (body.items as { action: string }[]).map(({ action }) => action).sort();
};

it('in shadow nobody is told, live and paused everybody is, and so once it is deleted', async () => {
  const { api } = server;
  expect((await fire(team.id)).told).toEqual(['Ada']);
  const id = await api.make('/shadow-run', run());
  const silent = await fire(team.id);
  expect(silent.told).toEqual([]);
  expect((await fire(other.id)).told).toEqual(['Sam']);
  expect((await api.get(`/incident/search/${silent.id}`)).body).toMatchObject({ isShadow: true });
  expect((await api.get(`/incident/search/${silent.id}/next`)).body).toMatchObject({
    because: 'Shadow',
  });
  const log = (await api.get(`/notification-log/search/list?IncidentId=${silent.id}`)).body;
  expect(log.notificationLogs).toContainEqual(
    expect.objectContaining({
      status: 'Dropped',
      reasonSentence: expect.objectContaining({ code: 'inShadow' }),
    }),
  );
  const findings = (await api.get('/coverage')).body.findings;
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'InShadow', level: 'Hint', objectId: id }),
  );
  for (const state of ['Live', 'Paused']) {
    expect((await api.put(`/shadow-run/${id}`, run({ state }))).body).toMatchObject({ state });
    expect((await fire(team.id)).told).toEqual(['Ada']);
    expect((await api.put(`/shadow-run/${id}`, run())).body).toMatchObject({ isSilent: true });
    expect((await fire(team.id)).told).toEqual([]);
  }
  expect(await actionsOf(id)).toEqual([
    'shadow-run.create',
    ...Array.from({ length: 4 }, () => 'shadow-run.update'),
  ]);
  await api.delete(`/shadow-run/${id}`);
  expect((await fire(team.id)).told).toEqual(['Ada']);
});

it('what is opened by hand is silent from its first moment, and no status page has it', async () => {
  const { api, app, organizationId } = server;
  const id = await api.make('/shadow-run', run());
  const incident = await api.make('/incident', {
    title: 'By hand',
    status: 'Open',
    severity: 'Critical',
    teamIds: [team.id],
  });
  const shown = (await api.get(`/incident/search/${incident}`)).body;
  expect(shown.isShadow).toBe(true);
  const { id: fromPayload } = await fire(team.id);
  const filter = { organizationId, serviceIds: [], integrationIds: Object.values(integrationOf) };
  const affecting = async () =>
    (await incidentsAffecting(app.world, filter, new Date(0))).map(({ _id }) => _id);
  expect(await affecting()).not.toContain(fromPayload);
  await api.delete(`/shadow-run/${id}`);
  const { id: told } = await fire(team.id);
  expect(await affecting()).toContain(told);
});

it('nothing that people are told of is merged into what they are not told of', async () => {
  const { api } = server;
  const id = await api.make('/shadow-run', run());
  const { id: silent } = await fire(team.id);
  const { id: told } = await fire(other.id);
  expect((await api.post(`/incident/${told}/merge`, { intoId: silent })).status).toBe(400);
  expect((await api.post(`/incident/${silent}/merge`, { intoId: told })).status).toBe(200);
  await api.delete(`/shadow-run/${id}`);
});

it('who calls is connected with nobody, and the log of the call says with whom they would have been', async () => {
  const { api, app, organizationId } = server;
  const call = { _id: 'call', organizationId, session: { from: null } as never };
  const chain = async () =>
    (await lookUpFacts(app.world, call, [{ kind: 'chain', teamId: team.id }])).chain;
  expect((await chain())?.targets).toMatchObject([{ displayName: 'Ada' }]);
  await api.make('/shadow-run', run());
  expect(await chain()).toMatchObject({
    targets: [],
    excluded: [{ userId: team.people.Ada?.id, tier: 1, reason: { code: 'inShadow' } }],
  });
});

it('a message that was not to be sent is not sent again', async () => {
  const { api } = server;
  const id = await api.make('/shadow-run', run());
  const { id: silent } = await fire(team.id);
  const { body } = await api.get(`/notification-log/search/list?IncidentId=${silent}`);
  const [first] = body.notificationLogs as { id: string }[];
  expect((await api.post(`/notification-log/${first?.id}/resend`)).status).toBe(409);
  await api.delete(`/shadow-run/${id}`);
});

it('administrators are reminded; at its end it is live, which is written down and said', async () => {
  const { api, clock } = server;
  const owner = await api.make('/user', { email: 'olga@example.com', displayName: 'Olga' });
  await api.make('/organization-membership', { userId: owner, role: 'Owner' });
  const id = await api.make('/shadow-run', run({ until: inDays(10) }));
  const notes = async () => {
    const before = smtp.mails.length;
    await work(/^(end-shadow-runs|tell-shadow-runs|send-\w+)$/);
    return smtp.mails.slice(before).filter((mail) => JSON.stringify(mail).includes('olga@')).length;
  };
  expect(await notes()).toBe(0);
  clock.advance(3 * 86_400);
  expect(await notes()).toBe(1);
  expect(await notes()).toBe(0);
  clock.advance(6 * 86_400);
  expect(await notes()).toBe(1);
  clock.advance(86_400 - 1);
  expect((await fire(team.id)).told).toEqual([]);
  clock.advance(1);
  // Before any task has looked.
  expect((await fire(team.id)).told).toEqual(['Ada']);
  expect((await api.get(`/shadow-run/${id}`)).body).toMatchObject({
    state: 'Shadow',
    isSilent: false,
  });
  expect(await notes()).toBe(1);
  expect((await api.get(`/shadow-run/${id}`)).body).toMatchObject({ state: 'Live' });
  expect(await actionsOf(id)).toEqual(['shadow-run.create', 'shadow-run.end']);
  expect((await api.put(`/shadow-run/${id}`, run({ until: inDays(-1) }))).status).toBe(400);
  await api.delete(`/shadow-run/${id}`);
});

it('a team is in one run, and no run is longer than 90 days', async () => {
  const { api } = server;
  const id = await api.make('/shadow-run', run());
  const taken = await api.post('/shadow-run', run({ teamIds: [other.id, team.id], state: 'Live' }));
  expect(taken.status).toBe(409);
  const statusOf = async (over: object) => (await api.put(`/shadow-run/${id}`, run(over))).status;
  expect(await statusOf({ until: inDays(90) })).toBe(200);
  expect(await statusOf({ until: inDays(90.1) })).toBe(400);
  expect(await statusOf({ teamIds: [team.id, team.id.toUpperCase()] })).toBe(400);
  expect(await statusOf({ url: 'ftp://api.example.com' })).toBe(400);
  expect(await statusOf({ url: 'https://ann:secret@api.example.com' })).toBe(400);
  const masked = (await api.get(`/shadow-run/${id}`)).body;
  expect(masked.apiKey).toBeDefined();
  await api.delete(`/shadow-run/${id}`);
  expect((await api.post('/shadow-run', run({ teamIds: [other.id] }))).status).toBe(200);
});

it('what another process changed is known within two seconds, and a store that fails silences nobody', async () => {
  const { api, app, organizationId } = server;
  const elsewhere = { ...app.world, memory: new Memory() };
  const isSilent = async () =>
    (await teamsInShadow(elsewhere, organizationId)).holds([team.id], server.clock.now());
  expect(await isSilent()).toBe(false);
  const id = await api.make('/shadow-run', run());
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(performance.now() + 2000);
  expect(await isSilent()).toBe(true);
  await api.put(`/shadow-run/${id}`, run({ state: 'Live' }));
  clock.mockReturnValue(performance.now() + 2000);
  expect(await isSilent()).toBe(false);
  clock.mockRestore();
  // Nothing can be read from it.
  const broken = { ...elsewhere, memory: new Memory(), store: null as never };
  const none = await teamsInShadow(broken, organizationId);
  expect(none.holds([team.id], server.clock.now())).toBe(false);
});

it('people of a team that was deleted are in no shadow, and the run goes on for the others', async () => {
  const { api } = server;
  const gone = await api.make('/team', { displayName: 'Gone' });
  const id = await api.make('/shadow-run', run({ teamIds: [team.id, gone] }));
  await api.delete(`/team/${gone}`);
  expect((await fire(team.id)).told).toEqual([]);
  expect((await api.delete(`/shadow-run/${id}`)).status).toBe(200);
});

it('what is open when the shadow ends is told of where the run adopts it, and else stays', async () => {
  const { api } = server;
  const toldOf = (title: string) =>
    smtp.mails.filter((mail) => JSON.stringify(mail).includes(title)).length;
  const id = await api.make('/shadow-run', run());
  const { id: incidentId, told } = await fire(team.id);
  const title = `Fire ${fired}!`;
  expect(told).toEqual([]);
  await api.put(`/shadow-run/${id}`, run({ state: 'Live' }));
  await work(/^(adopt-shadows|alerting|send-\w+)$/);
  expect(toldOf(title)).toBe(0);
  await api.put(`/shadow-run/${id}`, run({ state: 'Live', adoptsOpen: true }));
  await work(/^(adopt-shadows|alerting|send-\w+)$/);
  expect(toldOf(title)).toBe(1);
  expect((await api.get(`/incident/search/${incidentId}`)).body.isShadow).not.toBe(true);
  await work(/^(adopt-shadows|alerting|send-\w+)$/);
  expect(toldOf(title)).toBe(1);
});
