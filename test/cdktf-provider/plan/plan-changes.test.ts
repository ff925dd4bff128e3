import { describe, expect, it } from 'vitest';
import { plannedTypeOf } from '../../../cdktf-provider/plan/entity-types.ts';
import { changesOfPlan } from '../../../cdktf-provider/plan/plan-changes.ts';
import { readPlanText, UnreadablePlan } from '../../../cdktf-provider/plan/plan-file.ts';
import { resources } from '../../../cdktf-provider/resources/index.ts';

interface Given {
  address: string;
  actions?: string[];
  before?: object | null;
  after?: object | null;
  unknown?: object;
  provider?: string;
  /** What each attribute names; without: constants. */
  names?: Record<string, string[]>;
}

/** As Terraform writes it: every reference is followed by its beginnings. */
function withBeginnings(reference: string): string[] {
  const parts = reference.split('.');
  return parts.slice(2).map((_part, at) => parts.slice(0, parts.length - at).join('.'));
}

function configured({ address, after = {}, names = {} }: Given) {
  const [type, name] = address
    .replace(/^module\.[^.]+\./, '')
    .replace(/\[.*/, '')
    .split('.');
  const constants = Object.keys(after ?? {}).map((attribute) => [attribute, {}]);
  const named = Object.entries(names).map(([attribute, references]) => [
    attribute,
    { references: references.flatMap((one) => [one, ...withBeginnings(one).slice(1)]) },
  ]);
  return { type, name, expressions: Object.fromEntries([...constants, ...named]) };
}

function planned(given: readonly Given[], modules: object = {}, inModule: readonly Given[] = []) {
  const changes = [...given, ...inModule].map((one) => {
    const [module, type, name] =
      /^((?:module\.[^.]+\.?)*)([^.]+)\.([^[]+)/.exec(one.address)?.slice(1) ?? [];
    return {
      ...{ address: one.address, mode: 'managed', type, name },
      ...(module ? { module_address: module.replace(/\.$/, '') } : {}),
      provider_name: one.provider ?? 'registry.terraform.io/tocsin/tocsin',
      change: {
        actions: one.actions ?? ['create'],
        before: one.before ?? null,
        after: one.after === undefined ? {} : one.after,
        after_unknown: { id: true, ...one.unknown },
      },
    };
  });
  const text = JSON.stringify({
    format_version: '1.2',
    resource_changes: changes,
    configuration: { root_module: { resources: given.map(configured), module_calls: modules } },
  });
  return changesOfPlan(readPlanText(text));
}

const team = (name: string): Given => ({
  address: `tocsin_team.${name}`,
  after: { display_name: name },
});
const policy = (steps: object[], unknown: object[], named: string[]): Given => ({
  address: 'tocsin_escalation_policy.day',
  after: { display_name: 'Day', steps },
  unknown: { steps: unknown },
  names: { steps: named },
});

describe('the changes of a plan', () => {
  it('name what does not exist yet by its address, and keep the order of lists', () => {
    const steps = [{ assign_team_ids: [null, null] }, { targets: [{ pick: 'members' }] }];
    const unknown = [{ assign_team_ids: [true, true] }, { targets: [{ team_id: true }] }];
    const { changes, undecided, addresses } = planned([
      ...['a', 'b', 'c'].map(team),
      policy(steps, unknown, ['tocsin_team.c.id', 'tocsin_team.a.id', 'tocsin_team.b.id']),
    ]);
    expect(undecided).toEqual([]);
    expect(changes.at(-1)).toEqual({
      action: 'create',
      entityType: 'EscalationPolicy',
      id: 'new:tocsin_escalation_policy.day',
      wire: {
        displayName: 'Day',
        steps: [
          { assignTeamIds: ['new:tocsin_team.c', 'new:tocsin_team.a'] },
          { targets: [{ pick: 'members', teamId: 'new:tocsin_team.b' }] },
        ],
      },
    });
    expect(addresses.get('Team new:tocsin_team.a')).toBe('tocsin_team.a');
  });

  it.each<[string, object[], object[], string[]]>([
    [
      'a choice',
      [{ assign_team_ids: [null] }],
      [{ assign_team_ids: [true] }],
      ['tocsin_team.a.id', 'tocsin_team.b.id'],
    ],
    [
      'a local value',
      [{ assign_team_ids: [null] }],
      [{ assign_team_ids: [true] }],
      ['local.teams'],
    ],
    [
      'a data source',
      [{ assign_team_ids: [null] }],
      [{ assign_team_ids: [true] }],
      ['data.tocsin_team.x.id'],
    ],
    [
      'all of a resource',
      [{ assign_team_ids: [null] }],
      [{ assign_team_ids: [true] }],
      ['tocsin_team.each'],
    ],
    [
      'members of one object',
      [{ assign_team_ids: [null], targets: [{}] }],
      [{ assign_team_ids: [true], targets: [{ team_id: true }] }],
      ['tocsin_team.a.id', 'tocsin_team.b.id'],
    ],
  ])('do not guess what an expression comes to: %s', (_name, steps, unknown, named) => {
    const { undecided } = planned([team('a'), team('b'), policy(steps, unknown, named)]);
    expect(undecided[0]).toEqual({
      address: 'tocsin_escalation_policy.day',
      attribute: expect.stringMatching(/^steps\[0\]\./),
    });
  });

  it('follow inputs and outputs of modules, and instances', () => {
    const inner: Given = {
      address: 'module.shop["eu"].tocsin_team_membership.ada',
      after: { role: 'Member' },
      unknown: { team_id: true, user_id: true },
      names: { team_id: ['var.team'], user_id: ['module.people.ada'] },
    };
    const modules = {
      shop: {
        expressions: {
          team: {
            references: [
              'tocsin_team.each["x.y"].id',
              'tocsin_team.each["x.y"]',
              'tocsin_team.each',
            ],
          },
        },
        module: {
          resources: [configured(inner)],
          module_calls: {
            people: {
              module: {
                outputs: {
                  ada: {
                    expression: {
                      references: [
                        'tocsin_user.ada[0].id',
                        'tocsin_user.ada[0]',
                        'tocsin_user.ada',
                      ],
                    },
                  },
                },
              },
            },
          },
        },
      },
    };
    const user: Given = {
      address: 'module.shop["eu"].module.people.tocsin_user.ada[0]',
      after: {},
    };
    const { changes, undecided } = planned([{ ...team('each["x.y"]') }], modules, [inner, user]);
    expect(undecided).toEqual([]);
    expect(changes.find(({ entityType }) => entityType === 'TeamMembership')?.wire).toEqual({
      role: 'Member',
      teamId: 'new:tocsin_team.each["x.y"]',
      userId: 'new:module.shop["eu"].module.people.tocsin_user.ada[0]',
    });
  });

  it('leave out secrets, and what only moves by itself', () => {
    const { changes } = planned([
      {
        address: 'allquiet_integration.probe',
        provider: 'registry.terraform.io/allquiet/allquiet',
        actions: ['update'],
        before: { id: 'AB', display_name: 'P' },
        after: {
          ...{ id: 'AB', display_name: 'Q', team_id: 'T', type: 'Webhook' },
          webhook_authentication: { bearer: { token: 'SECRET' } },
        },
      },
      {
        address: 'tocsin_team.same',
        actions: ['no-op'],
        before: { id: 'CD' },
        after: { id: 'CD' },
      },
      { address: 'tocsin_status_page.all', after: { display_name: 'Status' } },
    ]);
    expect(changes).toEqual([
      {
        action: 'replace',
        entityType: 'InboundIntegration',
        id: 'ab',
        wire: {
          displayName: 'Q',
          teamId: 'T',
          type: 'Webhook',
          webhookAuthentication: { bearer: {} },
        },
      },
    ]);
  });

  it('make anew what is replaced, and delete what goes', () => {
    const { changes, addresses } = planned([
      {
        address: 'tocsin_silence.a',
        actions: ['delete', 'create'],
        before: { id: 'ab' },
        after: {},
      },
      { address: 'tocsin_silence.b', actions: ['delete'], before: { id: 'cd' }, after: null },
      { address: 'tocsin_silence.c', actions: ['forget'], before: { id: 'ef' }, after: null },
    ]);
    expect(changes.map(({ action, id }) => [action, id])).toEqual([
      ['create', 'new:tocsin_silence.a'],
      ['delete', 'ab'],
      ['delete', 'cd'],
    ]);
    expect(addresses.get('Silence cd')).toBe('tocsin_silence.b');
  });

  it.each([
    ['{"format_version":"2.0","resource_changes":[]}', 'format version 2.0'],
    ['{"format_version":"1.0","errored":true}', 'ended with an error'],
    ['{"resource_changes":[]}', 'no plan of Terraform'],
    ['[]', 'no JSON'],
    ['Plan: 1 to add', 'no JSON'],
  ])('are none of what is no plan: %s', (text, why) => {
    expect(() => readPlanText(text)).toThrow(UnreadablePlan);
    expect(() => readPlanText(text)).toThrow(why);
  });
});

it('some resource types have no part in who is told', () => {
  const apart = resources.filter(({ type }) => plannedTypeOf(type) === null);
  expect(apart.map(({ type }) => type)).toEqual([
    'tocsin_group_mapping',
    'tocsin_status_page',
    'tocsin_public_update_template',
    'tocsin_api_key',
    'tocsin_oidc_connection',
    'tocsin_organization',
    'tocsin_organization_settings',
  ]);
});
