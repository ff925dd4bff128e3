import { expect, it } from 'vitest';
import { collect, type Saved, together } from './collect.ts';
import {
  apiKey,
  heartbeats,
  integrations,
  maintenance,
  policies,
  routing,
  services,
} from './fixtures/alerts.ts';
import { escalations, forwarding, overrides, schedules } from './fixtures/duty.ts';
import { everybody } from './fixtures/people.ts';

const all: Saved = together(
  ...[everybody, schedules, overrides, forwarding, escalations, routing, policies, integrations],
  ...[heartbeats, maintenance, services],
);

const intents = ['Created', 'Unresolved', 'Assigned'];

it('routing rules choose policies in order, and the default one is the default policy', () => {
  const { bodies } = collect(together(everybody, schedules, escalations, routing));
  const policy = bodies('tocsin_escalation_policy');
  expect(policy['opsgenie:escalations:e1']?.isDefault).toBe(true);
  expect(policy['opsgenie:team-policies:shop:s1']).toMatchObject({
    displayName: 'On call by Shop',
    isDefault: false,
    steps: [{ targets: [{ scheduleId: 'opsgenie:schedules:s1', pick: 'onCall' }] }],
  });
  expect(bodies('tocsin_team')['opsgenie:team-details:shop']?.timeZoneId).toBe('Europe/Berlin');
  const muted = { notificationChannelsMuted: true };
  const night = { after: '22:00', before: '06:30', daysOfWeek: ['mon'] };
  const skip = { ruleFlowControl: 'Skip' };
  expect(bodies('tocsin_routing')['opsgenie:team-routing-rules:shop']?.rules).toEqual([
    {
      displayName: 'Urgent "P1"',
      conditions: {
        intents,
        attributes: [
          { name: 'Title', operator: '!contains', value: 'test' },
          { name: 'Details.env', operator: '=', value: 'prod' },
          { name: 'Priority', operator: '=', value: 'P1' },
        ],
      },
      actions: { useEscalationPolicyId: 'opsgenie:team-policies:shop:s1', ...skip },
    },
    {
      displayName: 'Nights',
      conditions: { intents, severities: ['Minor'], schedule: night },
      actions: skip,
      channels: muted,
    },
    {
      displayName: 'Nights',
      conditions: {
        intents,
        attributes: [{ name: 'Tags', operator: 'contains', value: '"db"' }],
        schedule: night,
      },
      actions: skip,
      channels: muted,
    },
    {
      displayName: 'By expression',
      conditions: { intents, attributes: [{ name: 'matched_1', operator: '=', value: 'yes' }] },
      actions: { useEscalationPolicyId: 'opsgenie:team-policies:shop:e2', ...skip },
    },
    {
      displayName: 'To another team',
      conditions: { intents, schedule: { after: '08:00', before: '18:00', daysOfWeek: null } },
      actions: { useEscalationPolicyId: 'opsgenie:team-policies:shop:e2', ...skip },
    },
  ]);
  expect(bodies('tocsin_routing')['opsgenie:team-routing-rules:pay']?.rules).toEqual([
    { displayName: null, conditions: {}, actions: skip, channels: muted },
  ]);
});

it('what rules cannot ask for leaves them out, with a line', () => {
  const { lines } = collect(together(everybody, schedules, escalations, routing));
  expect(lines()).toContain(
    'behaviour opsgenie:team-routing-rules:shop:rr5/criteria/conditions/0: ' +
      'A condition that rules here cannot have.',
  );
  expect(lines()).toContain(
    'behaviour opsgenie:team-routing-rules:shop:rr4/timezone: ' +
      'Its hours are read in the zone of the team, Europe/Berlin.',
  );
});

