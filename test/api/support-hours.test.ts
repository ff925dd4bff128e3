import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
beforeAll(async () => {
  // A Thursday.
  server = await startTestApp({ clock: '2026-03-19T05:00:00.000Z' });
});
afterAll(() => server.stop());

const office = (teamId: string) => ({
  displayName: `Office hours ${randomUUID()}`,
  teamId,
  timeZoneId: 'Europe/Berlin',
  hours: [{ selectedDays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', until: '18:00' }],
});

describe('urgency', () => {
  it('is by severity, by support hours, or by nothing, and the incident says why and until when', async () => {
    const { api } = await makeOrganization(server);
    const { id: team } = await staffTeam(api, 'Payments', [{ people: ['Ada'] }]);
    const supportHoursId = await api.make('/support-hours', office(team));
    const nextOf = async (urgencySettings: object | null, severity = 'Minor') => {
      const integrationId = await api.make('/inbound-integration', {
        displayName: 'Tool',
        teamId: team,
        type: 'Webhook',
        urgencySettings,
      });
      const service = { displayName: randomUUID(), publicTitle: 'Shop' };
      await api.make('/service', {
        ...service,
        integrations: [{ integrationId, severities: null }],
        urgencySettings: { type: 'constant', urgency: 'Low' },
      });
      const { webhookUrl } = (await api.get(`/inbound-integration/${integrationId}`)).body;
      const sent = await fetch(String(webhookUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Down', severity, status: 'Open' }),
      });
      const { incidentId } = (await sent.json()) as { incidentId: string };
      const answer = await api.get(`/incident/search/${incidentId}/next`);
      const { urgency, risesAt, reasonSentence } = answer.body.urgency as Record<string, unknown>;
      return [urgency, (reasonSentence as { code: string }).code, risesAt];
    };
    expect(await nextOf(null)).toEqual(['Low', 'urgencyOfService', null]);
    const low = { type: 'bySeverity', low: ['Minor'] };
    expect(await nextOf(low)).toEqual(['Low', 'urgencyOfIntegration', null]);
    const byHours = { type: 'supportHours', supportHoursId, raisesAtStart: true };
    const opening = '2026-03-19T08:00:00.000Z';
    expect(await nextOf(byHours)).toEqual(['Low', 'urgencyByHours', opening]);
    expect((await api.delete(`/support-hours/${supportHoursId}`)).status).toBe(200);
    expect(await nextOf({ ...low, low: [] })).toEqual(['High', 'urgencyOfIntegration', null]);
    const { findings } = (await api.get('/coverage')).body as {
      findings: { kind: string; textSentence: { code: string } }[];
    };
    expect(findings.filter(({ kind }) => kind === 'DeletedObject')).toMatchObject([
      { level: 'Hint', textSentence: { code: 'integrationNamesNoHours' } },
    ]);
  });

  it.each<[object, string]>([
    [{ type: 'constant' }, 'urgency'],
    [{ type: 'constant', urgency: 'Low', low: ['Minor'] }, 'low'],
    [{ type: 'bySeverity' }, 'low'],
    [{ type: 'supportHours' }, 'supportHoursId'],
    [{ type: 'supportHours', supportHoursId: randomUUID() }, 'supportHoursId'],
    [{ type: 'constant', urgency: 'Low', raisesAtStart: true }, 'raisesAtStart'],
  ])('refuses %j, of integrations and of services', async (urgencySettings, member) => {
    const { api } = await makeOrganization(server);
    const team = await api.make('/team', { displayName: 'Payments' });
    const integration = { displayName: 'Tool', teamId: team, type: 'Webhook', urgencySettings };
    const service = { displayName: 'Shop', publicTitle: 'Shop', urgencySettings };
    for (const answer of [
      await api.post('/inbound-integration', integration),
      await api.post('/service', service),
    ]) {
      expect(answer.status, answer.text).toBe(400);
      expect(Object.keys(answer.body.errors as object)).toEqual([`urgencySettings.${member}`]);
    }
  });

  it('refuses support hours that raise nothing', async () => {
    const { api } = await makeOrganization(server);
    const team = await api.make('/team', { displayName: 'Payments' });
    const supportHoursId = await api.make('/support-hours', office(team));
    const settings = { type: 'supportHours', supportHoursId, raisesAtStart: true, outside: 'High' };
    const answer = await api.post('/service', {
      displayName: 'Shop',
      publicTitle: 'Shop',
      urgencySettings: settings,
    });
    expect(answer.body.errors).toHaveProperty(['urgencySettings.raisesAtStart']);
  });

  it('is kept by a PUT that does not know of it', async () => {
    const { api } = await makeOrganization(server);
    const urgencySettings = { type: 'constant', urgency: 'Low' };
    const service = { displayName: 'Shop', publicTitle: 'Shop' };
    const id = await api.make('/service', { ...service, urgencySettings });
    const kept = await api.put(`/service/${id}`, { ...service, publicTitle: 'Other' });
    expect(kept.body.urgencySettings).toMatchObject(urgencySettings);
    const gone = await api.put(`/service/${id}`, { ...service, urgencySettings: null });
    expect(gone.body.urgencySettings).toBeNull();
  });

  it('has support hours with names of their own, which go with their team', async () => {
    const { api } = await makeOrganization(server);
    const team = await api.make('/team', { displayName: 'Payments' });
    const body = office(team);
    const id = await api.make('/support-hours', body);
    expect((await api.post('/support-hours', body)).status).toBe(409);
    const other = await makeOrganization(server);
    expect((await other.api.get(`/support-hours/${id}`)).status).toBe(404);
    expect((await api.delete(`/team/${team}`)).status).toBe(200);
    expect((await api.get(`/support-hours/${id}`)).status).toBe(404);
  });
});
