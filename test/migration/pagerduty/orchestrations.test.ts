import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/mapping/index.ts';
import { eventAttributes } from '../../../src/migration/products/pagerduty/event-mapping.ts';
import { collect, linesOf, type Objects } from './collected.ts';
import { account } from './fixtures/account.ts';
import { pathOf, ruleOf } from './fixtures/orchestrations.ts';
import { follow } from './follow.ts';

const nothing = {
  ...{ rulesets: [], 'ruleset-rules': {} },
  ...{ 'orchestration-global': {}, 'orchestration-unrouted': {} },
  ...{ 'service-orchestrations': {}, 'orchestration-routers': {} },
};
type Sets = Record<string, object[]>;
const withRouter = (sets: Sets, actions: object = {}, more: Objects = {}): Objects => ({
  ...{ ...account, ...nothing, ...more },
  'orchestration-routers': { PORCH01: [pathOf('router', sets, actions)] },
});
const withService = (sets: Sets, actions: object = {}): Objects => ({
  ...{ ...account, ...nothing, 'orchestration-details': {} },
  'service-orchestrations': { PSERV01: [pathOf('service', sets, actions)] },
});
const globally = (sets: Sets, actions: object = {}): Objects => ({
  'orchestration-global': { PORCH01: [pathOf('global', sets, actions)] },
});
const service = 'pagerduty:integrations:PINTEG1';
const main = 'pagerduty:orchestration-integrations:PORCHIN';
const checkout = 'pagerduty:services:pserv01';

const event = (payload: { [key: string]: Json }, more: { [key: string]: Json } = {}): Json => ({
  ...{ event_action: 'trigger', dedup_key: 'k1', ...more },
  payload: { summary: 'Disk full', source: 'db1', severity: 'error', ...payload },
});

describe('a router', () => {
  const carts = ruleOf('Carts', { route_to: 'PSERV01' }, "event.source matches 'A and B'");
  const rest = ruleOf('Rest', { route_to: 'PSERV02' });

  test('is rules that choose the policy of the service, the first that matches alone', () => {
    const [routing] = collect(withRouter({ start: [carts, rest] })).of('tocsin_routing');
    expect(routing?.rules).toHaveLength(2);
    expect(routing?.rules?.[0]).toEqual({
      displayName: 'carts',
      conditions: {
        integrations: [main],
        intents: ['Created'],
        attributes: [{ name: 'event.source', operator: '=', value: 'A and B', ignoreCase: true }],
        attributesMatchType: 'all',
      },
      actions: {
        useEscalationPolicyId: 'pagerduty:escalation-policies:PPOLICY',
        addInteraction: 'Affects',
        affectsServices: ['pagerduty:services:PSERV01'],
        ruleFlowControl: 'Skip',
      },
    });
    const one = event({ source: 'a and b' });
    expect(follow(withRouter({ start: [carts, rest] }), main, one)).toEqual({
      ...{ title: 'Disk full', severity: 'Critical', status: 'Open', correlationId: 'k1' },
      ...{ isMuted: false, isDiscarded: false, isSnoozed: false, held: null },
      ...{ policy: 'pagerduty:escalation-policies:ppolicy', services: [checkout] },
      ...{ comments: [], set: {} },
    });
  });

  test('mutes what it does not route, as PagerDuty opens no incident for that', () => {
    const objects = withRouter({ start: [carts] }, { route_to: 'unrouted' });
    expect(follow(objects, main, event({})).isMuted).toBe(true);
    expect(follow(objects, main, event({ source: 'a and b' })).isMuted).toBe(false);
  });

  test('may read the service from the event', () => {
    const dynamic = {
      source: 'event.custom_details.service',
      ...{ regex: 'svc-(.*)', lookup_by: 'service_name' },
    };
    const objects = withRouter({ start: [ruleOf('Dynamic', { dynamic_route_to: dynamic }), rest] });
    const details = { custom_details: { service: 'svc-Checkout' } };
    expect(follow(objects, main, event(details)).services).toEqual([checkout]);
    expect(follow(objects, main, event({})).services).toEqual(['pagerduty:services:pserv02']);
  });
});

