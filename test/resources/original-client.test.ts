import { beforeAll, expect, it } from 'vitest';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

/** Kept when they are left out, as the original does. */
const ofOriginal = ['phoneNumber', 'incidentNotificationSettings'];
/** The members of each object that clients of the original do not know. */
const gained = new Map(
  kindsOf({ modules }).flatMap(({ entityType, shape }) => {
    const members = shape.keptWhenAbsent.filter((member) => !ofOriginal.includes(member));
    return members.length > 0 ? [[entityType, members] as const] : [];
  }),
);
/** Has no counterpart there. */
gained.delete('UserNotificationRules');

it('what objects gained stays as it is when a client of the original reads and writes them', async () => {
  const objects = await objectsWithAll();
  expect([...objects.keys()].toSorted()).toEqual([...gained.keys()].toSorted());
  for (const [entityType, path] of objects) {
    const members = gained.get(entityType) ?? [];
    const { body: before } = await server.api.get(path);
    for (const member of members) expect(before[member], `${entityType}.${member}`).not.toBeNull();
    const known = Object.entries(before).filter(([member]) => !members.includes(member));
    const answer = await server.api.put(path, Object.fromEntries(known));
    expect(answer.status, `${entityType}: ${answer.text}`).toBe(200);
    const { body: after } = await server.api.get(path);
    expect(pick(after, members), entityType).toEqual(pick(before, members));
  }
});

function pick(body: Readonly<Record<string, unknown>>, members: readonly string[]): object {
  return Object.fromEntries(members.map((member) => [member, body[member]]));
}

/** One of each kind with all that it gained, by its kind: the path of it. */
async function objectsWithAll(): Promise<Map<string, string>> {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const userId = await api.make('/user', {
    ...{ displayName: 'Ada', email: 'ada@example.com' },
    ...{ disableOnCallNotices: true, noticesBeforeMinutes: [60], language: 'de', region: 'CH' },
  });
  const scheduleId = await api.make('/on-call-schedule', {
    ...{ displayName: 'Primary', teamId, timeZoneId: 'UTC' },
    layers: [{ id: 'all', groups: [{ userIds: [userId] }] }],
  });
  const escalationPolicyId = await api.make('/escalation-policy', {
    ...{ displayName: 'Usual', teamId },
    steps: [{ targets: [{ scheduleId }] }],
  });
  const urgencySettings = { type: 'constant', urgency: 'Low' };
  const integrationId = await api.make('/inbound-integration', {
    ...{ displayName: 'Alerts', teamId, type: 'Webhook', urgencySettings, escalationPolicyId },
    holdSettings: { threshold: { payloads: 3, withinMinutes: 5, below: 'forget' } },
    acceptedKeys: [{ key: 'a-key-of-another-product' }],
    ...{ splitAlerts: false, reopenWithinSeconds: 60, unreadablePayloads: 'Ignore' },
  });
  const shop = { publicTitle: 'Shop', urgencySettings, escalationPolicyId };
  const database = await api.make('/service', { displayName: 'Database', publicTitle: 'Database' });
  const serviceId = await api.make('/service', {
    ...{ ...shop, displayName: 'Shop', dependsOn: [database] },
    ...{ suppression: 'mute', suppressUpTo: 'Critical', graceMinutes: 7 },
  });
  const times = { start: '2030-03-05T20:00:00Z', end: '2030-03-05T22:00:00Z' };
  const recurrences = [
    { rule: 'FREQ=WEEKLY', startsAt: '2030-03-05T20:00', minutes: 30, timeZoneId: 'UTC' },
  ];
  const hook = await api.make('/outbound-integration', {
    ...{ displayName: 'Hook', teamId, type: 'Webhook' },
  });
  const told = { recurrences, noticeOutboundIntegrationIds: [hook] };
  const made: [string, string, object][] = [
    [
      'InboundIntegrationMaintenanceWindow',
      '/inbound-integration-maintenance-windows',
      { integrationId, type: 'maintenance', ...told },
    ],
    [
      'OnCallOverride',
      '/on-call-override',
      { userId, scheduleId, type: 'online', mode: 'replace', layerIds: ['all'], ...times },
    ],
    [
      'OutboundIntegration',
      '/outbound-integration',
      { displayName: 'Chat', teamId, type: 'Slack', isPaused: true },
    ],
    [
      'ServiceMaintenance',
      '/service-maintenance',
      { displayName: 'Upgrade', serviceIds: [serviceId], ...times, ...told },
    ],
  ];
  const paths = new Map([
    ['User', `/user/${userId}`],
    ['InboundIntegration', `/inbound-integration/${integrationId}`],
    ['Service', `/service/${serviceId}`],
  ]);
  for (const [entityType, path, body] of made)
    paths.set(entityType, `${path}/${await api.make(path, body)}`);
  return paths;
}
