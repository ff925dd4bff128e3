import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { alert, makeIntegration, map, plainMapping } from '../support/webhook.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let team: StaffedTeam;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }]);
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

// More than three mails a minute to one person come as one.
beforeEach(() => server.clock.advance(3600));

const make = (title: string) =>
  server.api.make('/incident', { title, status: 'Open', severity: 'Minor', teamIds: [team.id] });
const merge = (id: string, intoId: string) => server.api.post(`/incident/${id}/merge`, { intoId });
const unmerge = (id: string) => server.api.post(`/incident/${id}/unmerge`, undefined);
const intent = (id: string, name: string) =>
  server.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent: name } } });
const shown = async (id: string) => (await server.api.get(`/incident/search/${id}`)).body;
const listed = async (query: string) => {
  const { body } = await server.api.get(`/incident/search/list?${query}`);
  return (body.incidents as { id: string }[]).map(({ id }) => id);
};

/** What one look changes is told by the next. */
async function tell(): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1)
    await server.app.jobs.runAll((task) => /^(alerting|send-\w+)$/.test(task));
}

const mailsOf = (title: string) =>
  smtp.mails.filter((mail) => JSON.stringify(mail).includes(title));

describe('merging by hand', () => {
  it('makes a problem part of another one, which payloads still find, and which ends with that one', async () => {
    const integration = await makeIntegration(server, { teamId: team.id });
    await map(server, integration, plainMapping);
    const problem = { status: 'Open', severity: 'Minor', title: 'Replica lags', id: 'one' };
    const leader = await make('Database is down');
    const id = String((await alert(server, integration, problem)).body.incidentId);
    const answer = await merge(id, leader);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ mergedInto: { id: leader, title: 'Database is down' } });
    // Asked again it says the same.
    expect((await merge(id, leader)).status).toBe(200);
    await tell();
    expect(mailsOf('Database is down')).toHaveLength(1);
    expect(mailsOf('Replica lags')).toHaveLength(0);
    expect((await alert(server, integration, problem)).body.incidentId).toBe(id);
    expect((await server.api.get(`/incident/search/${id}/next`)).body.because).toBe('Merged');
    expect(await listed('OnlyMerged=true')).toEqual([id]);
    expect(await listed(`MergedInto=${leader}`)).toEqual([id]);
    expect(await listed(`MergedInto=${id}`)).toEqual([]);

    await intent(leader, 'Resolved');
    await tell();
    expect(await shown(id)).toMatchObject({ mergedInto: { id: leader } });
    const { status } = ((await shown(id)).events as { status: string }[])[0] ?? {};
    expect(status).toBe('Resolved');
    expect(mailsOf('Replica lags')).toHaveLength(0);
  });

  it('has people told once it is unmerged, and at once when its leader is deleted', async () => {
    const leader = await make('Leading');
    const [first, second] = [await make('First part'), await make('Second part')];
    await merge(first, leader);
    await merge(second, leader);
    await tell();
    expect(mailsOf('First part')).toHaveLength(0);
    expect((await unmerge(first)).body).toMatchObject({ mergedInto: null });
    await tell();
    expect(mailsOf('First part')).toHaveLength(1);
    expect(mailsOf('Second part')).toHaveLength(0);
    await intent(leader, 'Archived');
    expect((await server.api.delete(`/incident/${leader}`)).status).toBe(200);
    await tell();
    expect(await shown(second)).toMatchObject({ mergedInto: null });
    expect(mailsOf('Second part')).toHaveLength(1);
  });

  it('has people told at once when its leader is put away while it is open', async () => {
    const leader = await make('Put away');
    const part = await make('Left behind');
    await merge(part, leader);
    await tell();
    expect(mailsOf('Left behind')).toHaveLength(0);
    await intent(leader, 'Archived');
    await tell();
    expect(await shown(part)).toMatchObject({ mergedInto: null });
    expect(mailsOf('Left behind')).toHaveLength(1);
  });

  it('has people told within 15 minutes when its leader is archived while it is open', async () => {
    const [leader, part] = [await make('Hidden'), await make('Part of the hidden one')];
    await merge(part, leader);
    await tell();
    await intent(leader, 'Archived');
    server.clock.advance(16 * 60);
    await tell();
    expect(await shown(part)).toMatchObject({ mergedInto: null });
    expect(mailsOf('Part of the hidden one')).toHaveLength(1);
  });

  it('refuses what would go in circles, what is over and what is not there', async () => {
    const [leader, part, other] = [await make('One'), await make('Two'), await make('Three')];
    const over = await make('Four');
    await intent(over, 'Resolved');
    const { api } = await makeOrganization(server);
    const teamId = await api.make('/team', { displayName: 'Theirs', timeZoneId: 'UTC' });
    const theirs = { title: 'Five', status: 'Open', severity: 'Minor', teamIds: [teamId] };
    const foreign = await api.make('/incident', theirs);
    await merge(part, leader);
    const statusOf = async (id: string, intoId: string) => (await merge(id, intoId)).status;
    expect(await statusOf(other, other)).toBe(400);
    expect(await statusOf(other, over)).toBe(400);
    expect(await statusOf(over, other)).toBe(400);
    expect(await statusOf(leader, other)).toBe(409);
    expect(await statusOf(part, other)).toBe(409);
    expect(await statusOf(other, part)).toBe(409);
    expect(await statusOf(other, foreign)).toBe(404);
    expect(await statusOf(foreign, other)).toBe(404);
    expect((await unmerge(other)).status).toBe(400);
    expect(await shown(other)).toMatchObject({ mergedInto: null });
  });
});
