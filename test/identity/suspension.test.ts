import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

async function isSuspended(api: ApiClient, id: string): Promise<unknown> {
  return (await api.get(`/user/${id}`)).body.isSuspended;
}

describe('suspending a user', () => {
  it('shows in the user, in lists and in the audit log, once', async () => {
    const { api } = server;
    const { id } = await makePerson(server, {});
    expect(await isSuspended(api, id)).toBe(false);
    for (const verb of ['suspend', 'suspend', 'resume', 'resume', 'suspend']) {
      const { status, body } = await api.post(`/user/${id}/${verb}`);
      expect([status, body.isSuspended]).toEqual([200, verb === 'suspend']);
    }
    const listed = async (value: boolean) => {
      const { body } = await api.get(`/user/search/list?IsSuspended=${value}&Limit=100`);
      return (body.users as { id: string }[]).some((user) => user.id === id);
    };
    expect([await listed(true), await listed(false)]).toEqual([true, false]);
    const { body } = await api.get(`/auditlog/list?EntityId=${id}&Limit=100`);
    const actions = (body.items as { action: string }[]).map(({ action }) => action);
    expect(actions.toReversed()).toEqual([
      'user.create',
      'user.suspend',
      'user.resume',
      'user.suspend',
    ]);
    expect(JSON.stringify(body.items)).toContain('"isSuspended"');
  });

  it('leaves everything else of the user as it is, and replacing the user does not resume them', async () => {
    const { api } = server;
    const { id } = await makePerson(server, { organizationRole: 'Member' });
    const { body: before } = await api.get(`/user/${id}`);
    await api.post(`/user/${id}/suspend`);
    const { body: after } = await api.put(`/user/${id}`, { ...before, displayName: 'New name' });
    expect(after).toEqual({ ...before, displayName: 'New name', isSuspended: true });
  });

  it('is for Administrators, of Owners for Owners, and never of oneself', async () => {
    const { api } = server;
    const owner = await makePerson(server, { organizationRole: 'Owner' });
    const other = await makePerson(server, { organizationRole: 'Owner' });
    const administrator = await makePerson(server, { organizationRole: 'Administrator' });
    const member = await makePerson(server, { organizationRole: 'Member' });
    const verdict = async (by: { api: ApiClient }, whom: { id: string }) => {
      const answer = await by.api.post(`/user/${whom.id}/suspend`);
      await api.post(`/user/${whom.id}/resume`);
      return answer.status;
    };
    expect(await verdict(member, administrator)).toBe(403);
    expect(await verdict(administrator, member)).toBe(200);
    expect(await verdict(administrator, owner)).toBe(403);
    expect(await verdict(owner, other)).toBe(200);
    expect(await verdict(administrator, administrator)).toBe(403);
    expect(await verdict(owner, owner)).toBe(403);
    await api.post(`/user/${other.id}/suspend`);
    expect((await administrator.api.post(`/user/${other.id}/resume`)).status).toBe(403);
  });

  it('of another organization, or of nobody, is 404', async () => {
    const there = await makeOrganization(server);
    const { id } = await makePerson(server, {});
    expect((await there.api.post(`/user/${id}/suspend`)).status).toBe(404);
    expect((await there.api.post(`/user/${id}/resume`)).status).toBe(404);
  });
});

describe('there is always an active Owner', () => {
  /** An organization with Owners beside the billable user, who then is suspended no more than anybody may be. */
  async function owners(count: number) {
    const there = await makeOrganization(server);
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const id = await there.api.make('/user', { email: `owner${number}@example.com` });
      await there.api.make('/organization-membership', { userId: id, role: 'Owner' });
      ids.push(id);
    }
    const { body } = await there.api.get('/organization-membership/search/list?Role=Owner');
    const memberships = body.organizationMemberships as { id: string; userId: string }[];
    return { ...there, ids, memberships };
  }

  it('the billable user cannot be suspended, nor a suspended Owner become it', async () => {
    const { api, id, ids, memberships } = await owners(1);
    const billable = memberships.find(({ userId }) => !ids.includes(userId))?.userId ?? '';
    expect((await api.post(`/user/${billable}/suspend`)).status).toBe(403);
    const [other = ''] = ids;
    expect((await api.post(`/user/${other}/suspend`)).status).toBe(200);
    const settings = { billableUserId: other };
    expect((await api.put(`/organizations/${id}/settings`, settings)).status).toBe(400);
    await api.post(`/user/${other}/resume`);
    expect((await api.put(`/organizations/${id}/settings`, settings)).status).toBe(200);
    expect((await api.post(`/user/${billable}/suspend`)).status).toBe(200);
  });

  it('a suspended Owner does not count: not after a restart, not when their role is written again', async () => {
    const { api, ids, memberships } = await owners(1);
    const [other = ''] = ids;
    await api.post(`/user/${other}/suspend`);
    const own = memberships.find(({ userId }) => userId === other);
    const rewritten = await api.put(`/organization-membership/${own?.id}`, {
      userId: other,
      role: 'Owner',
    });
    expect(rewritten.status).toBe(200);
    const last = memberships.find(({ userId }) => userId !== other);
    const left = await api.put(`/organization-membership/${last?.id}`, {
      userId: last?.userId,
      role: 'Member',
    });
    expect(left.status).toBe(403);
  });

  it('whatever happens to all of them at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { api, id, memberships } = await owners(3);
      const attack = [
        (one: { userId: string }) => api.post(`/user/${one.userId}/suspend`),
        (one: { id: string; userId: string }) =>
          api.put(`/organization-membership/${one.id}`, { userId: one.userId, role: 'Member' }),
        (one: { userId: string }) => api.delete(`/user/${one.userId}`),
        (one: { id: string }) => api.delete(`/organization-membership/${one.id}`),
      ];
      const answers = await Promise.all(
        memberships.flatMap((one, place) => [
          attack[(place + round) % 4]?.(one),
          attack[(place + round + 1 + (round % 3)) % 4]?.(one),
          // Meanwhile made an Owner again.
          api.put(`/organization-membership/${one.id}`, { userId: one.userId, role: 'Owner' }),
        ]),
      );
      expect(answers.map((answer) => answer?.status)).toContain(403);
      const { body } = await api.get('/organization-membership/search/list?Role=Owner&Limit=100');
      const left = body.organizationMemberships as { userId: string }[];
      const suspended = await Promise.all(left.map(({ userId }) => isSuspended(api, userId)));
      expect(suspended, `round ${round}`).toContain(false);
      const { body: settings } = await api.get(`/organizations/${id}/settings`);
      expect(left.map(({ userId }) => userId)).toContain(settings.billableUserId);
      expect(await isSuspended(api, String(settings.billableUserId))).toBe(false);
    }
  });
});
