import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let teamId: string;
let otherTeamId: string;
let memberships: string[];

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  otherTeamId = await api.make('/team', { displayName: 'Database' });
  memberships = [];
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
    const userId = await api.make('/user', { email });
    memberships.push(await api.make('/team-membership', { userId, teamId, role: 'Member' }));
  }
});

const members = (...places: number[]) => ({
  members: places.map((place) => ({ teamMembershipId: memberships[place] })),
});

/** All six members, as a provider writes those that are not set. */
const noSettings = {
  start: null,
  end: null,
  selectedDays: null,
  weeklySchedules: null,
  effectiveFrom: null,
  effectiveUntil: null,
};

const noTurns = {
  startsOnDayOfWeek: null,
  startsOnDateOfMonth: null,
  startsOnTime: null,
  customRepeatUnit: null,
  customRepeatValue: null,
  effectiveFrom: null,
  rotationMode: null,
  autoRotationSize: null,
};

function schedule(changes: object = {}) {
  return {
    displayName: null,
    scheduleSettings: null,
    rotationSettings: null,
    roundRobinSettings: null,
    rotations: [members(0)],
    ...changes,
  };
}

function tier(changes: object = {}) {
  return {
    autoEscalationEnabled: null,
    autoEscalationAfterMinutes: null,
    autoEscalationMode: null,
    autoEscalationSeverities: null,
    autoEscalationTimeFilters: null,
    autoAssignToTeams: null,
    autoAssignToTeamsRepeatAlerts: true,
    autoAssignToTeamsSeverities: null,
    autoAssignToTeamsTimeFilters: null,
    repeats: null,
    repeatsAfterMinutes: null,
    repeatsTierEscalationMode: null,
    schedules: [schedule()],
    ...changes,
  };
}

function spec(): EchoSpec {
  const turns = (changes: object) => [
    tier({ schedules: [schedule({ rotationSettings: { ...noTurns, ...changes } })] }),
  ];
  const hours = (changes: object) => [
    tier({ schedules: [schedule({ scheduleSettings: { ...noSettings, ...changes } })] }),
  ];
  const filters = [
    { selectedDays: ['mon', 'tue'], from: '20:00', until: '08:00' },
    { selectedDays: null, from: '00:15', until: '23:45' },
    { selectedDays: ['sun'], from: null, until: null },
  ];
  return {
    path: '/team-escalations',
    minimal: { teamId, escalationTiers: [] },
    optional: {
      tierSettings: [
        null,
        { repeats: null, repeatsAfterMinutes: null, autoEscalationMode: null },
        { repeats: 0, repeatsAfterMinutes: 2629746, autoEscalationMode: 'resolved' },
        { repeats: 16, repeatsAfterMinutes: 1, autoEscalationMode: 'acknowledged' },
      ],
      escalationTiers: [
        [tier()],
        [tier(), tier({ schedules: [] })],
        [{ schedules: [{ rotations: [] }] }],
        // Either of a pair may be set alone.
        [tier({ autoEscalationEnabled: false }), tier({ autoEscalationEnabled: true })],
        [tier({ autoEscalationAfterMinutes: 0 }), tier({ autoEscalationAfterMinutes: 43200 })],
        [tier({ repeats: 16 }), tier({ repeatsAfterMinutes: 2629746 })],
        [tier({ repeatsTierEscalationMode: 'resolved', autoEscalationMode: 'acknowledged' })],
        [tier({ autoEscalationSeverities: [] }), tier({ autoEscalationSeverities: ['Minor'] })],
        [tier({ autoEscalationTimeFilters: filters })],
        [tier({ autoAssignToTeams: [], autoAssignToTeamsRepeatAlerts: false })],
        [tier({ autoAssignToTeams: [otherTeamId.toUpperCase()] })],
        [tier({ autoAssignToTeamsSeverities: ['Critical', 'Warning'] })],
        [tier({ autoAssignToTeamsTimeFilters: filters })],
        // A window past midnight, days without times, times without days, both forms at once.
        hours({ weeklySchedules: filters }),
        hours({ weeklySchedules: [] }),
        hours({ start: '20:00', end: '08:00', selectedDays: [] }),
        hours({ selectedDays: ['sat', 'sun'], effectiveFrom: '2025-11-23' }),
        hours({ effectiveUntil: '2025-11-23', weeklySchedules: filters, start: '09:00' }),
        turns({ repeats: 'daily' }),
        turns({ repeats: 'weekly', startsOnDayOfWeek: 'fri', startsOnTime: '09:00' }),
        turns({ repeats: 'biweekly', rotationMode: 'explicit', effectiveFrom: '2025-01-01' }),
        turns({ repeats: 'monthly', startsOnDateOfMonth: 0 }),
        turns({ repeats: 'monthly', startsOnDateOfMonth: 30 }),
        turns({ repeats: 'custom', customRepeatUnit: 'hours', customRepeatValue: 365 }),
        turns({ repeats: 'weekly', rotationMode: 'auto', autoRotationSize: 500 }),
        [
          tier({
            schedules: [
              // More than there are members; nobody in a rotation; a member in several schedules.
              schedule({ roundRobinSettings: { roundRobinSize: 100 } }),
              schedule({ roundRobinSettings: { roundRobinSize: null }, rotations: [members()] }),
              schedule({ displayName: 'Nights', rotations: [members(2, 0), members(1)] }),
              schedule({ displayName: '', rotations: [members(0, 0)] }),
            ],
          }),
        ],
      ],
    },
    replacement: {
      teamId,
      escalationTiers: [
        tier({ autoEscalationAfterMinutes: 5, schedules: [schedule({ displayName: 'Days' })] }),
        tier({ schedules: [schedule({ rotations: [members(2), members(1), members()] })] }),
      ],
      tierSettings: { repeats: 3, repeatsAfterMinutes: 30, autoEscalationMode: 'acknowledged' },
    },
  };
}

