import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveChain } from '../../src/calls/dial-chain.ts';
import {
  busyMembers,
  releaseMembers,
  removeEndedLeases,
  reserveMember,
} from '../../src/calls/engagements.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { staffTeam } from '../support/staffed-team.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const phones: Record<string, object> = {
  Ann: { phoneNumber: '+4930111' },
  Bob: { phoneNumber: '+4930222' },
  Cem: { phoneNumber: '+4930333' },
  Dan: { phoneNumber: '+4930444' },
};
let teams = 0;
/** A team of its own, with people of its own. */
function team(tiers: Parameters<typeof staffTeam>[2], users: Record<string, object> = phones) {
  teams += 1;
  const named = (name: string) => `${name}${teams}`;
  const ofTeam = Object.fromEntries(
    Object.entries(users).map(([name, user]) => [named(name), user]),
  );
  const ofPeople = tiers.map((tier) => ({ ...tier, people: tier.people.map(named) }));
  return staffTeam(t.api, `Team ${teams}`, ofPeople, { users: ofTeam });
}

const chainOf = (teamId: string, callerNumber: string | null = null, random = () => 0) =>
  resolveChain(t.app.world, { organizationId: t.organizationId, teamId, callerNumber }, random);

const numbersOf = async (teamId: string, ...more: [(string | null)?, (() => number)?]) => {
  const { targets } = await chainOf(teamId, ...more);
  return targets.map(({ tier, phoneNumber }) => `${tier}: ${phoneNumber}`);
};

describe('who is dialled', () => {
  it('everybody on duty, tier by tier, with the names and numbers of now', async () => {
    const { id, people } = await team([{ people: ['Ann'] }, { people: ['Bob', 'Cem'] }]);
    const { targets, excluded } = await chainOf(id);
    expect(targets.map(({ tier }) => tier)).toEqual([1, 2, 2]);
    expect(targets[0]).toEqual({
      tier: 1,
      userId: Object.values(people)[0]?.id,
      displayName: expect.stringMatching(/^Ann/),
      phoneNumber: '+4930111',
    });
    expect(excluded).toEqual([]);
  });

  it('within a tier in an order that chance decides: each is first sometimes', async () => {
    const { id } = await team([{ people: ['Ann', 'Bob', 'Cem'] }]);
    const orders = new Set<string>();
    for (const picks of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]) {
      const next = [...picks];
      const chain = await numbersOf(id, null, () => next.shift() ?? 0);
      expect(chain.toSorted()).toEqual(['1: +4930111', '1: +4930222', '1: +4930333']);
      orders.add(chain.join());
    }
    expect(orders.size).toBe(6);
  });

  it('everybody whom a round robin shares incidents out to', async () => {
    const { id } = await team([
      {
        people: ['Ann', 'Bob', 'Cem'],
        schedule: { roundRobinSettings: { roundRobinSize: 1 } },
      },
    ]);
    expect(await numbersOf(id)).toHaveLength(3);
  });

  it('a tier whose alerts do not escalate takes part, too', async () => {
    const { id } = await team([{ people: ['Ann'] }, { people: ['Bob'] }]);
    expect(await numbersOf(id)).toEqual(['1: +4930111', '2: +4930222']);
  });

  it('somebody in two tiers stands there twice', async () => {
    const { id } = await team([{ people: ['Ann'] }, { people: ['Ann'] }]);
    expect(await numbersOf(id)).toEqual(['1: +4930111', '2: +4930111']);
  });

  it('whoever stands in for somebody who is offline', async () => {
    const { id, people } = await team([{ people: ['Ann'] }, { people: ['Bob'] }]);
    const [ann, bob] = Object.values(people);
    await t.api.make('/on-call-override', {
      userId: ann?.id,
      teamId: id,
      type: 'offline',
      replacementUserIds: [bob?.id],
      start: '2026-03-01T00:00:00Z',
      end: '2026-03-09T00:00:00Z',
    });
    const { targets, excluded } = await chainOf(id);
    expect(targets.map(({ tier, phoneNumber }) => `${tier}: ${phoneNumber}`)).toEqual([
      '1: +4930222',
      '2: +4930222',
    ]);
    expect(excluded).toEqual([
      {
        userId: ann?.id,
        tier: 1,
        reason: {
          code: 'offDutyByOverride',
          values: { person: { userId: ann?.id, displayName: expect.stringMatching(/^Ann/) } },
        },
      },
    ]);
  });

  it('nobody of a team that was deleted, or has no tiers', async () => {
    const bare = await t.api.make('/team', { displayName: 'Bare', timeZoneId: 'UTC' });
    expect(await chainOf(bare)).toEqual({ targets: [], excluded: [] });
    await t.api.delete(`/team/${bare}`);
    expect(await chainOf(bare)).toEqual({ targets: [], excluded: [] });
  });
});

