import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { userKind } from '../../src/identity/index.ts';
import { policyKind } from '../../src/on-call/policy-kind.ts';
import { scheduleKind } from '../../src/on-call/schedule-kind.ts';
import type { ResourceKind } from '../../src/resources/index.ts';
import { plainCollection } from '../../src/store/index.ts';
import { teamKind } from '../../src/teams/index.ts';
import type { TestApp } from '../support/app.ts';

/** Of each there is one that was made by the API; the others are copies that are put into the store. */
export interface Population {
  schedules: number;
  people: number;
  policies: number;
  teams: number;
}

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney'];
const peopleOfSchedule = 6;
const stepsOfPolicy = 5;
const batchSize = 500;

/** A team that follows a policy of five steps over five schedules, and one that has five tiers of as many people. */
export interface Populated {
  policyTeam: string;
  tierTeam: string;
}

/**
 * Fills an app with schedules of three layers, hours and six people each, four of ten of which hand over on Monday at
 * 09:00 of their zone.
 */
export async function populate(server: TestApp, count: Population): Promise<Populated> {
  const { api } = server;
  const team = await api.make('/team', { displayName: 'Team 0' });
  const user = await api.make('/user', { email: 'p0@example.com', displayName: 'Person 0' });
  const schedule = await api.make('/on-call-schedule', scheduleOf(team, 0, [user]));
  const policy = await api.make('/escalation-policy', policyOf(team, [schedule]));

  const users = await copies(server, userKind, user, count.people, (n) => ({
    lookup: {
      userName: `p${n}@example.com`,
      email: `p${n}@example.com`,
      displayName: `person ${n}`,
    },
    wire: { email: `p${n}@example.com`, displayName: `Person ${n}` },
  }));
  const teams = await copies(server, teamKind, team, count.teams, (n, id) => ({
    teamId: id,
    lookup: { displayName: `team ${n}` },
    wire: { displayName: `Team ${n}` },
  }));
  const schedules = await copies(server, scheduleKind, schedule, count.schedules, (n) => {
    const own = Array.from({ length: peopleOfSchedule }, (_, k) =>
      at(users, n * peopleOfSchedule + k),
    );
    const wire = scheduleOf(at(teams, n), n, own);
    const lookup = {
      displayName: wire.displayName.toLowerCase(),
      userIds: [...own, ...own, ...own],
    };
    return { teamId: wire.teamId, lookup, wire };
  });
  await copies(server, policyKind, policy, count.policies, (n) => {
    const own = Array.from({ length: stepsOfPolicy }, (_, k) => at(schedules, n + k));
    const teamId = at(teams, n);
    const wire = policyOf(teamId, own, `Policy ${n}`);
    return { teamId, lookup: { displayName: wire.displayName.toLowerCase() }, wire };
  });
  return {
    policyTeam: await policyTeam(server, schedules),
    tierTeam: await tierTeam(server, users),
  };
}

const at = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? '';

function scheduleOf(teamId: string, n: number, userIds: readonly string[]) {
  const groups = userIds.map((userId) => ({ userIds: [userId] }));
  const weekly = (from: string) => ({ every: 1, unit: 'weeks', from }) as const;
  const nights = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((fromDay, day) => ({
    fromDay,
    from: '22:20',
    untilDay: (['tue', 'wed', 'thu', 'fri', 'sat'] as const)[day] ?? 'sat',
    until: '06:05',
  }));
  return {
    displayName: `Schedule ${n}`,
    teamId,
    timeZoneId: at(zones, n),
    layers: [
      // Four of ten hand over on Mondays at nine in Berlin.
      { groups, turns: weekly(n % 10 < 4 ? '2026-01-05T08:00:00Z' : '2026-01-06T13:10:00Z') },
      {
        level: 10,
        hours: nights,
        groups,
        turns: { ...weekly('2026-01-05T08:00:00Z'), unit: 'windows' },
      },
      {
        level: 20,
        hours: [{ fromDay: 'sat', from: '06:05', untilDay: 'mon', until: '00:00' }],
        groups,
        turns: weekly('2026-01-05T08:00:00Z'),
      },
    ],
  };
}

function policyOf(teamId: string, scheduleIds: readonly string[], displayName = 'Policy 0') {
  const steps = scheduleIds.map((scheduleId, step) => ({
    afterMinutes: step === 0 ? 0 : 10,
    targets: [{ scheduleId }],
  }));
  return { displayName, teamId, steps };
}

async function policyTeam({ api }: TestApp, schedules: readonly string[]): Promise<string> {
  const id = await api.make('/team', { displayName: 'Follows a policy' });
  const wire = policyOf(id, schedules.slice(0, stepsOfPolicy), 'Default');
  await api.make('/escalation-policy', { ...wire, isDefault: true });
  return id;
}

async function tierTeam({ api }: TestApp, users: readonly string[]): Promise<string> {
  const id = await api.make('/team', { displayName: 'Has tiers' });
  const tiers = [];
  for (let tier = 0; tier < stepsOfPolicy; tier += 1) {
    const userId = at(users, tier);
    const teamMembershipId = await api.make('/team-membership', {
      teamId: id,
      userId,
      role: 'Member',
    });
    tiers.push({ schedules: [{ rotations: [{ members: [{ teamMembershipId }] }] }] });
  }
  await api.make('/team-escalations', { teamId: id, escalationTiers: tiers });
  return id;
}

interface Differs {
  teamId?: string;
  lookup: object;
  wire: object;
}

/** The ids of all, that of the original first. */
async function copies<Wire, Internal extends object>(
  { app }: TestApp,
  kind: ResourceKind<Wire, Internal>,
  original: string,
  count: number,
  differs: (n: number, id: string) => Differs,
): Promise<string[]> {
  const documents = plainCollection(kind.model(app.world.store));
  const found: Record<string, unknown> | null = await documents.findOne({ _id: original });
  if (!found) throw new Error(`${original} is not there`);
  const ids = [original, ...Array.from({ length: count - 1 }, () => randomUUID())];
  for (let from = 1; from < count; from += batchSize) {
    const batch = ids.slice(from, from + batchSize).map((_id, place) => {
      const { lookup, wire, ...own } = differs(from + place, _id);
      return {
        ...found,
        ...own,
        _id,
        lookup: { ...(found.lookup as object), ...lookup },
        wire: { ...(found.wire as object), ...wire },
      };
    });
    await documents.insertMany(batch as never);
    // A first start is not what is measured.
    await pause(0);
  }
  return ids;
}