describe('rules that change events', () => {
  test('come before those that route, and after them those of the service', () => {
    const objects = withRouter(
      { start: [ruleOf('All', { route_to: 'PSERV01' })] },
      {},
      {
        ...globally({
          start: [
            ruleOf('Quiet', { suppress: true }, "event.class matches 'test'"),
            ruleOf('Low', { severity: 'info', route_to: 'more' }, "event.class matches 'low'"),
          ],
          more: [ruleOf('Note', { annotate: 'Low' })],
        }),
        'service-orchestrations': {
          PSERV01: [pathOf('service', { start: [ruleOf('Pause', { suspend: 300 })] })],
        },
      },
    );
    expect(follow(objects, main, event({ class: 'low' }))).toMatchObject({
      ...{
        severity: 'Minor',
        comments: expect.arrayContaining(['Low']),
        services: [checkout],
        isMuted: false,
      },
      held: 'Pause',
    });
    expect(follow(objects, main, event({ class: 'test' }))).toMatchObject({
      ...{ severity: 'Critical', services: [checkout], isMuted: true },
    });
  });

  test('of a set end with the first that matches, else with what reaches the end', () => {
    const objects = withService(
      {
        start: [
          ruleOf('One', { severity: 'info' }, "event.source matches part 'db'"),
          ruleOf('Two', { severity: 'warning' }, "event.source matches part 'db1'"),
        ],
      },
      { annotate: 'Unknown' },
    );
    expect(follow(objects, service, event({}))).toMatchObject({ severity: 'Minor', comments: [] });
    expect(follow(objects, service, event({ source: 'web' }))).toMatchObject({
      ...{ severity: 'Critical', comments: ['Unknown'] },
    });
  });

  test('drop, end, snooze, follow another policy, and say the priority', () => {
    const objects = withService({
      start: [
        ruleOf('A', { drop_event: true }, "event.class matches 'a'"),
        ruleOf('B', { event_action: 'resolve' }, "event.class matches 'b'"),
        ruleOf('C', { suspend: 7200, priority: 'PPRIO01' }, "event.class matches 'c'"),
        ruleOf('D', { escalation_policy: 'PPOLICY' }, "event.class matches 'd'"),
      ],
    });
    const of = (name: string) => follow(objects, service, event({ class: name }));
    expect(of('a')).toMatchObject({ isDiscarded: true });
    expect(of('b')).toMatchObject({ status: 'Resolved' });
    expect(of('c')).toMatchObject({ isSnoozed: true, set: { Priority: 'P1' } });
    expect(of('d')).toMatchObject({ policy: 'pagerduty:escalation-policies:ppolicy' });
  });

  test('wait for a number of events where others of them are muted', () => {
    const many = 'event.class exists and trigger_count over 5 minutes > 10';
    const muted = withService({
      start: [ruleOf('Many', {}, many), ruleOf('Few', { suppress: true })],
    });
    expect(follow(muted, service, event({ class: 'x' }))).toMatchObject({ held: 'Threshold' });
    const told = collect(withService({ start: [ruleOf('Many', { annotate: 'Many' }, many)] }));
    expect(told.of('tocsin_routing')).toEqual([]);
    expect(linesOf(told).join('\n')).toContain(
      'not brought: rules count events only to wait with telling people',
    );
  });

  test('of hours in another zone move where clocks differ by the same all year', () => {
    const scheduleOf = (zone: string) => {
      const rule = ruleOf('Night', { suppress: true }, `now in Mon 08:00:00 to 18:00:00 ${zone}`);
      const brought = collect(withService({ start: [rule] }));
      const [routing] = brought.of('tocsin_routing');
      const lines = linesOf(brought).filter((line) => line.includes('hours are meant'));
      return [routing?.rules?.[0]?.conditions.schedule, lines.length];
    };
    expect(scheduleOf('America/New_York')).toEqual([
      { after: '08:00', before: '18:00', daysOfWeek: ['mon'] },
      0,
    ]);
    expect(scheduleOf('America/Toronto')).toEqual(scheduleOf('America/New_York'));
    expect(scheduleOf('America/Chicago')).toEqual([
      { after: '09:00', before: '19:00', daysOfWeek: ['mon'] },
      0,
    ]);
    expect(scheduleOf('Asia/Tokyo')[1]).toBe(1);
  });
});

