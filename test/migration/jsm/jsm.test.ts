import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Import, importFrom } from '../../../src/migration/import-from.ts';
import type { Added } from '../../../src/migration/model/added.ts';
import { findField } from '../../../src/migration/model/fields.ts';
import type { Work } from '../../../src/migration/model/importer.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import type { Bodies, ImportedType } from '../../../src/migration/model/neutral.ts';
import { fields } from '../../../src/migration/products/jsm/fields.ts';
import { jsmImporter } from '../../../src/migration/products/jsm/importer.ts';
import { jsm } from '../../../src/migration/products/jsm/product.ts';
import { jsmState } from '../../../src/migration/products/jsm/state.ts';
import { createClient } from '../../../src/migration/read/client.ts';
import { readAll } from '../../../src/migration/read/read-all.ts';
import { type Fake, startFake } from '../fake-product.ts';
import { leavesOf } from '../field-laws.ts';
import { jsmResources } from '../states/fixtures/jsm.ts';
import { readState, shown } from '../states/shown.ts';
import { account, answers, results } from './account.ts';

const since = new Date('2026-11-01T00:00:00Z');

/** What the importer brings, without a writer. */
function collect(of = results, answered: ReadonlyMap<string, string> = answers) {
  const ledger = createLedger('jsm', of, fields);
  const added = new Map<string, Added>();
  const work: Work = {
    ledger,
    since,
    add(type, key, body) {
      if (added.has(key)) throw new Error(`${key} is added twice.`);
      // The type and its body come together.
      added.set(key, { type, key, body } as Added);
      return key;
    },
    has: (key) => added.has(key),
    answer: ({ id, usual }) => answered.get(id) ?? usual ?? '',
  };
  jsmImporter.bring(work);
  return {
    ...{ work, ledger, added },
    bodies<Type extends ImportedType>(type: Type): Record<string, Bodies[Type]> {
      return Object.fromEntries(
        [...added].flatMap(([key, one]) =>
          one.type === type ? [[key, one.body as Bodies[Type]]] : [],
        ),
      );
    },
    lines: () =>
      ledger.lines().map(({ level, key, pointer, text }) => `${level} ${key}${pointer}: ${text}`),
  };
}

it('every value has a place, and each row a value', () => {
  const { ledger } = collect();
  expect(ledger.lines().filter(({ level }) => level === 'unread')).toEqual([]);
  expect(ledger.unlisted()).toEqual([]);
  const looked = readState(jsm, shown(jsmResources));
  for (const { read, imported, residue, noise } of ledger.counts())
    expect(imported + residue + noise).toBe(read);
  const kinds = new Set([...jsm.kinds.map(({ name }) => name), ...Object.keys(jsmState.kinds)]);
  expect(Object.keys(fields).toSorted()).toEqual([...kinds].toSorted());
  const missing = Object.entries(fields).flatMap(([kind, rows]) => {
    const inState = looked.results.get(kind);
    const answers = [
      ...(account[kind] ?? []),
      ...(inState?.state === 'whole' ? inState.answers : []),
    ];
    const pointers = answers.flatMap(({ objects }) =>
      objects.flatMap((object) => leavesOf(object)),
    );
    const used = new Set(pointers.map((pointer) => findField(rows, pointer)));
    return rows.filter((row) => !used.has(row)).map(({ from }) => `${kind} ${from}`);
  });
  // Policies of teams, and of all, have the same members.
  expect(missing.filter((row) => !/^team-(alert|maint)|notification-policy-d/.test(row))).toEqual(
    [],
  );
});

it('people are who they are said to be, and whoever is skipped leaves an empty turn', () => {
  expect(collect().bodies('tocsin_user')).toEqual({
    'jsm:people:712020:ada': { email: 'ada@example.com' },
    'jsm:people:712020:ben': { email: 'ben@example.com' },
    'jsm:people:712020:cy': { email: 'cy@example.com' },
  });
  const groupsOf = (bodies: ReturnType<typeof collect>['bodies']) =>
    bodies('tocsin_schedule')['jsm:schedules:s1']?.layers[0]?.groups.map(({ userIds }) => userIds);
  expect(groupsOf(collect().bodies)).toEqual([
    ['jsm:people:712020:ada'],
    [],
    ['jsm:people:712020:ben'],
  ]);
  const skipped = collect(results, new Map([...answers, ['person:712020:ben', 'skip']]));
  expect(groupsOf(skipped.bodies)).toEqual([['jsm:people:712020:ada'], [], []]);
});

