import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let teamId: string;

beforeAll(async () => {
  server = await sharedTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});

const notify = (userId: string, incidentId: string, recipient: string) =>
  storeDelivery(server.app.world, {
    organizationId: server.organizationId,
    ownerId: userId,
    incidentId,
    teamIds: [teamId],
    target: recipient,
    state: 'delivered',
  });

describe('/notification-log', () => {
  it('is listed latest first, by incident or user, and paged', async () => {
    const { api } = server;
    const [userId, incidentId] = [randomUUID(), randomUUID()];
    const first = await notify(userId, incidentId, 'first@example.com');
    await notify(randomUUID(), incidentId, 'second@example.com');
    const third = await notify(userId, randomUUID(), 'third@example.com');
    const one = await api.get(`/notification-log/${first._id}`);
    expect(one.body).toEqual({
      id: first._id,
      userId,
      incidentId,
      createdAt: first.createdAt.toISOString(),
      channel: 'Email',
      recipient: 'first@example.com',
      status: 'Delivered',
      intent: 'Created',
      because: 'Tier 1 of Payments',
      becauseSentence: { code: 'tierOfTeam', values: { tier: 1, team: 'Payments' } },
      dueAt: first.dueAt.toISOString(),
      reason: null,
      reasonSentence: null,
      bundledIn: null,
      attempts: [
        {
          at: first.dueAt.toISOString(),
          code: '250',
          error: null,
          errorSentence: null,
          milliseconds: 7,
        },
      ],
    });
    const recipients = async (query: string) => {
      const { body } = await api.get(`/notification-log/search/list?${query}`);
      const entries = body.notificationLogs as { recipient: string }[];
      return [...entries.map(({ recipient }) => recipient.split('@')[0]), body.hasMore];
    };
    expect(await recipients(`IncidentId=${incidentId.toUpperCase()}`)).toEqual([
      'second',
      'first',
      false,
    ]);
    expect(await recipients(`UserId=${userId}`)).toEqual(['third', 'first', false]);
    expect(await recipients(`UserId=${userId}&IncidentId=${incidentId}`)).toEqual(['first', false]);
    expect(await recipients(`UserId=${userId}&Limit=1`)).toEqual(['third', true]);
    expect(await recipients(`UserId=${userId}&IdLessThan=${third._id}`)).toEqual(['first', false]);
    expect((await api.get('/notification-log/search/list')).status).toBe(400);
  });

  it('is for administrators of a team of the incident, and of no other organization', async () => {
    const [userId, incidentId] = [randomUUID(), randomUUID()];
    const entry = await notify(userId, incidentId, 'a@example.com');
    const location = `/notification-log/${entry._id}`;
    const list = `/notification-log/search/list?UserId=${userId}`;
    const member = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const administrator = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
    const other = await makeOrganization(server);
    expect((await administrator.api.get(location)).status).toBe(200);
    expect((await administrator.api.get(list)).body.notificationLogs).toHaveLength(1);
    for (const { api } of [member, other]) {
      expect((await api.get(location)).status).toBe(404);
      expect((await api.get(list)).body).toEqual({ notificationLogs: [], hasMore: false });
    }
  });
});