describe('what all events become', () => {
  test('is in the mapping, and conditions look at it', () => {
    const objects = withService({
      start: [
        ruleOf('First', {
          route_to: 'more',
          variables: [{ name: 'host', path: 'event.source', type: 'regex', value: '^([a-z]+)' }],
          extractions: [
            { target: 'event.summary', template: '{{variables.host}}: {{event.summary}}' },
            { target: 'event.dedup_key', source: 'event.custom_details.key', regex: '(.)-(.)' },
            { target: 'event.class', source: 'event.custom_details.kind', regex: '.*' },
          ],
        }),
      ],
      more: [ruleOf('Quiet', { suppress: true }, "event.class matches 'test'")],
    });
    const one = event({ class: 'real', custom_details: { key: 'a-b', kind: 'test' } });
    expect(follow(objects, service, one)).toMatchObject({
      ...{ title: 'db: Disk full', correlationId: 'ab', isMuted: true },
    });
    expect(follow(objects, service, event({ class: 'real' }))).toMatchObject({
      ...{ title: 'db: Disk full', correlationId: 'k1', isMuted: false },
    });
  });

  test('stays as it was sent where only some events are changed, with a line', () => {
    const extraction = { target: 'event.dedup_key', source: 'event.class', regex: '.*' };
    const lines = linesOf(
      collect(
        withService({
          start: [ruleOf('Some', { extractions: [extraction] }, 'event.class exists')],
        }),
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^behaviour .*extractions\/0: event.dedup_key stays as it was sent/),
    );
  });

  test('is read as the type reads it', () => {
    const type = load(readFileSync('templates/PagerDutyEvents/type.yaml', 'utf8'));
    expect(type).toMatchObject({ mapping: { attributes: eventAttributes } });
  });
});

describe('a ruleset', () => {
  const old = 'pagerduty:ruleset-integrations:PRULES1';

  test('routes by its rules, waits for a number of events, and mutes the rest', () => {
    const objects = { ...account, 'orchestration-details': {}, 'service-orchestrations': {} };
    const [integration] = collect(objects)
      .of('tocsin_integration')
      .filter(({ displayName }) => displayName === 'Old door');
    expect(integration?.acceptedKeys).toEqual([{ key: 'R0000000000000000000000000000001' }]);
    const plain = { class: 'db', summary: 'x' };
    expect(follow(objects, old, event({ ...plain, source: 'web' }))).toMatchObject({
      ...{ services: [checkout], isMuted: false, held: 'Threshold' },
    });
    expect(follow(objects, old, event(plain))).toMatchObject({
      ...{ services: [], isMuted: true },
    });
    // A Monday morning in New York, within the year of the rule.
    const rule = collect(objects).of('tocsin_routing')[0]?.rules?.[0];
    expect(rule?.conditions).toMatchObject({
      schedule: { after: '08:00', before: '18:00', daysOfWeek: ['mon', 'tue'] },
      dateRestriction: { from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' },
      attributes: [{ name: 'raw_event.payload.summary', operator: 'contains', value: 'disk' }],
    });
    expect(follow(objects, old, event({ class: 'web' }))).toMatchObject({
      ...{ severity: 'Warning', services: [checkout], held: 'Pause', set: { Priority: 'P1' } },
    });
  });

  test('looks at what all events become', () => {
    const rules = [
      { id: 'A', position: 0, actions: { extractions: [{ target: 'class', template: 'all' }] } },
    ];
    const objects = { ...account, 'ruleset-rules': { PRULES1: rules } };
    const mapping = collect(objects)
      .of('tocsin_integration_mapping')
      .find(({ integrationId }) => integrationId === old);
    expect(mapping?.attributesMapping.attributes[0]).toEqual({
      name: 'Class',
      mappings: [{ static: 'all' }],
    });
  });
});

test('rules that are not followed are lines', () => {
  const lines = linesOf(
    collect(
      withService({
        start: [ruleOf('There', { route_to: 'back' }), { ...ruleOf('Off', {}), disabled: true }],
        back: [ruleOf('Back', { route_to: 'start' }), ruleOf('Gone', { route_to: 'nowhere' })],
        alone: [ruleOf('Never', { suppress: true })],
      }),
    ),
  ).join('\n');
  expect(lines).toContain('/sets/0/rules/1: disabled');
  expect(lines).toContain('not followed: it leads back to where it comes from');
  expect(lines).toContain('no set of this orchestration');
  expect(lines).toContain('/sets/2: no rule leads to this set');
});