it('policies of alerts and notifications are rules before those that route', () => {
  const { bodies } = collect(together(everybody, policies));
  const [first, ...others] =
    bodies('tocsin_routing')['opsgenie:team-routing-rules:shop']?.rules ?? [];
  expect(first).toEqual({
    displayName: 'Raise',
    conditions: { intents, attributes: [{ name: 'Source', operator: '=', value: 'db' }] },
    actions: {
      changeSeverity: 'Critical',
      assignToTeams: ['opsgenie:team-details:pay'],
      setAttributes: [{ name: 'Details.by', value: 'policy' }],
      ruleFlowControl: 'Continue',
    },
  });
  expect(
    others.map(({ displayName, actions, channels }) => [displayName, actions, channels]),
  ).toEqual([
    ['Quiet', { ruleFlowControl: 'Continue' }, { notificationChannelsMuted: true }],
    [
      'Later',
      {
        addInteraction: 'Snoozed',
        snoozeUntilAbsolute: '08:30',
        snoozeUntilWeekdayAbsolute: 'mon',
        ruleFlowControl: 'Continue',
      },
      undefined,
    ],
    [
      'Wait',
      {
        addInteraction: 'Snoozed',
        snoozeForRelativeInMinutes: 120,
        hold: { threshold: { payloads: 5, withinMinutes: 10, below: 'alert' } },
        ruleFlowControl: 'Continue',
      },
      undefined,
    ],
    [
      'Wait',
      { addInteraction: 'Resolved', delayActionsInMinutes: 1440, ruleFlowControl: 'Continue' },
      undefined,
    ],
    ...['tue', 'wed', 'thu', 'fri', 'mon'].map((snoozeUntilWeekdayAbsolute) => [
      'Values',
      {
        addInteraction: 'Snoozed',
        snoozeUntilAbsolute: '08:00',
        snoozeUntilWeekdayAbsolute,
        hold: { threshold: { payloads: 5, withinMinutes: 1440, below: 'alert' } },
        ruleFlowControl: 'Continue',
      },
      undefined,
    ]),
  ]);
});

it('integrations keep their team, their key and whom they tell', () => {
  const { bodies } = collect(all);
  const at = 'opsgenie:integrations';
  const brought = bodies('tocsin_integration');
  expect(brought[`${at}:i1`]).toEqual({
    displayName: 'Shop API',
    teamId: 'opsgenie:team-details:shop',
    type: 'OpsgenieAlertApi',
    isInMaintenance: false,
    isMuted: true,
    acceptedKeys: [{ displayName: 'Shop API', key: apiKey }],
  });
  expect(brought[`${at}:i2`]).toMatchObject({
    type: 'Datadog',
    teamId: 'opsgenie:team-details:pay',
    isInMaintenance: true,
    escalationPolicyId: 'opsgenie:escalations:e2',
  });
  expect(brought[`${at}:i3`]).toBeUndefined();
  expect(brought[`${at}:i4`]).toMatchObject({ type: 'Email', teamId: 'opsgenie:team-details:pay' });
  expect(brought[`${at}:i5`]).toMatchObject({ type: 'Webhook' });
});

it('a heartbeat accepts the keys of the account with its name', () => {
  const { bodies } = collect(all);
  expect(bodies('tocsin_integration')['opsgenie:heartbeats:nightly%20backup']).toEqual({
    displayName: 'nightly backup',
    teamId: 'opsgenie:team-details:shop',
    type: 'HeartbeatMonitor',
    isInMaintenance: false,
    acceptedKeys: [{ displayName: 'nightly backup', key: `${apiKey}/nightly backup` }],
    integrationSettings: {
      heartbeatMonitor: { intervalInSec: 86400, gracePeriodInSec: 0, severity: 'Critical' },
    },
  });
});

it('a maintenance of integrations is a window of each', () => {
  const { bodies } = collect(all);
  expect(Object.values(bodies('tocsin_integration_maintenance_window'))).toEqual([
    {
      integrationId: 'opsgenie:integrations:i1',
      start: '2026-12-01T00:00:00.000Z',
      end: '2026-12-02T00:00:00.000Z',
      type: 'maintenance',
      description: 'Move',
    },
    {
      integrationId: 'opsgenie:integrations:i2',
      start: '2026-10-01T00:00:00.000Z',
      end: null,
      type: 'maintenance',
      description: null,
    },
  ]);
});

it('services keep name and description', () => {
  expect(collect(all).bodies('tocsin_service')).toEqual({
    'opsgenie:services:v1': {
      displayName: 'Checkout',
      publicTitle: 'Checkout',
      publicDescription: 'Carts',
    },
  });
});