it('a run without addresses asks for each of them', () => {
  const saved = { product: 'jsm', url: 'https://api.example.com', savedAt: '2026-11-01', results };
  const run = (given: ReadonlyMap<string, string>): Import =>
    importFrom({ name: 'jsm', displayName: 'JSM', importer: jsmImporter }, saved, {
      ...{ answers: given, since, lock: new Map() },
      compare: { from: since, days: 60 },
    });
  const asked = run(new Map());
  expect(asked.outcome === 'needsAnswers' && asked.questions.map(({ id }) => id)).toEqual([
    ...answers.keys(),
  ]);
  const written = run(answers);
  if (written.outcome !== 'written') throw new Error('It asks.');
  expect(written.report.compared).toMatchObject({ schedules: 1, different: 0, left: [] });
  expect(written.report.lines.filter(({ text }) => /is told|tells/.test(text))).toEqual([]);
  expect(written.report.lines.filter(({ text }) => text.startsWith('left out as'))).toEqual([]);
});

it('schedules, overrides and escalations are those of Opsgenie by another name', () => {
  const { bodies } = collect();
  expect(bodies('tocsin_team')).toMatchObject({
    'jsm:teams:shop': { displayName: 'Shop', timeZoneId: 'Europe/Berlin' },
    'jsm:teams:pay': { displayName: 'Payments' },
  });
  expect(bodies('tocsin_schedule')['jsm:schedules:s1']).toMatchObject({
    teamId: 'jsm:teams:shop',
    layers: [
      { id: 'r1', turns: { every: 1, unit: 'weeks' }, endsAt: '2027-10-05T07:00:00.000Z' },
      {
        id: 'r2',
        turns: null,
        hours: [{ fromDay: 'sat', from: '00:00', untilDay: 'mon', until: '00:00' }],
      },
    ],
  });
  expect(Object.values(bodies('tocsin_on_call_override'))).toMatchObject([
    { userId: 'jsm:people:712020:cy', mode: 'replace', layerIds: ['r1'] },
    { userId: 'jsm:people:712020:ben', replacementUserIds: ['jsm:people:712020:ada'] },
  ]);
  expect(bodies('tocsin_escalation_policy')['jsm:escalations:shop:e1']).toMatchObject({
    ...{ teamId: 'jsm:teams:shop', isDefault: true, loops: 2, loopAfterMinutes: 10 },
    steps: [
      { afterMinutes: 0, targets: [{ scheduleId: 'jsm:schedules:s1', pick: 'onCall' }] },
      { afterMinutes: 15, stopsWhen: 'resolved', targets: [{ userId: 'jsm:people:712020:cy' }] },
    ],
  });
  expect(Object.keys(bodies('tocsin_team_membership')).toSorted()).toEqual([
    'jsm:team-memberships:pay:ben',
    ...['ada', 'ben', 'cy'].map((name) => `jsm:team-memberships:shop:${name}`),
  ]);
});

it('policies and routing rules are rules of each team', () => {
  const { bodies, lines } = collect();
  const rules = bodies('tocsin_routing')['jsm:team-routing-rules:shop']?.rules ?? [];
  const named = (name: string) => rules.filter(({ displayName }) => displayName === name);
  const attributes = [{ name: 'matched_1', operator: '=', value: 'yes' }];
  expect(named('Raise')).toMatchObject([
    {
      conditions: { attributes, schedule: { after: '22:00', before: '06:15' } },
      actions: {
        changeSeverity: 'Critical',
        assignToTeams: ['jsm:teams:pay'],
        setAttributes: [
          { name: 'Description', value: 'Look here' },
          { name: 'Details.by', value: 'policy' },
          { name: 'Tags', value: '["raised"]' },
        ],
      },
    },
  ]);
  expect(named('Late')).toEqual([]);
  expect(lines()).toContain(
    'behaviour jsm:notification-policy-details:shop:n1/timeRestriction: Hours that are not known to this version.',
  );
  expect(named('Close').map(({ actions }) => actions)).toMatchObject([
    { snoozeForRelativeInMinutes: 10 },
    { addInteraction: 'Resolved', delayActionsInMinutes: 120 },
  ]);
  expect(named('Wait')[0]?.actions?.hold).toEqual({
    threshold: { payloads: 5, withinMinutes: 10, below: 'alert' },
  });
  expect(named('Disks')).toMatchObject([
    {
      conditions: { attributes, schedule: { daysOfWeek: ['mon'] } },
      actions: { useEscalationPolicyId: 'jsm:team-policies:shop:s1', ruleFlowControl: 'Skip' },
    },
  ]);
});

