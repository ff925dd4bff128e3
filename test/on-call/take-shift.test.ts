import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';

const now = '2026-05-04T10:00:00.000Z';

interface Person {
  id: string;
  api: ApiClient;
}

let server: TestApp;
let teamId: string;
let alice: Person;
let bob: Person;
let boss: Person;
let outsider: Person;

/** Alice is always on call in tiers 1 and 2. */
beforeAll(async () => {
  server = await startTestApp({ clock: now });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  const elsewhere = await api.make('/team', { displayName: 'Database' });
  alice = await makePerson(server, { teams: { [teamId]: 'Member' } });
  bob = await makePerson(server, { teams: { [teamId]: 'Member' } });
  boss = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
  outsider = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
  const { body } = await api.get(`/team-membership/search?UserId=${alice.id}&TeamId=${teamId}`);
  const tier = { schedules: [{ rotations: [{ members: [{ teamMembershipId: body.id }] }] }] };
  await api.make('/team-escalations', { teamId, escalationTiers: [tier, tier] });
});
afterAll(() => server.stop());

const shift = (more: object = {}) => ({
  teamId,
  userId: alice.id,
  start: '2026-05-05T08:00:00Z',
  end: '2026-05-05T16:00:00Z',
  ...more,
});

/** Who is on call in the tiers in the middle of the shift. */
async function onCall(): Promise<(string | undefined)[]> {
  const { body } = await server.api.get(
    `/on-call?Timestamp=2026-05-05T12:00:00Z&TeamIds=${teamId}`,
  );
  type Member = { user: { id: string }; availabilities: { tier: number; isOnline: boolean }[] };
  return [1, 2].map(
    (tier) =>
      (body.memberships as Member[]).find(({ availabilities }) =>
        availabilities.some((one) => one.isOnline && one.tier === tier),
      )?.user.id,
  );
}

describe('POST /on-call/take-shift', () => {
  it('puts who asks on call, and one deletion by them takes it back', async () => {
    const taken = await bob.api.post('/on-call/take-shift', shift());
    expect(taken.status, taken.text).toBe(200);
    expect(taken.body).toMatchObject({
      userId: alice.id,
      teamId,
      type: 'offline',
      replacementUserIds: [bob.id],
      escalationTier: null,
      isProvisioned: false,
    });
    expect(await onCall()).toEqual([bob.id, bob.id]);
    const location = `/on-call-override/${taken.body.id}`;
    expect((await outsider.api.delete(location)).status).toBe(404);
    expect((await bob.api.delete(location)).status).toBe(200);
    expect(await onCall()).toEqual([alice.id, alice.id]);
  });

  it('takes one tier only', async () => {
    const taken = await bob.api.post('/on-call/take-shift', shift({ tier: 2 }));
    expect(await onCall()).toEqual([alice.id, bob.id]);
    await bob.api.delete(`/on-call-override/${taken.body.id}`);
    const first = await bob.api.post('/on-call/take-shift', shift({ tier: 1 }));
    expect(await onCall()).toEqual([bob.id, alice.id]);
    await bob.api.delete(`/on-call-override/${first.body.id}`);
  });

  it('lets administrators give shifts to members, and members take none for others', async () => {
    const forBob = shift({ replacementUserId: bob.id });
    expect((await alice.api.post('/on-call/take-shift', forBob)).status).toBe(403);
    const given = await boss.api.post('/on-call/take-shift', forBob);
    expect(given.status, given.text).toBe(200);
    // Whoever is told to take a shift may give it back.
    expect((await bob.api.delete(`/on-call-override/${given.body.id}`)).status).toBe(200);
  });

  it('does not let a replacement delete an absence that somebody entered by hand', async () => {
    const { userId, start, end } = shift();
    const absence = { userId, teamId, type: 'offline', start, end, replacementUserIds: [bob.id] };
    const id = await server.api.make('/on-call-override', absence);
    expect((await bob.api.delete(`/on-call-override/${id}`)).status).toBe(403);
    await server.api.delete(`/on-call-override/${id}`);
  });

  it('says why a shift cannot be taken', async () => {
    const refused = async (who: Person, more: object) => {
      const { status, text } = await who.api.post('/on-call/take-shift', shift(more));
      return `${status} ${text}`;
    };
    const past = { start: '2026-05-04T08:00:00Z', end: '2026-05-04T09:00:00Z' };
    expect(await refused(bob, past)).toMatch(/^400 .*over already/);
    expect(await refused(bob, { end: shift().start })).toMatch(/^400 .*after start/);
    expect(await refused(bob, { end: '2028-01-01T00:00:00Z' })).toMatch(/^400 .*366 days/);
    expect(await refused(alice, {})).toMatch(/^400 .*nothing would change/);
    expect(await refused(bob, { userId: boss.id })).toMatch(/^400 .*is not on call between/);
    expect(await refused(bob, { tier: 3 })).toMatch(/^400 .*is not on call in tier 3/);
    expect(await refused(outsider, {})).toMatch(/^400 .*There is no Team/);
    expect(await refused(boss, { replacementUserId: outsider.id })).toMatch(
      /^400 .*not a member of the team/,
    );
    const { body } = await bob.api.post('/on-call/take-shift', shift());
    const again = await refused(boss, {});
    expect(again).toMatch(/^400 .*has taken this shift/);
    expect(again).toContain(String(body.id));
    await bob.api.delete(`/on-call-override/${body.id}`);
    const away = await server.api.make('/on-call-override', {
      userId: bob.id,
      type: 'offline',
      start: '2026-05-05T15:00:00Z',
      end: null,
    });
    expect(await refused(bob, {})).toMatch(
      new RegExp(`^400 .*absent then by the override ${away}`),
    );
    await server.api.delete(`/on-call-override/${away}`);
  });

  it('needs a name from a key without a user', async () => {
    const { status, text } = await server.api.post('/on-call/take-shift', shift());
    expect(status).toBe(400);
    expect(text).toContain('Name who takes the shift');
    const named = await server.api.post(
      '/on-call/take-shift',
      shift({ replacementUserId: bob.id.toUpperCase() }),
    );
    expect(named.status).toBe(200);
    await server.api.delete(`/on-call-override/${named.body.id}`);
  });

  it('is written into the audit log as the person who took it', async () => {
    const { body } = await bob.api.post('/on-call/take-shift', shift());
    const log = await server.api.get('/auditlog/list?Limit=5');
    const entry = (log.body.items as Record<string, unknown>[]).find(
      ({ entityId }) => entityId === body.id,
    );
    expect(entry).toMatchObject({ action: 'on-call-override.create', actorId: bob.id });
    await bob.api.delete(`/on-call-override/${body.id}`);
  });
});
