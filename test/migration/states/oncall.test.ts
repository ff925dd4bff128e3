import { expect, it } from 'vitest';
import { oncall } from '../../../src/migration/products/oncall/product.ts';
import { integrationKey, oncallResources, password } from './fixtures/oncall.ts';
import { imported, objectsOf, readState, shown } from './shown.ts';

const text = shown(oncallResources);

it('objects are those of the API', () => {
  const saved = readState(oncall, text);
  expect(objectsOf(saved, 'users')).toMatchObject([{ id: 'UADA' }, { id: 'UBEN' }]);
  const [, weekend] = objectsOf(saved, 'on_call_shifts');
  expect(weekend).toEqual({
    ...{ id: 'O2', name: 'Shift O2', type: 'recurrent_event', level: 1, users: ['UBEN'] },
    ...{ start: '2026-11-02T08:00:00', duration: 86_400, frequency: 'weekly', week_start: 'MO' },
    ...{ by_day: ['SA'], start_rotation_from_user_index: 0 },
  });
  expect(objectsOf(saved, 'escalation_policies')).toMatchObject([
    { notify_on_call_from_schedule: 'SSHOP' },
    { duration: 300 },
    { team_to_notify: 'TSHOP' },
  ]);
  expect(objectsOf(saved, 'integrations')).toMatchObject([
    {
      default_route: { escalation_chain_id: 'FSHOP', slack: { channel_id: 'C1' } },
      templates: { grouping_key: '{{ payload.id }}', slack: { title: 'Hi' } },
    },
  ]);
  expect(objectsOf(saved, 'outgoing_webhooks')).toMatchObject([
    { username: 'a', team: 'TSHOP', forward_all: true },
  ]);
});

it('an import knows every attribute, and shows no secret', () => {
  const { report, files } = imported(oncall, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(report.written).toMatchObject({
    ...{ tocsin_user: 2, tocsin_team: 1, tocsin_schedule: 1, tocsin_escalation_policy: 1 },
    ...{ tocsin_integration: 1, tocsin_user_notification_rules: 1 },
  });
  expect(report.notRead).toEqual(
    // Final shifts are only compared.
    ['calendars', 'shift_swaps'].map((kind) => ({
      ...{ kind, state: 'notReadable', right: null },
      why: 'the Terraform provider has no resource for them',
    })),
  );
  const all = [...files.values()].join('\n');
  for (const secret of [integrationKey, password]) expect(all).not.toContain(secret);
});
