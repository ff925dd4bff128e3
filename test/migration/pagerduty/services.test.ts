import { describe, expect, test } from 'vitest';
import { collect, linesOf } from './collected.ts';
import { account } from './fixtures/account.ts';
import { checkout, reports } from './fixtures/services.ts';

describe('services', () => {
  const brought = collect(account);
  const integrations = brought.of('tocsin_integration');

  test('are an integration for each of theirs, which senders find by the key they have', () => {
    expect(integrations[0]).toEqual({
      displayName: 'Checkout: Events',
      teamId: 'pagerduty:teams:PTEAM01',
      type: 'PagerDutyEvents',
      labels: ['imported:pagerduty:PINTEG1'],
      escalationPolicyId: 'pagerduty:escalation-policies:PPOLICY',
      urgencySettings: {
        type: 'supportHours',
        supportHoursId: 'pagerduty:support-hours:PSERV01',
        during: 'High',
        outside: 'Low',
        raisesAtStart: true,
      },
      holdSettings: { pauseMinutes: 5 },
      acceptedKeys: [{ key: '0123456789abcdef0123456789abcdef' }],
    });
    expect(integrations.slice(0, 4).map(({ type }) => type)).toEqual([
      'PagerDutyEvents',
      'Datadog',
      'Email',
      'PagerDutyEvents',
    ]);
  });

  test('that differ in what ends an acknowledgement have a policy each', () => {
    const policies = brought.of('tocsin_escalation_policy');
    expect(
      policies.map((policy) => [
        policy.displayName,
        policy.isDefault,
        policy.acknowledgementLapsesAfterMinutes,
        policy.resolvesAfterMinutes,
      ]),
    ).toEqual([
      ['Critical', true, 10, 240],
      ['Critical (lapses never, resolves never)', false, null, null],
    ]);
    const [service, other] = brought.of('tocsin_service');
    expect(service?.escalationPolicyId).toBe('pagerduty:escalation-policies:PPOLICY');
    expect(other?.escalationPolicyId).not.toBe(service?.escalationPolicyId);
  });

  test('group what has the same content', () => {
    const [mapping] = brought.of('tocsin_integration_mapping');
    expect(mapping?.attributesMapping.groupingWindowInSeconds).toBe(3600);
    expect(
      mapping?.attributesMapping.attributes.filter(({ isGroupingKey }) => isGroupingKey),
    ).toEqual([
      {
        name: 'Group by source',
        isGroupingKey: true,
        mappings: [{ jsonPath: '$.jsonBody.payload.source' }],
      },
      {
        name: 'Group by custom_details.host name',
        isGroupingKey: true,
        mappings: [{ jsonPath: "$.jsonBody.payload.custom_details['host name']" }],
      },
    ]);
  });

  test('that are disabled open no incidents, and are urgent by severity', () => {
    expect(integrations[3]).toMatchObject({
      isInMaintenance: true,
      urgencySettings: { type: 'bySeverity', low: ['Minor', 'Warning'] },
    });
  });

  test('have maintenance windows that are not over', () => {
    expect(brought.of('tocsin_integration_maintenance_window')).toEqual([
      {
        integrationId: 'pagerduty:integrations:PINTEG4',
        type: 'maintenance',
        start: '2026-12-01T20:00:00Z',
        end: '2026-12-01T22:00:00Z',
        description: 'Upgrade',
      },
    ]);
  });

  test('depend on others, but never in a circle', () => {
    const shop = brought.of('tocsin_service').find(({ displayName }) => displayName === 'Shop');
    expect(shop).toMatchObject({
      integrations: [],
      dependsOn: ['pagerduty:services:PSERV02'],
      suppression: 'off',
    });
    expect(linesOf(brought)).toContain(
      'lost pagerduty:service-dependencies:PSERV01:D0002: not brought: services would depend on each other in a circle',
    );
  });
});

test('no key of the source is in a line', () => {
  const values = collect(account)
    .ledger.lines()
    .map(({ value }) => value);
  for (const integration of [...checkout.integrations, ...reports.integrations])
    if ('integration_key' in integration) expect(values).not.toContain(integration.integration_key);
});

test.each([
  ['of grouping', { alert_grouping_parameters: { type: 'intelligent' } }, 'not grouped'],
  ['of urgency', { incident_urgency_rule: { type: 'by_moon' } }, 'no rule that is known'],
  ['of status', { status: 'asleep' }, 'no status that is known'],
  [
    'of support hours',
    { incident_urgency_rule: { type: 'use_support_hours' } },
    'no support hours',
  ],
])('a value %s that is not known changes who is told, says a line', (_, values, text) => {
  const brought = collect({ ...account, services: [{ ...reports, ...values }] });
  const lines = linesOf(brought).filter((line) => line.startsWith('behaviour pagerduty:services:'));
  expect(lines.filter((line) => line.includes(text))).toHaveLength(1);
});