describe('who is left out, and why', () => {
  it('people without a phone number', async () => {
    const { id } = await team([{ people: ['Ann', 'Bob'] }], { Bob: { phoneNumber: '+4930222' } });
    const { targets, excluded } = await chainOf(id);
    expect(targets.map(({ phoneNumber }) => phoneNumber)).toEqual(['+4930222']);
    expect(excluded).toMatchObject([
      {
        tier: 1,
        reason: {
          code: 'hasNoPhone',
          values: { person: { displayName: expect.stringMatching(/^Ann/) } },
        },
      },
    ]);
  });

  it('but not those who have a confirmed contact for calls', async () => {
    const { id, people } = await team([{ people: ['Ann'] }], {});
    const contact = (channel: string, target: string) => ({ channel, target });
    const set = await t.api.put(`/user/${Object.values(people)[0]?.id}/notification-rules`, {
      rules: [],
      otherwise: [{ channel: 'Email', afterMinutes: 0 }],
      contacts: [contact('SMS', '+4930123450'), contact('VoiceCall', '+4930123451')],
    });
    expect(set.status, set.text).toBe(200);
    expect(await numbersOf(id)).toEqual(['1: +4930123451']);
  });

  it('people whose number nobody has confirmed', async () => {
    const { id, people } = await team([{ people: ['Ann'] }]);
    const users = t.app.world.store.connection.collection('users');
    await users.updateOne(
      { _id: Object.values(people)[0]?.id as never },
      { $set: { 'internal.phoneNumberConfirmed': null } },
    );
    const { targets, excluded } = await chainOf(id);
    expect(targets).toEqual([]);
    expect(excluded[0]?.reason.code).toBe('hasUnconfirmedPhone');
  });

  it('whoever is calling', async () => {
    const { id } = await team([{ people: ['Ann'] }, { people: ['Bob'] }]);
    const { targets, excluded } = await chainOf(id, '+4930111');
    expect(targets.map(({ phoneNumber }) => phoneNumber)).toEqual(['+4930222']);
    expect(excluded[0]?.reason.code).toBe('callIsFromPhoneOf');
  });

  it('people who are suspended', async () => {
    const { id, people } = await team([{ people: ['Ann'] }, { people: ['Bob'] }]);
    const { status } = await t.api.post(`/user/${Object.values(people)[0]?.id}/suspend`);
    expect(status).toBe(200);
    expect(await numbersOf(id)).toEqual(['2: +4930222']);
  });
});

describe('a member who is connected', () => {
  const member = (sessionId: string, teamId = 'team') => ({
    organizationId: t.organizationId,
    teamId,
    userId: 'ann',
    sessionId,
  });

  it('is had by one call of the team at a time, and by the same one as often as it asks', async () => {
    expect(await reserveMember(t.app.world, member('one'))).toBe(true);
    expect(await reserveMember(t.app.world, member('one'))).toBe(true);
    expect(await reserveMember(t.app.world, member('two'))).toBe(false);
    expect(await busyMembers(t.app.world, 'team', 'two')).toEqual(new Set(['ann']));
    expect(await busyMembers(t.app.world, 'team', 'one')).toEqual(new Set());
    await releaseMembers(t.app.world, 'one');
    expect(await reserveMember(t.app.world, member('two'))).toBe(true);
    await releaseMembers(t.app.world, 'two');
  });

  it('can be had by a call of another team', async () => {
    expect(await reserveMember(t.app.world, member('one'))).toBe(true);
    expect(await reserveMember(t.app.world, member('two', 'other team'))).toBe(true);
    await releaseMembers(t.app.world, 'one');
    await releaseMembers(t.app.world, 'two');
  });

  it('is had by one of many calls that ask at once', async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      reserveMember(t.app.world, member(`call ${n}`)),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    for (let n = 0; n < 20; n += 1) await releaseMembers(t.app.world, `call ${n}`);
  });

  it('is free after four hours and five minutes, whatever became of the call', async () => {
    expect(await reserveMember(t.app.world, member('crashed'))).toBe(true);
    t.clock.advance(4 * 3600 + 5 * 60 - 1);
    expect(await reserveMember(t.app.world, member('next'))).toBe(false);
    t.clock.advance(1);
    expect(await busyMembers(t.app.world, 'team', 'next')).toEqual(new Set());
    expect(await reserveMember(t.app.world, member('next'))).toBe(true);
    await removeEndedLeases(t.app.world);
    expect(await busyMembers(t.app.world, 'team', 'crashed')).toEqual(new Set(['ann']));
    await releaseMembers(t.app.world, 'next');
  });
});
