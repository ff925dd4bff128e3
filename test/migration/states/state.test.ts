import { describe, expect, it } from 'vitest';
import { opsgenie } from '../../../src/migration/products/opsgenie/product.ts';
import { answersIn } from '../../../src/migration/read/source.ts';
import { stateIn } from '../../../src/migration/read/state.ts';
import { given, imported, objectsOf, readState, resource, shown } from './shown.ts';

/** By hand from https://developer.hashicorp.com/terraform/internals/json-format and states as they are stored. */
const user = (id: string) => ({ id, username: `${id}@example.com`, full_name: `Name of ${id}` });

const stored = {
  ...{ version: 4, terraform_version: '1.9.5', serial: 3, lineage: 'l', outputs: {} },
  resources: [
    {
      ...{ mode: 'managed', type: 'opsgenie_user', name: 'all', provider: 'p' },
      instances: [
        { index_key: 'ada', attributes: user('ada') },
        { index_key: 'ben', attributes: user('ben') },
        { index_key: 'ben', deposed: 'd1', attributes: user('gone') },
      ],
    },
    {
      ...{ module: 'module.tools', mode: 'managed', type: 'opsgenie_api_integration', name: 'api' },
      instances: [
        {
          index_key: 0,
          attributes: { id: 'i1', name: 'API', api_key: 'k'.repeat(30), headers: { A: 'token-a' } },
          sensitive_attributes: [
            [
              { type: 'get_attr', value: 'headers' },
              { type: 'index', value: { value: 'A', type: 'string' } },
            ],
          ],
        },
      ],
    },
  ],
};

describe('a state', () => {
  it('is read as it is stored', () => {
    const state = stateIn(stored, 'terraform.tfstate');
    expect(state?.resources.map(({ address }) => address)).toEqual([
      'opsgenie_user.all["ada"]',
      'opsgenie_user.all["ben"]',
      'module.tools.opsgenie_api_integration.api[0]',
    ]);
    expect([...(state?.secrets ?? [])]).toEqual(['token-a']);
    const saved = readState(opsgenie, JSON.stringify(stored));
    expect(objectsOf(saved, 'users')).toEqual([
      { id: 'ada', username: 'ada@example.com' },
      { id: 'ben', username: 'ben@example.com' },
    ]);
  });

  it('may be that of a plan', () => {
    const { values } = JSON.parse(shown([resource('opsgenie_user.ada', user('ada'))]));
    const plan = { format_version: '1.2', terraform_version: '1.9.5', planned_values: {} };
    const saved = readState(opsgenie, JSON.stringify({ ...plan, prior_state: { values } }));
    expect(objectsOf(saved, 'users')).toHaveLength(1);
  });

  it('of several is one, in which each object is once', () => {
    const texts = new Map([
      ['people/terraform.tfstate', JSON.stringify(stored)],
      [
        'teams.json',
        shown([
          resource('data.opsgenie_user.ada', { ...user('ada'), full_name: 'Looked up' }),
          resource('opsgenie_team.shop', { id: 't1', name: 'Shop' }),
        ]),
      ],
      ['package.json', '{"name":"something else"}'],
      ['broken.json', '{'],
    ]);
    const saved = answersIn(opsgenie, given(texts));
    expect(objectsOf(saved, 'teams')).toEqual([{ id: 't1', name: 'Shop' }]);
    expect(objectsOf(saved, 'user-details')).toMatchObject([
      ['ada', { fullName: 'Name of ada' }],
      ['ben', {}],
    ]);
  });

  it('marks texts that no report shows, and says where they are all the same', () => {
    const text = shown([
      resource('opsgenie_user.ada', user('ada'), { full_name: true }),
      resource('opsgenie_schedule.odd', { id: 's1', name: 'Odd', timezone: 'Name of ada' }),
    ]);
    const { report, files } = imported(opsgenie, text);
    expect(files.get('report.json')).not.toContain('Name of ada');
    expect(files.get('REPORT.md')).not.toContain('Name of ada');
    expect(files.get('users.tf')).toContain('Name of ada');
    expect(report.lines.filter(({ kind }) => kind === 'sensitive values')).toMatchObject([
      { level: 'secret', text: expect.stringMatching(/^1 of them/) },
    ]);
  });

  it.each([
    [{ version: 3, lineage: 'l' }, 'infra.json is a state of version 3'],
    [{ encrypted_data: 'x', encryption_version: 'v0' }, 'infra.json is encrypted'],
  ])('that cannot be read says so: %o', (json, why) => {
    expect(() => stateIn(json, 'infra.json')).toThrow(why);
  });
});

describe('what is no state', () => {
  const thrown = (...args: Parameters<typeof given>) => {
    try {
      answersIn(opsgenie, given(...args));
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'nothing was thrown';
  };

  it('has a hint where it is configuration', () => {
    expect(thrown(new Map(), true, ['main.tf'])).toContain('terraform show -json > state.json');
    expect(thrown(new Map([['package.json', '{}']]), false, ['infra/main.tf'])).toContain(
      "infra/main.tf is Terraform's configuration",
    );
  });

  it('says what is accepted', () => {
    const why = 'Give a file of `tocsin import --save`, or a state (`terraform show -json';
    for (const text of ['{', '[]', '{"resources":[]}', 'null'])
      expect(thrown(new Map([['a.json', text]]))).toContain(why);
  });

  it('of another provider names what it has', () => {
    const text = shown([resource('aws_sns_topic.alerts', { id: 'arn' })]);
    expect(thrown(new Map([['a.json', text]]))).toBe(
      'infra has no resource whose type begins with opsgenie_: it has aws_sns_topic.',
    );
  });
});
