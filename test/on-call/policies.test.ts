import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makeKey, makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

let api: ApiClient;
let organizationId: string;
let teamId: string;
let ada: string;
beforeEach(async () => {
  const organization = await makeOrganization(server);
  api = organization.api;
  organizationId = organization.id;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  ada = await api.make('/user', { displayName: 'Ada', email: `${organizationId}@example.com` });
});

const body = (steps: object[], more: object = {}) => ({
  displayName: 'Critical',
  teamId,
  steps,
  ...more,
});
const path = '/escalation-policy';
const telling = (target: object) => [{ targets: [target] }];

describe('an escalation policy', () => {
  it('is answered as it was sent, and can be sent back as it was answered', async () => {
    const steps = [{ targets: [{ userId: ada }], afterMinutes: 5 }];
    const made = await api.post(path, body(steps));
    expect(made.body).toMatchObject({
      steps,
      isDefault: false,
      loops: 0,
      loopAfterMinutes: 30,
      loopWhile: 'acknowledged',
      acknowledgementLapsesAfterMinutes: null,
    });
    const again = await api.put(`${path}/${made.body.id}`, made.body);
    expect(again.body).toEqual(made.body);
  });

  it.each([
    ['a step that does nothing', () => [{ afterMinutes: 5 }], 'targets'],
    ['a target that names nobody', () => telling({ pick: 'onCall' }), 'targets[0]'],
    ['a target that names two', () => telling({ userId: ada, teamId, pick: 'members' }), 'targets'],
    ['a team without a pick', () => telling({ teamId }), 'pick'],
    ['a pick of schedules of a team', () => telling({ teamId, pick: 'onCall' }), 'pick'],
    ['a pick of a person', () => telling({ userId: ada, pick: 'members' }), 'pick'],
    ['no severity', () => [{ targets: [{ userId: ada }], severities: [] }], 'severities'],
    ['no hours', () => [{ targets: [{ userId: ada }], hours: [] }], 'hours'],
    ['a member that it does not know', () => [{ targets: [{ userId: ada }], delay: 5 }], 'delay'],
    ['no step', () => [], 'steps'],
  ])('refuses %s', async (_, steps, member) => {
    const answer = await api.post(path, body(steps()));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(member);
  });

  it('has a name of its own in its team, and is its only default', async () => {
    const steps = telling({ userId: ada });
    const first = await api.make(path, body(steps, { isDefault: true }));
    const named = await api.post(path, body(steps));
    expect([named.status, named.body.detail]).toEqual([409, expect.stringContaining(first)]);
    const second = body(steps, { displayName: 'Other', isDefault: true });
    const refused = await api.post(path, second);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(first)]);
    await api.put(`${path}/${first}`, body(steps));
    expect((await api.post(path, second)).status).toBe(200);
    // Names are those of a team, and each team has a default of its own.
    const search = await api.make('/team', { displayName: 'Search' });
    const theirs = body(steps, { teamId: search, isDefault: true });
    expect((await api.post(path, theirs)).status).toBe(200);
  });

  it('does not begin itself, neither through others nor by what its team follows', async () => {
    const first = await api.make(path, body(telling({ userId: ada }), { isDefault: true }));
    const second = await api.make(path, body(telling({ policyId: first }), { displayName: 'B' }));
    const third = await api.make(path, body(telling({ policyId: second }), { displayName: 'C' }));
    const change = (target: object, more = {}) =>
      api.put(`${path}/${first}`, body(telling(target), more));
    expect((await change({ policyId: first })).status).toBe(400);
    expect((await change({ policyId: third })).status).toBe(400);
    expect((await change({ teamId, pick: 'policy' }, { isDefault: true })).status).toBe(400);
    expect((await change({ teamId, pick: 'policy' })).status).toBe(200);
    // What a team follows may be a policy that leads back here.
    expect(
      (
        await api.put(
          `${path}/${third}`,
          body(telling({ policyId: first }), { isDefault: true, displayName: 'C' }),
        )
      ).status,
    ).toBe(400);
  });

  it('goes with its team, and stays when what it names goes', async () => {
    const search = await api.make('/team', { displayName: 'Search' });
    const id = await api.make(path, body(telling({ teamId: search, pick: 'members' })));
    expect((await api.delete(`/team/${search}`)).status).toBe(200);
    const kept = await api.get(`${path}/${id}`);
    expect(kept.status).toBe(200);
    expect((await api.put(`${path}/${id}`, kept.body)).status).toBe(200);
    expect((await api.delete(`/team/${teamId}`)).status).toBe(200);
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('is seen by members of other teams, who do not change it', async () => {
    const id = await api.make(path, body(telling({ userId: ada })));
    const search = await api.make('/team', { displayName: 'Search' });
    const theirs = server.as(await makeKey(server, { organizationId, teamIds: [search] }));
    expect((await theirs.get(`${path}/${id}`)).status).toBe(200);
    expect((await theirs.put(`${path}/${id}`, body(telling({ userId: ada })))).status).toBe(403);
    expect((await theirs.delete(`${path}/${id}`)).status).toBe(403);
  });
});

