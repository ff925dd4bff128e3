import { expect, it } from 'vitest';
import { splunkOncall } from '../../../src/migration/products/splunk-oncall/product.ts';
import { imported, objectsOf, readState, resource, shown } from './shown.ts';

/* By https://registry.terraform.io/providers/splunk/victorops/latest/docs; nobody of these people exists. */
const user = (name: string, is_admin: boolean) => ({
  ...{ id: name, user_name: name, first_name: name, last_name: 'First', is_admin },
  ...{ email: `${name}@example.com`, expiration_hours: 24, replacement_user: 'ada' },
  default_email_contact_id: 5,
});
const contact = (id: string, internal_id: number, type: string, value: string) => ({
  ...{ id, internal_id, type, value, computed_value: value, label: `Way ${id}`, user_name: 'ada' },
});
const text = shown([
  resource('victorops_user.ada', user('ada', true)),
  resource('victorops_user.ben', user('ben', false)),
  resource('victorops_contact.second', contact('x2', 12, 'phone', '+49 151 2345679')),
  resource('victorops_contact.first', contact('x1', 11, 'phone', '+49 151 2345678')),
  resource('victorops_contact.mail', contact('x3', 13, 'email', 'ada@home.example.com')),
  resource('victorops_team.shop', { id: 'team-shop', name: 'Shop' }),
  resource('victorops_team_membership.ada', {
    ...{ id: 'team-shop_ada', team_id: 'team-shop', user_name: 'ada', replacement_user: null },
  }),
  resource('victorops_escalation_policy.shop', {
    ...{ id: 'pol-shop', name: 'Shop', team_id: 'team-shop', ignore_custom_paging_policies: true },
    step: [
      { timeout: 0, entries: [{ type: 'user', username: 'ada' }] },
      {
        timeout: 15,
        entries: [
          { type: 'rotationGroup', slug: 'rg-weeks' },
          { type: 'User', username: 'ben' },
          { type: 'email', address: 'boss@example.com' },
          { type: 'targetPolicy', slug: 'pol-boss' },
        ],
      },
    ],
  }),
  resource('victorops_escalation_policy.boss', {
    ...{ id: 'pol-boss', name: 'Boss', team_id: 'team-shop', ignore_custom_paging_policies: false },
    step: [{ timeout: 5, entries: [{ type: 'user', username: 'ben' }] }],
  }),
  resource('victorops_routing_key.shop', { id: 'shop', name: 'shop', targets: ['pol-shop'] }),
]);

it('a state has the members of the API', () => {
  const saved = readState(splunkOncall, text);
  expect(objectsOf(saved, 'policy-details')).toMatchObject([
    [
      'pol-shop',
      {
        steps: [
          { entries: [{ executionType: 'user', user: { username: 'ada' } }] },
          {
            entries: [
              { executionType: 'rotation_group', rotationGroup: { slug: 'rg-weeks' } },
              { executionType: 'user', user: { username: 'ben' } },
              { executionType: 'email', email: { address: 'boss@example.com' } },
              { executionType: 'policy_routing', targetPolicy: { policySlug: 'pol-boss' } },
            ],
          },
        ],
      },
    ],
    ['pol-boss', {}],
  ]);
});

it('everything is known, and what a state does not have is said', () => {
  const { report, files } = imported(splunkOncall, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  for (const { read, imported: brought, residue, noise } of report.counts)
    expect(brought + residue + noise).toBe(read);
  expect(report.written).toMatchObject({
    // One of them is for what the account has, such as its REST integration.
    ...{ tocsin_team: 2, tocsin_user: 2, tocsin_team_membership: 2, tocsin_routing: 1 },
    ...{ tocsin_escalation_policy: 2, tocsin_user_notification_rules: 1 },
  });
  const said = report.lines.map((line) => line.text).join('\n');
  expect(said).toContain('rotations were not read');
  expect(said).toContain('Give administrators their role by hand.');
  expect(report.notRead.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['rotations', 'overrides', 'paging-policies']),
  );
  const policies = files.get('escalation_policies.tf') ?? '';
  expect(policies).toMatch(/after_minutes\s+= 15/);
  expect(policies).toMatch(/policy_id\s+= tocsin_escalation_policy\.boss/);
});
