import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

let api: ApiClient;
let team: string;
let other: string;
let user: string;
beforeEach(async () => {
  const organization = await makeOrganization(server);
  api = organization.api;
  team = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  other = await api.make('/team', { displayName: 'Search', timeZoneId: 'UTC' });
  user = await api.make('/user', { displayName: 'Ada', email: `${organization.id}@example.com` });
});

const policy = (displayName: string, more: object = {}) =>
  api.make('/escalation-policy', {
    displayName,
    teamId: team,
    steps: [{ targets: [{ userId: user }] }],
    ...more,
  });
const integration = (escalationPolicyId: string | null) =>
  api.make('/inbound-integration', {
    displayName: 'Prometheus',
    teamId: team,
    type: 'Webhook',
    escalationPolicyId,
  });

/** Why people would be told of such an incident. */
async function why(input: object): Promise<string[]> {
  const answer = await api.post('/routing/simulate', { severity: 'Critical', ...input });
  expect(answer.status, answer.text).toBe(200);
  const [incident] = answer.body.incidents as { messages: { because: string }[] }[];
  const said = incident?.messages.map(({ because }) => because) ?? [];
  // Nobody has a way to be reached here.
  return [...new Set(said)].filter((because) => because.startsWith('Step'));
}

describe('the policy that an incident follows', () => {
  it('is the default of the team, in place of its tiers', async () => {
    await api.make('/team-escalations', { teamId: team, escalationTiers: [] });
    const id = await policy('Critical', { isDefault: true });
    expect(await why({ teamIds: [team] })).toEqual([
      'Step 1 of Critical. It is what Payments follows.',
    ]);
    // Tiers that are there may be changed, and others are not made beside it.
    const tiers = { teamId: team, escalationTiers: [] };
    expect((await api.put(`/team-escalations/${team}`, tiers)).status).toBe(200);
    expect((await api.delete(`/team-escalations/${team}`)).status).toBe(200);
    const refused = await api.post('/team-escalations', tiers);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(id)]);
    expect((await api.get(`/team-escalations/${team}`)).status).toBe(404);
  });

  it('is that of the service, before the default, and that of the integration before both', async () => {
    await policy('Default', { isDefault: true });
    const ofService = await policy('Shops', { teamId: other });
    const service = await api.make('/service', {
      displayName: 'Shop',
      publicTitle: 'Shop',
      escalationPolicyId: ofService,
    });
    expect(await why({ teamIds: [team], serviceIds: [service] })).toEqual([
      'Step 1 of Shops. It is the policy of the service Shop.',
    ]);
    const integrationId = await integration(await policy('Alerts'));
    expect(await why({ integrationId, serviceIds: [service] })).toEqual([
      'Step 1 of Alerts. It is the policy of the integration Prometheus.',
    ]);
  });

  it('is what a rule says before all others', async () => {
    const integrationId = await integration(await policy('Alerts'));
    const useEscalationPolicyId = await policy('Nights', { teamId: other });
    await api.make('/routing', {
      displayName: 'Rules',
      teamId: team,
      rules: [{ displayName: 'At night', conditions: {}, actions: { useEscalationPolicyId } }],
    });
    expect(await why({ integrationId })).toEqual([
      'Step 1 of Nights. The rule “At night” chose it.',
    ]);
  });

  it('falls back to the next choice when it is deleted, and is named again by nobody who leaves it out', async () => {
    await policy('Default', { isDefault: true });
    const id = await policy('Alerts');
    const integrationId = await integration(id);
    const path = `/inbound-integration/${integrationId}`;
    const { escalationPolicyId: _, ...known } = (await api.get(path)).body;
    // A client that does not know the member keeps it.
    expect((await api.put(path, known)).body).toMatchObject({ escalationPolicyId: id });
    expect((await api.delete(`/escalation-policy/${id}`)).status).toBe(200);
    expect(await why({ integrationId })).toEqual([
      'Step 1 of Default. It is what Payments follows.',
    ]);
    const cleared = await api.put(path, { ...known, escalationPolicyId: null });
    expect(cleared.body).toMatchObject({ escalationPolicyId: null });
  });
});