describe('the preview of a policy', () => {
  type Shown = { tier: number; outcome: string; reason: string; users: unknown };
  const preview = async (id: string, query = '', who = api) => {
    const {
      status,
      body: shown,
      text,
    } = await who.get(`${path}/${id}/preview?At=2026-06-01T10:00:00Z${query}`);
    return { status, shown, text, steps: shown.steps as Shown[] };
  };

  // No channel is set up in the server of these tests: nobody can be told.
  it('says what becomes of each step, and stores nothing', async () => {
    const steps = [
      { targets: [{ userId: ada }] },
      { displayName: 'Second', afterMinutes: 10, targets: [{ userId: ada }] },
      { afterMinutes: 10, targets: [{ userId: ada }], severities: ['Minor'] },
    ];
    const id = await api.make(path, body(steps));
    const { status, shown, steps: taken } = await preview(id, '&Urgency=Low');
    expect(status).toBe(200);
    expect(shown).toMatchObject({ escalationPolicyId: id, severity: 'Critical', urgency: 'Low' });
    expect(taken).toMatchObject([
      { at: '2026-06-01T10:00:00.000Z', tier: 1, outcome: 'nobody', users: [] },
      { tier: 2, displayName: 'Second', outcome: 'nobody', escalationPolicy: { id } },
      { tier: 3, outcome: 'skipped', reason: expect.stringContaining('Critical') },
    ]);
    // Told in vain by both steps and as an administrator, and not again and again.
    expect((shown.messages as unknown[]).length).toBeLessThan(20);
    const listed = await api.get('/incident/search/list');
    expect(listed.body.incidents).toEqual([]);
    const acknowledged = await preview(id, '&AcknowledgedAfterMinutes=0&Severity=Minor');
    expect(acknowledged.steps.map(({ outcome }) => outcome)).toEqual(Array(3).fill('stopped'));
  });

  it('names nobody of teams out of sight', async () => {
    const id = await api.make(path, body(telling({ userId: ada })));
    const search = await api.make('/team', { displayName: 'Search' });
    const theirs = server.as(await makeKey(server, { organizationId, teamIds: [search] }));
    const { status, steps, text } = await preview(id, '', theirs);
    expect([status, steps[0]?.users]).toEqual([200, null]);
    expect(text).not.toContain('Ada');
  });

  it('is part of what rules are tried on', async () => {
    const id = await api.make(path, body(telling({ userId: ada })));
    const { body: shown } = await api.post('/routing/simulate', {
      teamIds: [teamId],
      escalationPolicyId: id,
    });
    const [incident] = shown.incidents as { steps: Shown[] }[];
    expect(incident?.steps).toMatchObject([{ outcome: 'nobody', escalationPolicy: { id } }]);
  });
});