describe('/team-escalations', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(spec())) await expectEcho(server.api, spec(), body);
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/team-escalations', replacement);
    const odd = await server.api.put(`/team-escalations/${teamId}`, oddlySpelled(replacement));
    expect(odd.text).toBe(plain.text);
    await server.api.delete(`/team-escalations/${teamId}`);
  });

  it('has the id of the team, in any letter case', async () => {
    const { api } = server;
    const body = { teamId: teamId.toUpperCase(), escalationTiers: [] };
    const created = await api.post('/team-escalations', body);
    expect(created.body).toMatchObject({ id: teamId, teamId: teamId.toUpperCase() });
    const found = await api.get(`/team-escalations/${teamId.toUpperCase()}`);
    expect(found.text).toBe(created.text);
    await api.delete(`/team-escalations/${teamId}`);
  });

  it('takes the stop mode of all tiers by the name that providers give it', async () => {
    const { api } = server;
    const created = await api.post('/team-escalations', {
      teamId,
      escalationTiers: [],
      tierSettings: { repeats: 1, repeatsAfterMinutes: 5, repeatsTierEscalationMode: 'resolved' },
    });
    expect(created.body.tierSettings).toEqual({
      repeats: 1,
      repeatsAfterMinutes: 5,
      autoEscalationMode: 'resolved',
    });
    expect((await api.get(`/team/${teamId}`)).body.tierSettings).toEqual(created.body.tierSettings);
    await api.delete(`/team-escalations/${teamId}`);
    expect((await api.get(`/team/${teamId}`)).body.tierSettings).toBeNull();
  });

  it('creating them again replaces them', async () => {
    const { api } = server;
    await api.post('/team-escalations', spec().replacement);
    const again = await api.post('/team-escalations', { teamId, escalationTiers: [] });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: teamId, escalationTiers: [], tierSettings: null });
    expect((await api.get(`/team-escalations/${teamId}`)).text).toBe(again.text);
    await api.delete(`/team-escalations/${teamId}`);
  });

  it('keeps naming a membership that was deleted, and takes a body without it', async () => {
    const { api } = server;
    const userId = await api.make('/user', { email: 'leaving@example.com' });
    const leaving = await api.make('/team-membership', { userId, teamId, role: 'Member' });
    const rotations = [{ members: [{ teamMembershipId: leaving }] }, members(0)];
    const body = { teamId, escalationTiers: [tier({ schedules: [schedule({ rotations })] })] };
    const created = await api.post('/team-escalations', body);
    expect((await api.delete(`/team-membership/${leaving}`)).status).toBe(200);
    expect((await api.get(`/team-escalations/${teamId}`)).text).toBe(created.text);
    expect((await api.put(`/team-escalations/${teamId}`, body)).text).toBe(created.text);
    const without = { teamId, escalationTiers: [tier()] };
    expect((await api.put(`/team-escalations/${teamId}`, without)).status).toBe(200);
    await api.delete(`/team-escalations/${teamId}`);
  });

  it('go with their team', async () => {
    const { api } = server;
    const team = await api.make('/team', { displayName: 'Short-lived' });
    await api.make('/team-escalations', { teamId: team, escalationTiers: [] });
    expect((await api.delete(`/team/${team}`)).status).toBe(200);
    expect((await api.get(`/team-escalations/${team}`)).status).toBe(404);
  });

  it('are found by team, and listed', async () => {
    const { api } = server;
    const created = await api.post('/team-escalations', { teamId, escalationTiers: [] });
    const search = await api.get(`/team-escalations/search?teamid=${teamId.toUpperCase()}`);
    expect(search.text).toBe(created.text);
    expect((await api.get(`/team-escalations/search?TeamId=${otherTeamId}`)).status).toBe(404);
    const list = await api.get(`/team-escalations/search/list?TeamId=${teamId}`);
    expect(list.body).toEqual({ teamEscalations: [created.body], hasMore: false });
    const none = await api.get(`/team-escalations/search/list?TeamId=${otherTeamId}`);
    expect(none.body).toEqual({ teamEscalations: [], hasMore: false });
    await api.delete(`/team-escalations/${teamId}`);
  });

  it.each<[string, () => object, string]>([
    ['a time that is no quarter hour', () => ({ start: '09:10' }), 'start'],
    ['a day that is not in the calendar', () => ({ effectiveFrom: '2026-02-30' }), 'effectiveFrom'],
    ['a weekday written out', () => ({ selectedDays: ['monday'] }), 'selectedDays'],
  ])('refuse %s', async (_name, settings, field) => {
    const schedules = [schedule({ scheduleSettings: { ...noSettings, ...settings() } })];
    const body = { teamId, escalationTiers: [tier({ schedules })] };
    const answer = await server.api.post('/team-escalations', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(field);
  });

  it('refuse a team that is not there, and to move to another team', async () => {
    const { api } = server;
    const unknown = { teamId: randomUUID(), escalationTiers: [] };
    expect((await api.post('/team-escalations', unknown)).status).toBe(400);
    expect((await api.put(`/team-escalations/${teamId}`, spec().minimal)).status).toBe(404);
    await api.make('/team-escalations', spec().minimal);
    const moved = { ...spec().minimal, teamId: otherTeamId };
    expect((await api.put(`/team-escalations/${teamId}`, moved)).status).toBe(400);
    await api.delete(`/team-escalations/${teamId}`);
  });
});
