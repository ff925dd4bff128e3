import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestApp } from '../../support/app.ts';
import { makePerson } from '../../support/keys.ts';
import { signIn } from '../../support/sessions.ts';
import { sharedTestApp } from '../../support/shared-app.ts';

let server: TestApp;
const made = { team: '', 'status-page': '' };
beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  made.team = await api.make('/team', { displayName: 'Counted' });
  const other = await api.make('/team', { displayName: 'Another' });
  made['status-page'] = await api.make('/status-page', {
    displayName: 'Page',
    publicTitle: 'Page',
    slug: `counted-${randomUUID()}`,
    historyInDays: 30,
    disablePublicSubscription: false,
  });
  const { id: userId } = await makePerson(server, { organizationRole: 'Member' });
  const times = { start: ahead(1), end: ahead(2) };
  for (const teamId of [made.team, other]) {
    await api.make('/team-membership', { teamId, userId, role: 'Member' });
    await api.make('/silence', {
      displayName: 'Quiet',
      teamId,
      matchers: [{ name: 'host', operator: '=', value: 'a' }],
      ...times,
    });
  }
  for (const name of ['a', 'b'])
    await api.make('/status-page-subscriber', {
      statusPageId: made['status-page'],
      email: `${name}@example.com`,
    });
  await api.make('/api-key', { displayName: 'Terraform', kind: 'organization' });
});

function ahead(hours: number): string {
  return new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();
}

/** What a tab holds, and the list that it shows. */
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  organization: {
    people: '/user/search/list',
    shadowRuns: '/shadow-run/search/list',
    groups: '/group-mapping/search/list',
    connections: '/oidc-connection/search/list',
    keys: '/api-key/search/list',
    agents: '/api-key/search/list?Kind=agent',
  },
  user: { devices: '/push-subscription/search/list?UserId={id}' },
  team: {
    members: '/team-membership/search/list?TeamId={id}',
    policies: '/escalation-policy/search/list?TeamId={id}',
    silences: '/silence/search/list?TeamId={id}',
  },
  'status-page': { subscribers: '/status-page-subscriber/search/list?StatusPageId={id}' },
};

async function lengthOf(api: ApiClient, list: string, id: string): Promise<number | undefined> {
  const path = `${list.replace('{id}', id)}${list.includes('?') ? '&' : '?'}Limit=100`;
  const { status, body } = await api.get(path);
  if (status !== 200) return undefined;
  const items = Object.values(body as object).find(Array.isArray) as unknown[];
  return items.length;
}

describe('the counts of a page', () => {
  for (const role of ['Owner', 'Administrator', 'Member'] as const)
    it(`are those of its lists, and only of lists that are open to a person: ${role}`, async () => {
      const { id: userId } = await makePerson(server, { organizationRole: role });
      const { api, cookie } = await signIn(server, { userId });
      const ids = { organization: server.organizationId, user: userId, ...made };
      for (const [of, counted] of Object.entries(lists)) {
        const id = ids[of as keyof typeof ids];
        const answer = await fetch(`${server.app.url}/api/console/v1/counts/${of}/${id}`, {
          headers: { cookie },
        });
        const counts = (await answer.json()) as Record<string, number>;
        const isSeen = answer.status === 200;
        for (const [name, list] of Object.entries(counted)) {
          const length = isSeen ? await lengthOf(api, list, id) : undefined;
          expect([of, name, counts[name]]).toEqual([of, name, length]);
        }
        if (role === 'Owner') expect(isSeen).toBe(true);
      }
    });

  it('tell subscribers whom this server can write to from all others', async () => {
    const { id: userId } = await makePerson(server, { organizationRole: 'Administrator' });
    const { cookie } = await signIn(server, { userId });
    const address = `${server.app.url}/api/console/v1/counts/status-page/${made['status-page']}`;
    const answer = await fetch(address, { headers: { cookie } });
    // Nothing is set up that sends mail.
    expect(await answer.json()).toEqual({ subscribers: 2, unreachable: 2 });
  });

  it('are those of oneself: sessions, own keys, own rules', async () => {
    const { id: userId } = await makePerson(server, { organizationRole: 'Owner' });
    const { cookie } = await signIn(server, { userId });
    await signIn(server, { userId });
    await server.api.make('/api-key', { displayName: 'Mine', kind: 'personal', userId });
    const ask = async (path: string) =>
      (await fetch(`${server.app.url}/api/console/v1/counts/${path}`, { headers: { cookie } })) as {
        status: number;
        json(): Promise<unknown>;
      };
    expect(await (await ask(`user/${userId}`)).json()).toEqual({
      rules: 0,
      devices: 0,
      sessions: 2,
      // With the one that a person of these tests begins with.
      keys: 2,
    });
    const { id: another } = await makePerson(server, { organizationRole: 'Member' });
    expect((await ask(`user/${another}`)).status).toBe(404);
    expect((await ask(`organization/${randomUUID()}`)).status).toBe(404);
    expect((await ask(`team/${randomUUID()}`)).status).toBe(404);
  });
});
