/** Routes and templates by hand from https://grafana.com/docs/oncall/latest/oncall-api-reference/routes and /integrations. */
import { beforeAll, expect, it } from 'vitest';
import {
  compileMapping,
  evaluateMapping,
  type Json,
  loadXPath,
} from '../../../src/mapping/index.ts';
import type { Bodies } from '../../../src/migration/model/neutral.ts';
import { brought } from './collected.ts';

// The mapping of webhooks reads XML, too.
beforeAll(loadXPath);

const chain = (id: string) => ({ id, name: id, team_id: null });
const tells = (id: string) => ({
  ...{ id: `E${id}`, escalation_chain_id: id, position: 0, type: 'notify_persons' },
  persons_to_notify: ['UADA'],
});

function given(routes: object[], more: object = {}) {
  const { added, ledger } = brought({
    users: [{ id: 'UADA', username: 'ada', email: 'ada@example.com', teams: [] }],
    escalation_chains: ['FONE', 'FTWO', 'FREST'].map(chain),
    escalation_policies: ['FONE', 'FTWO', 'FREST'].map(tells),
    integrations: [
      {
        ...{ id: 'C1', name: 'Tool', type: 'webhook', team_id: null, link: null, templates: {} },
        default_route: { id: 'RC1', escalation_chain_id: 'FREST' },
        ...more,
      },
    ],
    routes: [
      ...routes.map((route, position) => ({
        ...{ id: `R${position}`, integration_id: 'C1', position, is_the_last_route: false },
        ...route,
      })),
      {
        id: 'RC1',
        integration_id: 'C1',
        position: 9,
        routing_regex: '.*',
        is_the_last_route: true,
      },
    ],
  });
  const bodyOf = <Type extends keyof Bodies>(type: Type) =>
    added.find((one) => one.type === type)?.body as Bodies[Type] | undefined;
  const rules = bodyOf('tocsin_routing')?.rules ?? [];
  const mapping = bodyOf('tocsin_integration_mapping')?.attributesMapping;
  return {
    ...{ rules, mapping },
    lines: ledger.lines().filter(({ kind }) => kind === 'routes' || kind === 'integrations'),
    read: (body: Json) => {
      const compiled = compileMapping(mapping ?? { attributes: [] });
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
      return evaluateMapping(compiled.program, {
        payload: { jsonBody: body },
        integrationName: 'Tool',
      });
    },
  };
}

/** The chain that the first rule names whose conditions all hold; nobody where it mutes. */
function routed({ rules, read }: ReturnType<typeof given>, body: Json): string {
  const { attributes } = read(body);
  const rule = rules.find(({ conditions }) =>
    (conditions.attributes ?? []).every(({ name, operator, value }) => {
      const found = attributes.find((one) => one.name === name)?.value;
      return operator === '=' ? found === value : found !== value;
    }),
  );
  if (rule?.channels?.notificationChannelsMuted) return 'nobody';
  return rule?.actions?.useEscalationPolicyId?.split(':').at(-1) ?? 'otherwise';
}

it('the first route that matches decides: patterns look through all that was sent, templates at their values', () => {
  const one = given([
    {
      routing_type: 'regex',
      routing_regex: '"zone": "us-(east|west)"',
      escalation_chain_id: 'FONE',
    },
    {
      routing_type: 'jinja2',
      routing_regex: '{{ payload.severity == "high" }}',
      escalation_chain_id: 'FTWO',
    },
    {
      routing_type: 'jinja2',
      routing_regex: '{{ payload.noise and 1 }}',
      escalation_chain_id: 'FONE',
    },
    {
      routing_type: 'jinja2',
      routing_regex: '{{ payload.severity != "low" }}',
      escalation_chain_id: null,
    },
  ]);
  expect(routed(one, { at: { zone: 'us-east' }, severity: 'high' })).toBe('FONE');
  expect(routed(one, { at: { zone: 'eu' }, severity: 'high' })).toBe('FTWO');
  expect(routed(one, { severity: 'higher' })).toBe('nobody');
  expect(routed(one, { severity: 'low' })).toBe('otherwise');
  expect(
    one.rules.map(({ conditions, actions }) => [conditions.intents, actions?.ruleFlowControl]),
  ).toEqual(Array(3).fill([['Created'], 'Skip']));
  expect(one.lines.map(({ level, key, text }) => `${level} ${key}: ${text}`)).toContainEqual(
    expect.stringMatching(/^behaviour oncall:routes:R2: .*: \{\{ payload\.noise and 1 \}\}$/),
  );
});

it('without a chain the default route tells nobody', () => {
  const { rules } = given([], { default_route: { id: 'RC1', escalation_chain_id: null } });
  expect(rules).toMatchObject([
    {
      conditions: { integrations: ['oncall:integrations:C1'] },
      channels: { notificationChannelsMuted: true },
    },
  ]);
});

it('templates say what belongs together, what is over, and what is acknowledged', () => {
  const templates = {
    grouping_key: '{{ payload.alert.id }}',
    resolve_signal: '{{ payload.state | lower == "ok" }}',
    acknowledge_signal: '{{ payload.state == "seen" }}',
  };
  const one = given([], { templates });
  const read = (state: string) =>
    one.read({ alert: { id: 7 }, state, title: 'Disk', severity: 'P1' });
  expect(read('OK')).toMatchObject({ status: 'Resolved', correlationId: '7', title: 'Disk' });
  expect(read('failed')).toMatchObject({ status: 'Open', severity: 'Critical' });
  expect(one.rules).toMatchObject([
    {
      conditions: {
        intents: ['Created', 'Updated'],
        attributes: [{ operator: '=', value: 'yes' }],
      },
      actions: { addInteraction: 'Investigated', ruleFlowControl: 'Continue' },
    },
  ]);
  expect(one.lines.filter(({ level }) => level === 'behaviour').map(({ text }) => text)).toEqual([
    'Its address has no key that can be kept: its sender needs the new address.',
  ]);
});

it('a template that no mapping can follow is quoted, and the type decides', () => {
  const grouping_key = '{{ payload.a }}/{{ payload.b }}';
  const one = given([], {
    templates: { grouping_key, resolve_signal: '{{ payload.a and payload.b }}' },
  });
  expect(one.mapping).toBeUndefined();
  const texts = one.lines.map(({ text }) => text).join('\n');
  expect(texts).toContain(grouping_key);
  expect(texts).toContain('{{ payload.a and payload.b }}');
});

it('the same route twice needs one attribute, and those of other integrations none', () => {
  const term = { routing_type: 'jinja2', routing_regex: '{{ payload.a == "x" }}' };
  const { mapping } = given([
    { ...term, escalation_chain_id: 'FONE' },
    { ...term, escalation_chain_id: 'FTWO' },
  ]);
  expect(mapping?.attributes.filter(({ name }) => name.startsWith('matched_'))).toHaveLength(1);
});
