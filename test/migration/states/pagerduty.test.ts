import { expect, it } from 'vitest';
import { pagerduty } from '../../../src/migration/products/pagerduty/product.ts';
import { pagerdutyResources, routingKey } from './fixtures/pagerduty.ts';
import { imported, objectsOf, readState, shown } from './shown.ts';

const text = shown(pagerdutyResources);

it('objects are those of the API', () => {
  const saved = readState(pagerduty, text);
  const users = objectsOf(saved, 'users');
  expect(users).toHaveLength(3);
  expect(users.find((user) => (user as { id: string }).id === 'PADA')).toMatchObject({
    email: 'ada@example.com',
    contact_methods: [{ id: 'PC1', country_code: 49, address: '30123456' }],
    notification_rules: [{ urgency: 'high', contact_method: { id: 'PC1' } }],
    license: { id: 'PLIC' },
  });
  expect(objectsOf(saved, 'handoff-rules')).toMatchObject([
    ['PADA', { notify_advance_in_minutes: 60, contact_method: { id: 'PC1' } }],
  ]);
  expect(objectsOf(saved, 'team-members')).toEqual([
    ['PT1', { user: { id: 'PBEN' }, role: 'responder' }],
  ]);
  expect(objectsOf(saved, 'schedule-details')).toMatchObject([
    [
      'PS1',
      {
        teams: [{ id: 'PT1' }],
        schedule_layers: [
          {
            ...{ id: 'high', users: [{ user: { id: 'PCLEO' } }] },
            restrictions: [{ type: 'daily_restriction', duration_seconds: 3600 }],
          },
          { id: 'low', users: [{ user: { id: 'PADA' } }, { user: { id: 'PBEN' } }] },
        ],
      },
    ],
  ]);
  expect(objectsOf(saved, 'schedules')).toContainEqual({ id: 'PS9', name: 'Other' });
  expect(objectsOf(saved, 'flexible-schedule-events')).toMatchObject([
    [
      ...['PS2', 'ROT1'],
      {
        assignment_strategy: {
          shifts_per_member: 1,
          members: [{ user_id: 'PADA' }, { type: 'empty_member' }],
        },
      },
    ],
  ]);
  expect(objectsOf(saved, 'escalation-policies')).toMatchObject([
    {
      escalation_rules: [
        {
          escalation_rule_assignment_strategy: { type: 'round_robin' },
          targets: [{ id: 'PADA' }, { id: 'PS1', type: 'schedule_reference' }],
        },
      ],
    },
  ]);
  const [service] = objectsOf(saved, 'services');
  expect(service).toMatchObject({
    ...{ auto_resolve_timeout: 14_400, escalation_policy: { id: 'PP1' } },
    incident_urgency_rule: { during_support_hours: { urgency: 'high' } },
    support_hours: { days_of_week: [1, 2, 3] },
    scheduled_actions: [{ at: { name: 'support_hours_start' } }],
    alert_grouping_parameters: {
      type: 'content_based',
      config: { time_window: 300, fields: ['summary'] },
    },
    integrations: [{ integration_key: routingKey, vendor: { id: 'PVEN', summary: 'Datadog' } }],
  });
  expect(service).not.toHaveProperty('acknowledgement_timeout');
  expect(objectsOf(saved, 'business-service-dependencies')).toMatchObject([
    ['PB1', { supporting_service: { id: 'PV1' }, dependent_service: { id: 'PB1' } }],
  ]);
  expect(objectsOf(saved, 'service-dependencies')).toEqual([]);
  expect(objectsOf(saved, 'orchestration-details')).toMatchObject([
    ['O1', { team: { id: 'PT1' }, integrations: [{ id: 'OI1' }, { id: 'OI2', label: 'Second' }] }],
  ]);
  expect(objectsOf(saved, 'orchestration-routers')).toMatchObject([
    [
      'O1',
      {
        sets: [{ rules: [{ conditions: [{}], actions: { route_to: 'PV1' } }] }],
        catch_all: { actions: { route_to: 'unrouted' } },
      },
    ],
  ]);
});

it('what a rule does has the names of the API, of which there is more than one', () => {
  expect(objectsOf(readState(pagerduty, text), 'service-orchestrations')).toMatchObject([
    [
      'PV1',
      {
        sets: [
          {
            rules: [
              {
                actions: {
                  variables: [{ name: 'host', path: 'event.source' }],
                  extractions: [{ target: 'event.summary' }],
                  automation_actions: [{ headers: [{ key: 'a' }] }],
                  incident_custom_field_updates: [{ id: 'F' }],
                },
              },
            ],
          },
        ],
      },
    ],
  ]);
});

it('the layer that Terraform has last comes first', () => {
  const { files } = imported(pagerduty, text);
  const layers = files.get('schedules.tf')?.split('level').slice(1) ?? [];
  expect(layers[0]).toMatch(/= 1[\s\S]*tocsin_user\.cleo/);
});

it('an import knows every attribute, and says of what nothing is known', () => {
  const { report, files } = imported(pagerduty, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(report.lines.filter(({ text: said }) => said.startsWith('left out as'))).toEqual([]);
  expect(report.written).toMatchObject({
    ...{ tocsin_user: 3, tocsin_schedule: 2, tocsin_escalation_policy: 1, tocsin_service: 2 },
    ...{ tocsin_integration: 3, tocsin_routing: 1, tocsin_integration_maintenance_window: 1 },
  });
  const notRead = Object.fromEntries(report.notRead.map(({ kind, why }) => [kind, why]));
  expect(notRead).toMatchObject({
    'schedule-overrides': 'the Terraform provider has no resource for them',
    pagerduty_tag: 'nothing is made of pagerduty_tag.night',
    rulesets: 'the state has no pagerduty_ruleset',
  });
  expect([...files.values()].join('\n')).not.toContain(routingKey);
});
