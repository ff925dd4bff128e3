import { expect, it } from 'vitest';
import { compileMapping, evaluateMapping, type Json } from '../../../src/mapping/index.ts';
import { comparePolicies } from '../../../src/migration/compare/compare-policies.ts';
import { mappingOfType } from '../../../src/migration/model/type-mapping.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import {
  anyType,
  integrationTypeOf,
} from '../../../src/migration/products/opsgenie/integration-types.ts';
import { collect, listed, of, type Saved, together } from './collect.ts';
import { integrations, policies, routing } from './fixtures/alerts.ts';
import { escalations, schedules } from './fixtures/duty.ts';
import { everybody } from './fixtures/people.ts';

const nobodyAnswers = {
  openedAt: new Date('2026-11-02T08:00:00Z'),
  ...{ acknowledgedAfter: null, closedAfter: null, minutes: 500, isAnybodyOnCall: true },
};
const base = together(everybody, schedules, escalations);

/** What the mapping of an integration makes of a request to the Alert API. */
function read(saved: Saved, id: string, jsonBody: { [key: string]: Json }, answers = {}) {
  const mappings = collect(saved, { answers }).bodies('tocsin_integration_mapping');
  const mapping = mappings[`opsgenie:integrations:${id}:mapping`]?.attributesMapping;
  if (!mapping) throw new Error(`${id} has no mapping.`);
  const compiled = compileMapping({ attributes: mapping.attributes });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const { outcome, title, correlationId, severity, attributes } = evaluateMapping(
    compiled.program,
    { payload: { jsonBody }, integrationName: 'Shop API' },
  );
  const values = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
  return { outcome, title, correlationId, severity, values };
}

const alert = {
  action: 'create',
  message: 'Disk is full',
  alias: 'disk',
  source: 'db-1',
  user: 'Ada',
  tags: ['db'],
  details: { env: 'prod', priority: 'p1', by: 'hand' },
};
const actions = together(base, integrations);

it('the first action that matches says what an alert is', () => {
  const production = read(actions, 'i1', alert);
  expect(production).toMatchObject({
    ...{ outcome: 'Open', title: 'Disk is full', correlationId: 'disk-db-1' },
    severity: 'Critical',
    values: {
      ...{ Action: 'From production', Priority: 'p1', Tags: '["db","api"]' },
      'Details.by': 'api of Ada',
    },
  });
  const elsewhere = read(actions, 'i1', { ...alert, details: { env: 'test', by: 'hand' } });
  expect(elsewhere).toMatchObject({
    ...{ outcome: 'Open', title: 'Elsewhere: Disk is full', correlationId: 'disk' },
    severity: 'Minor',
    values: { Priority: 'P4', Tags: '["db"]', 'Details.by': 'hand' },
  });
  expect(elsewhere.values.Action).toBeUndefined();
  expect(read(actions, 'i1', { ...alert, tags: [] }).values.Tags).toBe('["api"]');
});

it('what is ignored, and what no action is for, is discarded', () => {
  const outcome = (body: { [key: string]: Json }) => read(actions, 'i1', body).outcome;
  expect(outcome({ ...alert, message: 'TEST of it' })).toBe('Discarded');
  expect(outcome({ action: 'close', identifier: 'disk', source: 'Robot 7' })).toBe('Resolved');
  expect(outcome({ action: 'close', identifier: 'disk', source: 'Ada' })).toBe('Discarded');
  expect(outcome({ action: 'addNote', identifier: 'disk' })).toBe('Discarded');
  expect(outcome({ action: 'delete', identifier: 'disk' })).toBe('Resolved');
});