it('integrations have the mapping that their actions say, and need another key', () => {
  const { bodies, lines } = collect();
  expect(bodies('tocsin_integration')).toMatchObject({
    'jsm:integrations:i1': { type: 'OpsgenieAlertApi', teamId: 'jsm:teams:shop', isMuted: true },
    'jsm:integrations:i2': { type: 'Email', isInMaintenance: true },
    'jsm:heartbeats:backup': {
      type: 'HeartbeatMonitor',
      teamId: 'jsm:teams:shop',
      integrationSettings: { heartbeatMonitor: { intervalInSec: 432_000, severity: 'Critical' } },
    },
  });
  const mapping = bodies('tocsin_integration_mapping')['jsm:integrations:i1:mapping'];
  const names = mapping?.attributesMapping.attributes.map(({ name }) => name) ?? [];
  expect(names.slice(0, 5)).toEqual([
    'Sent alias',
    'Sent alias',
    'Sent alias',
    'Sent source',
    'Discard',
  ]);
  expect(names.at(-1)).toBe('matched_1');
  const details = 'jsm:integration-action-details:i1';
  expect(lines()).toEqual(
    expect.arrayContaining([
      'secret jsm:integration-details:i1: Its key is not told: senders have to be given the one of Tocsin.',
      `behaviour ${details}:a3: Tells another tool of alerts: set up an outbound integration here.`,
      `lost ${details}:a4: Switched off there, so it is left out.`,
      'lost jsm:team-maintenances:shop:m1: The same is in maintenances.',
    ]),
  );
  expect(Object.keys(bodies('tocsin_integration_maintenance_window'))).toEqual([
    'jsm:maintenances:m1:0',
    'jsm:team-maintenances:shop:m2:0',
  ]);
});

it('the same account in another order brings the same', () => {
  const turned = new Map(
    [...results].map(([kind, result]) => [
      kind,
      result.state === 'whole' ? { ...result, answers: result.answers.toReversed() } : result,
    ]),
  );
  expect(Object.fromEntries(collect(turned).added)).toEqual(Object.fromEntries(collect().added));
});

let fake: Fake;
const key = 'ada@example.com:invented-token-of-atlassian';

beforeAll(async () => {
  const one = (path: RegExp, value: unknown) => [path, value] as const;
  fake = await startFake(
    [
      one(/^\/v1\/teams(\?|$)/, account.teams?.[0]?.objects),
      one(/^\/v1\/schedules\?/, account.schedules?.[0]?.objects),
      one(/^\/v1\/schedules\/s1\/overrides/, account['schedule-overrides']?.[0]?.objects),
      one(/^\/v1\/teams\/shop\/routing-rules/, account['team-routing-rules']?.[0]?.objects),
      one(/^\/v1\/integrations\/i1$/, { id: 'i1', name: 'API', type: 'API' }),
      one(/^\/v1\/integrations\/i1\/actions$/, [{ id: 'a1' }]),
      one(/^\/v1\/integrations\/i1\/actions\/a1$/, { id: 'a1', type: 'create' }),
      one(/^\/v1\/integrations$/, [{ id: 'i1' }]),
      one(/^\/v1\/teams\/\w+\/\w/, []),
      one(/^\/v1\//, []),
    ],
    `Basic ${Buffer.from(key).toString('base64')}`,
    (value, { pathname, searchParams }) => {
      if (!Array.isArray(value)) return value;
      const offset = Number(searchParams.get('offset') ?? 0);
      const next = `${pathname}?offset=${offset + 1}&size=1`;
      const isTeams = pathname.endsWith('/teams');
      return {
        [isTeams ? 'platformTeams' : 'values']: value.slice(offset, offset + 1),
        links: offset + 1 < value.length ? { next } : {},
      };
    },
  );
});
afterAll(() => fake.stop());

it('is read page by page, with an address and a token', async () => {
  const client = createClient(jsm, {
    ...{ url: `${fake.url}/v1`, key, fetch },
    time: { now: () => since, elapsed: () => 0, sleep: async () => undefined, jitter: () => 0 },
  });
  const read = await readAll(jsm, client);
  expect([...read].filter(([, { state }]) => state !== 'whole')).toEqual([]);
  expect(read.get('teams')).toEqual(results.get('teams'));
  expect(read.get('team-routing-rules')).toMatchObject({
    answers: [
      { of: ['shop'], objects: [{ id: 'rr1' }, { id: 'rr3' }, { id: 'rr2' }] },
      { of: ['pay'] },
    ],
  });
  expect(read.get('integration-action-details')).toEqual({
    state: 'whole',
    answers: [{ of: ['i1', 'a1'], objects: [{ id: 'a1', type: 'create' }] }],
  });
});
