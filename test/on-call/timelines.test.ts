import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { examples } from './golden-examples.ts';

const now = '2026-03-02T10:00:00.000Z';
const start = '2026-03-02T00:00:00Z';
const end = '2026-04-20T00:00:00Z';
const query = new URLSearchParams({ Start: start, End: end });

let server: TestApp;
let teamId: string;
let people: { id: string; membershipId: string }[];
let member: Awaited<ReturnType<typeof makePerson>>;
let outsider: Awaited<ReturnType<typeof makePerson>>;
beforeAll(async () => {
  server = await startTestApp({ clock: now });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  const elsewhere = await api.make('/team', { displayName: 'Database' });
  member = await makePerson(server, { teams: { [teamId]: 'Member' } });
  outsider = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
  people = await Promise.all(
    ['Ann', 'Ben', 'Cem'].map(async (displayName) => {
      const id = await api.make('/user', { displayName, email: `${displayName}@example.com` });
      const role = 'Member';
      return { id, membershipId: await api.make('/team-membership', { teamId, userId: id, role }) };
    }),
  );
});
afterAll(() => server.stop());

/** Escalations with one schedule whose rotations are one of the people each. */
const escalations = (settings: object = {}) => ({
  teamId,
  escalationTiers: [
    {
      schedules: [
        {
          ...settings,
          rotations: people.map(({ membershipId }) => ({
            members: [{ teamMembershipId: membershipId }],
          })),
        },
      ],
    },
  ],
});

const timeline = async () =>
  answered(await member.api.get(`/on-call/timeline?${query}&TeamIds=${teamId}`));
const preview = async (body: object) =>
  answered(await member.api.post('/on-call/timeline/preview', body));

type Timeline = components['schemas']['OnCallTimeline'];

function answered(answer: ApiAnswer): ApiAnswer & { body: Timeline } {
  return { ...answer, body: answer.body as Timeline & ApiAnswer['body'] };
}

describe('POST /on-call/timeline/preview', () => {
  it('answers what the timeline says once the same is stored, over every golden setting', async () => {
    for (const { name, hours, rotation } of examples) {
      const given = escalations({ scheduleSettings: hours, rotationSettings: rotation });
      const tried = await preview({ start, end, escalations: given });
      expect(tried.status, `${name}: ${tried.text}`).toBe(200);
      await server.api.make('/team-escalations', given);
      // The past is told by what was stored then.
      const after = await timeline();
      expect(fromNow(after.body.teams), name).toEqual(fromNow(tried.body.teams));
    }
  });

  it('stores nothing, and refuses what storing would refuse', async () => {
    const before = await timeline();
    const wrong = escalations({ scheduleSettings: { effectiveFrom: '2026-02-30' } });
    const refused = await preview({ start, end, escalations: wrong });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('not a day of the calendar');
    const empty = await preview({ start, end, escalations: { teamId, escalationTiers: [] } });
    expect(empty.body.teams[0]).toMatchObject({ tiers: [], gaps: [{ end: iso(end) }] });
    expect((await timeline()).body).toEqual(before.body);
  });

  it('is not for people who do not see the team', async () => {
    const body = { start, end, escalations: escalations() };
    const refused = await outsider.api.post('/on-call/timeline/preview', body);
    expect(refused.status).toBe(404);
    expect(refused.text).not.toContain('Payments');
  });
});

describe('GET /on-call/timeline', () => {
  it('names overrides, who is absent, and who stands in', async () => {
    await server.api.put(`/team-escalations/${teamId}`, {
      teamId,
      escalationTiers: [
        {
          schedules: [
            { rotations: [{ members: [{ teamMembershipId: people[0]?.membershipId }] }] },
          ],
        },
      ],
    });
    const [ann, ben] = people.map(({ id }) => id);
    const id = await server.api.make('/on-call-override', {
      userId: ann,
      teamId,
      type: 'offline',
      start: '2026-03-10T08:00:00Z',
      end: '2026-03-11T08:00:00Z',
      replacementUserIds: [ben],
    });
    const { body } = await timeline();
    const [shown] = body.teams;
    expect(shown?.team).toEqual({
      id: teamId,
      displayName: 'Payments',
      timeZoneId: 'Europe/Berlin',
    });
    const time = { start: '2026-03-10T08:00:00.000Z', end: '2026-03-11T08:00:00.000Z' };
    expect(shown?.tiers[0]?.absences).toEqual([{ userId: ann, ...time }]);
    expect(shown?.tiers[0]?.shifts).toContainEqual({
      ...{ userId: ben, origin: 'Override', ...time },
      ...{ scheduleId: null, reasons: null },
    });
    expect(shown?.overrides).toMatchObject([{ id, userId: ann, replacementUserIds: [ben] }]);
    expect(body.users).toContainEqual(
      expect.objectContaining({ id: ann, displayName: 'Ann', email: 'Ann@example.com' }),
    );
  });

  it('leaves out teams out of sight, and has bounds', async () => {
    const unseen = await outsider.api.get(`/on-call/timeline?${query}&TeamIds=${teamId}`);
    expect(unseen.body).toMatchObject({ teams: [], users: [] });
    for (const wrong of [
      `Start=${start}&End=2026-07-20T00:00:00Z&TeamIds=${teamId}`,
      `Start=${end}&End=${start}&TeamIds=${teamId}`,
      `Start=${start}&End=${end}`,
    ])
      expect((await member.api.get(`/on-call/timeline?${wrong}`)).status, wrong).toBe(400);
  });

  it('refuses more shifts than anybody reads', async () => {
    const hourly = { repeats: 'custom', customRepeatUnit: 'hours', customRepeatValue: 1 };
    const [tier] = escalations({ rotationSettings: hourly }).escalationTiers;
    const refused = await preview({
      start,
      end,
      escalations: { teamId, escalationTiers: Array.from({ length: 30 }, () => tier) },
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('shorter interval');
  });
});

function iso(time: string): string {
  return new Date(time).toISOString();
}

interface Interval {
  start: string;
  end: string;
}

/** What the teams of an answer say of the time after now. */
function fromNow(teams: unknown) {
  const cut = <One extends Interval>(list: One[]) =>
    list.flatMap((one) =>
      one.end <= now ? [] : [{ ...one, start: one.start < now ? now : one.start }],
    );
  type Tier = { shifts: Interval[]; gaps: Interval[] };
  return (teams as { tiers: Tier[]; gaps: Interval[] }[]).map(({ tiers, gaps }) => ({
    tiers: tiers.map(({ shifts, gaps: none }) => ({ shifts: cut(shifts), gaps: cut(none) })),
    gaps: cut(gaps),
  }));
}
