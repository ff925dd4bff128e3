/** Where alerts of the past went by the logs of products, and where they go by what an import brings. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../src/cli/import-command.ts';
import { importInto } from '../../src/cli/import-into.ts';
import { createRoute } from '../../src/cli/route-events.ts';
import { importFrom } from '../../src/migration/import-from.ts';
import { importers } from '../../src/migration/importers.ts';
import { oncall } from '../../src/migration/products/oncall/product.ts';
import { createClient } from '../../src/migration/read/client.ts';
import { type KindResult, type Results, readAll } from '../../src/migration/read/read-all.ts';
import { readSaved } from '../../src/migration/read/saved.ts';
import { savedText } from '../../src/migration/saved-text.ts';
import { resultsOf as oncallResults } from './oncall/collected.ts';
import { savedAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';

const since = new Date('2026-11-01T00:00:00Z');

function withPast(results: Results, past: Readonly<Record<string, readonly object[]>>): Results {
  const whole = (objects: readonly object[]): KindResult => ({
    ...{ state: 'whole', answers: [{ of: [], objects }] },
  });
  return new Map([
    ...results,
    ...Object.entries(past).map(([kind, objects]): [string, KindResult] => [kind, whole(objects)]),
  ]);
}

/** As the command does: once to know what is brought, once with where events go by it. */
async function followed(name: string, results: Results) {
  const importer = importers.get(name);
  if (!importer) throw new Error(`${name} has no importer.`);
  const product = { name, displayName: name, importer };
  const saved = { product: name, url: 'https://api.example.com', savedAt: '', results };
  const options = { answers: new Map([['ownerless', 'Shop']]), since, lock: new Map() };
  const first = importFrom(product, saved, options);
  if (first.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const route = await createRoute(first.kept, since);
  const result = importFrom(product, saved, { ...options, route });
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const lines = result.report.lines.filter(({ text }) => text.includes('past events'));
  return { ...result.report, past: first.past, lines };
}

describe('OnCall, whose log has what was sent', () => {
  const user = (id: string) => ({
    ...{ id, email: `${id.toLowerCase()}@example.com`, username: id, role: 'user' },
    ...{ timezone: 'UTC', is_phone_number_verified: true, teams: ['T'], slack: null },
  });
  const chain = (id: string, person: string) => ({
    chain: { id, name: `Chain ${id}`, team_id: 'T' },
    step: {
      ...{ id: `${id}0`, escalation_chain_id: id, position: 0, type: 'notify_persons' },
      ...{ persons_to_notify: [person], important: true },
    },
  });
  const [usual, night] = [chain('CU', 'UA'), chain('CN', 'UB')];
  const account = {
    users: [user('UA'), user('UB')],
    teams: [{ id: 'T', name: 'Shop', email: null, avatar_url: null }],
    escalation_chains: [usual.chain, night.chain],
    escalation_policies: [usual.step, night.step],
    integrations: [
      {
        ...{ id: 'I', name: 'Hook', team_id: 'T', type: 'webhook', templates: {}, heartbeat: null },
        link: 'https://oncall.example.com/integrations/v1/webhook/key-of-an-invented-hook/',
        default_route: { id: 'RD', escalation_chain_id: 'CU' },
      },
    ],
    routes: [
      {
        ...{ id: 'RN', integration_id: 'I', position: 0, is_the_last_route: false },
        ...{ routing_type: 'regex', routing_regex: '"night": ?true', escalation_chain_id: 'CN' },
      },
    ],
  };
  const group = (id: string, route_id: string) => ({
    ...{ id, route_id, integration_id: 'I', title: `Group ${id}`, state: 'resolved' },
  });
  const alert = (id: string, alert_group_id: string, payload: object) => ({
    ...{ id, alert_group_id, payload, created_at: '2026-10-20T08:00:00Z' },
  });
  const past = (route: string) => ({
    'past-groups': [group('G1', 'RD'), group('G2', route)],
    'past-alerts': [
      alert('A1', 'G1', { title: 'Disk', night: false }),
      alert('A2', 'G2', { title: 'Dark', night: true }),
      alert('A3', 'GONE', { title: 'Lost' }),
    ],
  });

  it('each goes to the chain of its route: nothing is different', async () => {
    const found = await followed('oncall', withPast(oncallResults(account), past('RN')));
    expect(found.comparedEvents).toEqual({ events: 2, different: 0, untold: 0 });
    expect(found.lines).toEqual([]);
    // What came in is no part of what is set up.
    expect(found.counts.map(({ kind }) => kind)).not.toContain('past-alerts');
  });

  it('the command says it where a saved file has them, and that some could not be read', async () => {
    const into = await mkdtemp(join(tmpdir(), 'tocsin-past-'));
    const results = new Map(withPast(oncallResults(account), past('RD')));
    const refused = {
      state: 'notReadable',
      status: 403,
      why: 'refused',
      right: 'nothing',
    } as const;
    const printed: string[] = [];
    const run = async (saved: Results) => {
      const importer = importers.get('oncall');
      if (!importer) throw new Error('It has no importer.');
      await importInto(
        { name: 'oncall', displayName: 'Grafana OnCall', importer },
        { product: 'oncall', url: 'https://oncall.example.com', savedAt: '', results: saved },
        { into, report: 'md', language: 'de' },
        { columns: 100, print: (text) => void printed.push(text) },
        { now: () => since, ask: async () => null, people: async () => new Map() },
      );
    };
    await run(results);
    expect(printed.join()).toContain('2 Ereignisse, 1 weichen ab.');
    expect(printed.join()).toContain('1 vergangene Ereignisse gehen woandershin');
    await run(new Map([...results, ['past-alerts', refused]]));
    expect(printed.join()).toContain('**past-alerts**: refused');
    await rm(into, { recursive: true });
  });

  it('one that went elsewhere there has a line, with both ways and its code', async () => {
    const found = await followed('oncall', withPast(oncallResults(account), past('RD')));
    expect(found.comparedEvents).toMatchObject({ events: 2, different: 1 });
    expect(found.lines).toMatchObject([
      {
        ...{ level: 'behaviour', key: 'oncall:integrations:I', name: 'Hook' },
        text:
          '1 past events go elsewhere, the first of 2026-10-20T08:00:00.000Z, "Group G2": to Chain CU ' +
          'there, to Chain CN here',
        values: ['1', '2026-10-20T08:00:00.000Z', 'Group G2', 'Chain CU', 'Chain CN'],
      },
    ]);
  });
});

describe('PagerDuty, whose alerts have what clients of the events API send', () => {
  const ref = (type: string, id: string) => ({ id, type: `${type}_reference`, summary: id });
  const policy = (id: string) => ({
    ...{ id, type: 'escalation_policy', name: `Policy ${id}`, teams: [ref('team', 'T')] },
    num_loops: 0,
    escalation_rules: [
      { id: `${id}0`, escalation_delay_in_minutes: 5, targets: [ref('user', 'UA')] },
    ],
  });
  const account = {
    users: [{ id: 'UA', type: 'user', name: 'Ada', email: 'ada@example.com', time_zone: 'UTC' }],
    teams: [{ id: 'T', type: 'team', name: 'Shop' }],
    'team-members': { T: [{ user: ref('user', 'UA'), role: 'manager' }] },
    'escalation-policies': [policy('E1'), policy('E2')],
    services: [
      {
        ...{ id: 'S', type: 'service', name: 'API', status: 'active', teams: [ref('team', 'T')] },
        escalation_policy: ref('escalation_policy', 'E1'),
        integrations: [
          {
            ...{ id: 'IE', type: 'events_api_v2_inbound_integration', summary: 'Events' },
            integration_key: 'e'.repeat(32),
          },
          {
            ...{ id: 'IN', type: 'nagios_inbound_integration', summary: 'Nagios' },
            integration_key: 'f'.repeat(32),
          },
        ],
      },
    ],
    'service-orchestrations-active': { S: [{ active: true }] },
    'service-orchestrations': {
      S: [
        {
          ...{ type: 'service', catch_all: { actions: {} } },
          sets: [
            {
              id: 'start',
              rules: [
                {
                  ...{ id: 'R', label: 'Quiet', disabled: false, actions: { suppress: true } },
                  conditions: [{ expression: "event.custom_details.stage matches 'test'" }],
                },
              ],
            },
          ],
        },
      ],
    },
  };
  const incident = (id: string, policyId: string) => ({
    ...{ id, title: `Incident ${id}`, escalation_policy: ref('escalation_policy', policyId) },
  });
  const alert = (id: string, of: string, integration: string, more: object) => ({
    ...{ id, summary: `Alert ${id}`, created_at: '2026-10-20T08:00:00Z', severity: 'critical' },
    ...{ alert_key: id, incident: ref('incident', of), suppressed: false },
    ...{ integration: ref('integration', integration), body: { details: {} }, ...more },
  });

  it('suppressed there is muted here, another policy has a line, and other tools are not told', async () => {
    const results = withPast(savedOf(account), {
      'past-incidents': [incident('P1', 'E1'), incident('P2', 'E2')],
      'past-alerts': [
        alert('A1', 'P1', 'IE', {}),
        alert('A2', 'P1', 'IE', { suppressed: true, body: { details: { stage: 'test' } } }),
        alert('A3', 'P2', 'IE', {}),
        alert('A4', 'P1', 'IN', {}),
      ],
    });
    const found = await followed('pagerduty', results);
    expect(found.comparedEvents).toEqual({ events: 3, different: 1, untold: 1 });
    expect(found.lines.map(({ text }) => text)).toEqual([
      '1 past events go elsewhere, the first of 2026-10-20T08:00:00.000Z, "Alert A3": to Policy E2 there, ' +
        'to Policy E1 here',
    ]);
  });
});

describe('Opsgenie, whose alerts say which teams respond', () => {
  let results: Results;
  beforeAll(() => {
    const user = { id: 'U', username: 'ada@example.com', fullName: 'Ada' };
    const members = [{ user, role: 'user' }];
    const team = (id: string) => ({ of: [id], objects: [{ id, name: `Team ${id}`, members }] });
    const escalation = (id: string) => ({
      ...{ id: `E${id}`, name: `Escalation ${id}`, ownerTeam: { id } },
      rules: [
        {
          ...{
            condition: 'if-not-acked',
            notifyType: 'default',
            recipient: { type: 'user', id: 'U' },
          },
          delay: { timeAmount: 0, timeUnit: 'minutes' },
        },
      ],
    });
    const usual = (id: string) => ({
      of: [id],
      objects: [
        {
          ...{ id: `R${id}`, order: 0, isDefault: true, criteria: { type: 'match-all' } },
          notify: { type: 'escalation', id: `E${id}` },
        },
      ],
    });
    const integration = {
      id: 'I',
      name: 'Clients',
      type: 'API',
      enabled: true,
      apiKey: 'k'.repeat(36),
    };
    results = savedAccount({
      'user-details': [{ of: ['U'], objects: [user] }],
      'team-details': [team('T1'), team('T2')],
      escalations: [{ of: [], objects: [escalation('T1'), escalation('T2')] }],
      'team-routing-rules': [usual('T1'), usual('T2')],
      integrations: [{ of: [], objects: [{ ...integration, teamId: 'T1' }] }],
      'integration-details': [
        { of: ['I'], objects: [{ ...integration, ownerTeam: { id: 'T1' } }] },
      ],
    }).results;
  });
  const alert = (id: string, ...teams: string[]) => ({
    ...{ id, message: `Alert ${id}`, alias: id, createdAt: '2026-10-20T08:00:00Z', priority: 'P1' },
    ...{ tags: [], details: {}, integration: { id: 'I', name: 'Clients', type: 'API' } },
    responders: teams.map((team) => ({ type: 'team', id: team })),
  });

  it('the teams are compared, and what has other responders is not', async () => {
    const found = await followed(
      'opsgenie',
      withPast(results, {
        'past-alert-details': [
          alert('A1', 'T1'),
          alert('A2', 'T2'),
          { ...alert('A3'), responders: [{ type: 'user', id: 'U' }] },
          { ...alert('A4', 'T1'), integration: { id: 'W', type: 'Datadog' } },
        ],
      }),
    );
    expect(found.comparedEvents).toEqual({ events: 3, different: 1, untold: 1 });
    expect(found.lines.map(({ text }) => text)).toEqual([
      '1 past events go elsewhere, the first of 2026-10-20T08:00:00.000Z, "Alert A2": to Team T2 there, ' +
        'to Team T1 here',
    ]);
  });
});

describe('reading', () => {
  it('asks for what came in only where it is asked for, from that day on', async () => {
    const asked: string[] = [];
    const now = new Date('2026-11-01T12:00:00Z');
    const client = createClient(oncall, {
      ...{ url: 'https://oncall.example.com', key: 'invented-key-of-oncall' },
      time: { now: () => now, elapsed: () => 0, sleep: async () => undefined, jitter: () => 0 },
      fetch: async (url) => {
        asked.push(decodeURIComponent(url));
        const results = url.includes('alert_groups') ? [{ id: 'G1' }] : [];
        return Response.json({ results, next: null, count: results.length });
      },
    });
    const usual = await readAll(oncall, client);
    expect([...usual.keys()]).not.toContain('past-alerts');
    asked.length = 0;
    const results = await readAll(oncall, client, undefined, 30);
    expect(results.get('past-alerts')).toEqual({
      ...{ state: 'whole', answers: [{ of: ['G1'], objects: [] }] },
    });
    expect(asked.filter((url) => url.includes('alert'))).toEqual([
      'https://oncall.example.com/api/v1/alert_groups/?started_at=2026-10-02T00:00:00_2026-11-02T00:00:00&page=1',
      'https://oncall.example.com/api/v1/alerts/?alert_group_id=G1&page=1',
    ]);
    const saved = savedText({ product: oncall, url: 'u', at: now, by: 'me', results }, 'key');
    expect(readSaved(saved).results.get('past-alerts')).toEqual(results.get('past-alerts'));
  });

  it('says what cannot be asked for', async () => {
    const said: string[] = [];
    const terminal = {
      ...{ env: {}, columns: 80, exitWith: (code: number) => void said.push(`exit ${code}`) },
      print: (text: string) => void said.push(text),
    };
    const never = async () => {
      throw new Error('Nothing is asked.');
    };
    const ports = {
      ...{ fetch: never, askKey: never, ask: never, user: 'me', showProgress: () => undefined },
      time: { now: () => since, elapsed: () => 0, sleep: never, jitter: () => 0 },
      input: (async function* () {})(),
    };
    const url = 'https://goalert.example.com';
    await runImport('goalert', { api: true, save: 'x.json', url, events: '30d' }, terminal, ports);
    await runImport('oncall', { api: true, save: 'x.json', url, events: '900d' }, terminal, ports);
    await runImport('oncall', { from: 'y', into: 'z', events: '30d' }, terminal, ports);
    expect(said.filter((text) => text === 'exit 2')).toHaveLength(3);
    expect(said.join()).toContain('does not tell what senders sent');
    expect(said.join()).toContain('no more than 90d');
    expect(said.join()).toContain('compared anyway');
  });
});