it('teams that an integration or an action tells are assigned by a rule of its team', () => {
  const { bodies, lines } = collect(actions);
  expect(bodies('tocsin_routing')['opsgenie:team-routing-rules:pay']?.rules).toEqual([
    {
      displayName: 'Responders of Datadog',
      conditions: { intents: ['Created'], integrations: ['opsgenie:integrations:i2'] },
      actions: { assignToTeams: ['opsgenie:team-details:shop'], ruleFlowControl: 'Continue' },
    },
  ]);
  expect(bodies('tocsin_routing')['opsgenie:team-routing-rules:shop']?.rules).toEqual([
    {
      displayName: 'From production',
      conditions: {
        intents: ['Created'],
        integrations: ['opsgenie:integrations:i1'],
        attributes: [{ name: 'Action', operator: '=', value: 'From production' }],
      },
      actions: { assignToTeams: ['opsgenie:team-details:pay'], ruleFlowControl: 'Continue' },
    },
  ]);
  const of = 'opsgenie:integration-actions';
  expect(lines()).toEqual(
    expect.arrayContaining([
      `lost ${of}:i2: What this integration does unless somebody changes it.`,
      `behaviour ${of}:i4/ignore/0: What it makes of payloads is not kept: change the mapping of the integration.`,
      `lost ${of}:i1/create/0/tags: Tags are fixed texts here.`,
      `behaviour ${of}:i1/create/1/responders/0: Only teams can be added to an alert by a rule.`,
    ]),
  );
});

it('severities as they were answered are those of alerts, too', () => {
  const answers = { 'severity:P4': 'Warning', 'severity:P2': 'Warning' };
  const plain = together(base, {
    'integration-details': [of('api', { name: 'API', type: 'API', enabled: true })],
    'alert-policies': listed({ id: 'p', order: 0 }),
    'alert-policy-details': [
      ...['P2', 'P3', 'P4'].map((priority) =>
        of('p', { id: 'p', name: priority, enabled: true, continue: true, priority }),
      ),
    ],
  });
  const severityOf = (priority: string) =>
    read(plain, 'api', { ...alert, priority }, answers).severity;
  expect(['P1', 'P2', 'P3', 'P4', 'P5'].map(severityOf)).toEqual([
    ...['Critical', 'Warning', 'Warning', 'Warning', 'Minor'],
  ]);
});

const condition = (field: string, operation: string, expectedValue: string, more = {}) => ({
  ...{ field, operation, expectedValue, not: false, ...more },
});

/** Whether the only rule of a team holds for an alert, of which the severity is left aside. */
function holds(conditions: object[], body: object = alert, type = 'match-all-conditions'): boolean {
  const saved = together(base, {
    'integration-details': [of('api', { name: 'API', type: 'API', teamId: 'shop' })],
    'team-routing-rules': [
      of('shop', {
        ...{ id: 'r', order: 0, criteria: { type, conditions }, notify: { type: 'none' } },
      }),
    ],
  });
  const { bodies } = collect(saved);
  const rules = bodies('tocsin_routing')['opsgenie:team-routing-rules:shop']?.rules ?? [];
  const mapping =
    bodies('tocsin_integration_mapping')['opsgenie:integrations:api:mapping']?.attributesMapping ??
    mappingOfType('OpsgenieAlertApi');
  const compiled = compileMapping({ attributes: mapping?.attributes ?? [] });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const { attributes, title } = evaluateMapping(compiled.program, {
    payload: JSON.parse(JSON.stringify({ jsonBody: body })),
    integrationName: 'API',
  });
  const values = new Map(attributes.map(({ name, value }) => [name, value]));
  values.set('Title', title ?? '');
  return rules.some(({ conditions: { attributes: all, attributesMatchType } }) => {
    const verdicts = (all ?? []).map(({ name, operator, value }) => {
      const present = values.get(name);
      if (operator === '=') return present === value;
      if (operator === '!=') return present !== value;
      if (operator === '!contains') return !present?.includes(value ?? '');
      if (operator === 'contains') return present?.includes(value ?? '') ?? false;
      return operator === '>' && Number(present) > Number(value);
    });
    return attributesMatchType === 'any' ? verdicts.includes(true) : !verdicts.includes(false);
  });
}

