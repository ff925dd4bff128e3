import { expect, it } from 'vitest';
import { importFrom } from '../../../src/migration/import-from.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import { opsgenie } from '../../../src/migration/products/opsgenie/product.ts';
import type { KindAnswer } from '../../../src/migration/read/read-all.ts';
import { savedAccount, wholeAccount } from './fixtures/whole.ts';

const product = { name: 'opsgenie', displayName: 'Opsgenie', importer: opsgenieImporter };
const options = { answers: new Map(), since: new Date('2026-11-01T00:00:00Z'), lock: new Map() };

const answersOf = (kind: string): readonly KindAnswer[] => wholeAccount[kind] ?? [];
const at = (kind: string, ...of: readonly string[]) =>
  answersOf(kind).flatMap((one) => (one.of[0] === of[0] ? one.objects : []));

/** The account as https://github.com/opsgenie/opsgenie-configuration-backup writes it. */
function backup(root: string): Map<string, string> {
  const files = new Map<string, string>();
  const write = (folder: string, name: string, value: unknown) =>
    files.set(`${root}${folder}/${name}.json`, JSON.stringify(value));
  const withId = (object: unknown, id: string | undefined) => ({ ...Object(object), id });
  for (const { of, objects } of answersOf('user-details'))
    write('users', `user-${of[0]}`, {
      user: withId(objects[0], of[0]),
      notificationRuleList: at('notification-rule-details', of[0] ?? ''),
    });
  for (const { of, objects } of answersOf('team-details'))
    write('teams', `team-${of[0]}`, {
      team: withId(objects[0], of[0]),
      teamRoutingRules: at('team-routing-rules', of[0] ?? ''),
      teamRoles: at('team-roles', of[0] ?? ''),
    });
  for (const schedule of answersOf('schedules').flatMap(({ objects }) => objects)) {
    const { id } = Object(schedule);
    write('schedules', id, { schedule, scheduleOverrideList: at('schedule-overrides', id) });
  }
  for (const [index, one] of answersOf('escalations')
    .flatMap(({ objects }) => objects)
    .entries())
    write('escalations', `${index}`, one);
  for (const { of, objects } of answersOf('integration-details'))
    write('integrations', `${of[0]}`, {
      integration: withId(objects[0], of[0]),
      integrationActions: at('integration-actions', of[0] ?? '')[0],
    });
  const policies = [
    ['alert', 'alert-policy-details'],
    ['alert', 'team-alert-policy-details'],
    ['notification', 'notification-policy-details'],
  ] as const;
  for (const [type, kind] of policies)
    for (const { of, objects } of answersOf(kind))
      write('policiesV2', `${kind}-${of.at(-1)}`, {
        teamId: of.length > 1 ? of[0] : undefined,
        policy: { ...withId(objects[0], of.at(-1)), type },
      });
  const orders = ['alert-policies', 'team-alert-policies', 'notification-policies'].flatMap(
    (kind) => answersOf(kind).flatMap(({ objects }) => objects),
  );
  write('orders', 'PolicyOrders', orders);
  for (const { of, objects } of answersOf('maintenance-details'))
    write('maintenance', `${of[0]}`, withId(objects[0], of[0]));
  return files;
}

const saved = (results: NonNullable<ReturnType<typeof read>>) => ({
  ...{ product: 'opsgenie', url: '', savedAt: '2026-11-01' },
  results,
});
const read = (files: ReadonlyMap<string, string>) => opsgenie.readExport?.(files) ?? null;

function filesOf(results: ReturnType<typeof read>): ReadonlyMap<string, string> {
  if (results === null) throw new Error('It is no backup.');
  const written = importFrom(product, saved(results), options);
  if (written.outcome !== 'written') throw new Error('It asks.');
  return written.files;
}

it.each(['OpsGenieBackups/', 'in/a/folder/OpsGenieBackups/', ''])(
  'becomes what the API becomes, below "%s"',
  (root) => {
    const fromApi = importFrom(product, savedAccount(wholeAccount), options);
    if (fromApi.outcome !== 'written') throw new Error('It asks.');
    const fromBackup = filesOf(read(backup(root)));
    for (const name of ['users.tf', 'schedules.tf', 'escalation_policies.tf', 'routings.tf'])
      expect(fromBackup.get(name)).toEqual(fromApi.files.get(name));
    expect(fromBackup.get('integrations.tf')).toContain('Shop API');
  },
);

it('what it does not know is in the report, and other folders are no backup', () => {
  const files = backup('OpsGenieBackups/');
  files.set('OpsGenieBackups/policies/old.json', '{"id":"old","name":"Of the first version"}');
  expect(filesOf(read(files)).get('report.json')).toContain('opsgenie:policies:old');
  expect(read(new Map([['users/a.json', '{"other":1}']]))).toBeNull();
  expect(read(new Map([['state.json', '{"version":4}']]))).toBeNull();
  const broken = new Map([['OpsGenieBackups/users/a.json', '{"user":']]);
  expect(() => read(broken)).toThrow('OpsGenieBackups/users/a.json is no JSON');
  const without = new Map([['OpsGenieBackups/users/a.json', '{"user":{}}']]);
  expect(() => read(without)).toThrow('has no id');
});

it('times are instants, however they are written', () => {
  const files = new Map([
    [
      'OpsGenieBackups/forwardings/f.json',
      JSON.stringify({
        ...{ id: 'f', startDate: 1_796_083_200_000, endDate: '2026-12-08 06:30' },
      }),
    ],
  ]);
  expect(read(files)?.get('forwarding-rules')).toEqual({
    state: 'whole',
    answers: [
      {
        of: [],
        objects: [
          { id: 'f', startDate: '2026-12-01T00:00:00.000Z', endDate: '2026-12-08T06:30:00Z' },
        ],
      },
    ],
  });
});