it.each([
  ['matches all of it', [condition('message', 'matches', 'Disk.*')], true],
  ['matches a part of it', [condition('message', 'matches', 'Disk')], false],
  [
    'takes quoted texts of Java',
    [condition('message', 'matches', '\\QDisk\\E\\sis \\p{Alpha}+')],
    true,
  ],
  ['is not matched', [condition('source', 'matches', 'web-\\d+', { not: true })], true],
  ['starts with', [condition('alias', 'starts-with', 'di')], true],
  ['ends with', [condition('entity', 'ends-with', 'x')], false],
  [
    'is equal but for white space',
    [condition('message', 'equals-ignore-whitespace', 'Diskis full')],
    true,
  ],
  ['is empty', [condition('description', 'is-empty', '')], true],
  ['is not empty', [condition('description', 'is-empty', '', { not: true })], false],
  ['has a tag', [condition('tags', 'contains', 'db')], true],
  ['has a part of a tag', [condition('tags', 'contains', 'd')], false],
  ['has a tag that matches', [condition('tags', 'matches', 'd.')], true],
  ['has a key', [condition('details', 'contains-key', 'env')], true],
  ['has no such key', [condition('extra-properties', 'contains-key', 'x')], false],
  ['has a value', [condition('extra-properties', 'contains-value', 'prod')], true],
  ['has a detail', [condition('details', 'starts-with', 'pr', { key: 'env' })], true],
  ['is more than', [condition('details', 'greater-than', '5', { key: 'env' })], false],
  ['has all', [condition('tags', 'matches', 'x'), condition('message', 'contains', 'full')], false],
])('an alert that %s', (_what, conditions, expected) => {
  expect(holds(conditions)).toBe(expected);
});

it('of any of several conditions one is enough, in one rule', () => {
  const conditions = [condition('tags', 'matches', 'x'), condition('message', 'contains', 'full')];
  expect(holds(conditions, alert, 'match-any-condition')).toBe(true);
  expect(holds(conditions, { ...alert, message: 'x' }, 'match-any-condition')).toBe(false);
});

it('other tools are asked for what their mapping has, and the report says where it has not', () => {
  const saved = together(base, routing, {
    'integration-details': [
      of('dog', { id: 'dog', name: 'Dog', type: 'Datadog', teamId: 'shop' }),
      of('pay', { name: 'Pay', type: 'API', teamId: 'pay' }),
    ],
    'alert-policies': listed({ id: 'p', order: 0 }),
    'alert-policy-details': [
      of('p', {
        ...{ id: 'p', name: 'Any', enabled: true, priority: 'P1', continue: true },
        filter: {
          type: 'match-all-conditions',
          conditions: [condition('tags', 'matches', 'x.*')],
        },
      }),
    ],
  });
  expect(read(saved, 'dog', { title: '[Triggered] A disk is full' }).values.matched_2).toBe('yes');
  expect(read(saved, 'dog', { title: '[Triggered] All is well' }).values.matched_2).toBe('no');
  const { added, lines } = collect(saved);
  expect(lines()).toContain(
    'behaviour opsgenie:integration-details:dog: Rules look for a pattern in tags, which what it ' +
      'sends does not have here: they take it for something that does not match.',
  );
  // Rules of its own team and of the account are all that its incidents meet.
  const names = (id: string) => JSON.stringify(added.get(`opsgenie:integrations:${id}:mapping`));
  expect(names('pay')).toContain('matched_1');
  expect(names('pay')).not.toContain('matched_2');
});

it('a policy closes, waits and restarts', () => {
  const { bodies, lines } = collect(
    together(base, routing, {
      'notification-policies': [of('shop', ...['a', 'b'].map((id, order) => ({ id, order })))],
      'notification-policy-details': [
        of('shop/a', {
          ...{ id: 'a', name: 'All', enabled: true },
          autoCloseAction: { duration: { timeAmount: 1, timeUnit: 'days' } },
          autoRestartAction: {
            duration: { timeAmount: 45, timeUnit: 'minutes' },
            maxRepeatCount: 7,
          },
          deduplicationAction: { deduplicationActionType: 'value-based', count: 5 },
        }),
        of('shop/b', {
          ...{ id: 'b', name: 'Office', enabled: true },
          delayAction: { delayOption: 'next-weekday', untilHour: 8, untilMinute: 0 },
          autoCloseAction: { duration: { timeAmount: 30, timeUnit: 'days' } },
        }),
      ],
    }),
  );
  const rules = bodies('tocsin_routing')['opsgenie:team-routing-rules:shop']?.rules ?? [];
  const named = (name: string) =>
    rules.filter(({ displayName }) => displayName === name).map(({ actions }) => actions);
  expect(named('All')).toEqual([
    {
      hold: { threshold: { payloads: 5, withinMinutes: 1440, below: 'alert' } },
      ruleFlowControl: 'Continue',
    },
    { addInteraction: 'Resolved', delayActionsInMinutes: 1440, ruleFlowControl: 'Continue' },
  ]);
  expect(rules.filter(({ displayName }) => displayName === 'Office')).toMatchObject([
    ...[['mon'], ['tue'], ['wed'], ['thu'], ['fri', 'sat', 'sun']].map((daysOfWeek) => ({
      conditions: { schedule: { daysOfWeek } },
    })),
  ]);
  expect(named('Office').map((one) => one?.snoozeUntilWeekdayAbsolute)).toEqual([
    ...['tue', 'wed', 'thu', 'fri', 'mon'],
  ]);
  const details = 'opsgenie:notification-policy-details:shop';
  expect(lines()).toContain(
    `behaviour ${details}:b/autoCloseAction: Alerts stay open: a rule resolves them within a week.`,
  );
  expect(lines()).toContain(
    `behaviour ${details}:a/autoRestartAction: Only escalation policies go through their steps again: set it there.`,
  );
  expect(bodies('tocsin_escalation_policy')['opsgenie:escalations:e1']).toMatchObject({
    ...{ loops: 3, loopAfterMinutes: 5 },
  });
});

it('the default escalation of a team goes on as long as its policy for all alerts says', () => {
  const escalation = {
    ...{ id: 'e', name: 'E', ownerTeam: { id: 'shop' } },
    rules: [10, 25].map((timeAmount) => ({
      ...{ condition: 'if-not-acked', notifyType: 'default', delay: { timeAmount } },
      recipient: { type: 'user', id: 'ada' },
    })),
  };
  const saved = (duration: object) =>
    together(everybody, {
      escalations: listed(escalation),
      'team-routing-rules': [
        of('shop', { id: 'r', isDefault: true, notify: { type: 'escalation', id: 'e' } }),
      ],
      'notification-policy-details': [
        of('shop/a', { id: 'a', autoRestartAction: { duration, maxRepeatCount: 3 } }),
      ],
    });
  const policyOf = (duration: object) =>
    collect(saved(duration)).bodies('tocsin_escalation_policy')['opsgenie:escalations:e'];
  const minutes = (timeAmount: number) => ({ timeAmount, timeUnit: 'minutes' });
  expect(policyOf(minutes(45))).toMatchObject({ loops: 3, loopAfterMinutes: 20 });
  expect(policyOf(minutes(5))).toMatchObject({ loops: 3, loopAfterMinutes: 1 });
  expect(policyOf(minutes(0))?.loops).toBeUndefined();
  for (const each of [5, 45]) {
    const { work, added } = collect(saved(minutes(each)));
    const interpreted = opsgenieImporter.interpreted?.(work) ?? [];
    expect(interpreted[0]?.tellings(nobodyAnswers).length).toBe(8);
    expect(comparePolicies(interpreted, [...added.values()], work.since).lines).toEqual([]);
  }
});

it('each type that an integration becomes has a mapping', () => {
  const types = ['API', 'Datadog', 'Email', 'Prometheus', 'CloudWatch'].map(integrationTypeOf);
  for (const type of [...types, anyType]) expect(mappingOfType(type ?? '')).not.toBeNull();
  expect(mappingOfType('toString')).toBeNull();
});

it('policies of the account are brought to all teams in their order', () => {
  const { bodies } = collect(together(base, policies));
  for (const { rules } of Object.values(bodies('tocsin_routing')))
    expect(rules?.[0]?.displayName).toBe('Raise');
});
