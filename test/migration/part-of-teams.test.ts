import { expect, it } from 'vitest';
import type { Added } from '../../src/migration/model/added.ts';
import { partOfTeams } from '../../src/migration/write/part-of-teams.ts';
import { toTerraform } from '../../src/migration/write/to-terraform.ts';

const team = (id: string): Added => ({
  ...{ type: 'tocsin_team', key: `small:teams:${id}` },
  body: { displayName: id },
});
const schedule: Added = {
  ...{ type: 'tocsin_schedule', key: 'small:schedules:night' },
  body: {
    ...{ displayName: 'Night', teamId: 'small:teams:Pay' },
    layers: [{ groups: [{ userIds: ['small:users:bob'] }] }],
  },
};
const person = (id: string): Added => ({
  ...{ type: 'tocsin_user', key: `small:users:${id}` },
  body: { email: `${id}@example.com` },
});
const policy: Added = {
  ...{ type: 'tocsin_escalation_policy', key: 'small:policies:shop' },
  body: {
    ...{ displayName: 'Shop', teamId: 'small:teams:Shop' },
    steps: [
      { targets: [{ scheduleId: schedule.key, pick: 'onCall' }] },
      { targets: [{ userId: 'small:users:ada' }, { teamId: 'small:teams:Pay', pick: 'members' }] },
    ],
  },
};
const absence: Added = {
  ...{ type: 'tocsin_on_call_override', key: 'small:overrides:o1' },
  body: { userId: 'small:users:ada', type: 'offline', start: null, end: null },
};
const all = [team('Shop'), team('Pay'), person('ada'), person('bob'), schedule, policy, absence];

it('is what the team owns and whom that reaches; what others own is looked up in their team', () => {
  const part = partOfTeams('small', all, ['shop']);
  expect(part.added.map(({ key }) => key.replace('small:', '')).sort()).toEqual([
    ...['overrides:o1', 'policies:shop', 'teams:Shop', 'users:ada'],
  ]);
  const { blocks } = toTerraform(part.added, new Map(), part.elsewhere);
  const textOf = (address: string) => blocks.find((block) => block.address === address)?.text;
  expect(textOf('data.tocsin_schedule.night')).toBe(
    'data "tocsin_schedule" "night" {\n  display_name = "Night"\n' +
      '  team_id      = data.tocsin_team.pay.id\n}\n',
  );
  expect(textOf('data.tocsin_team.pay')).toBe(
    'data "tocsin_team" "pay" {\n  display_name = "Pay"\n}\n',
  );
  const written = textOf('tocsin_escalation_policy.shop');
  expect(written).toContain('schedule_id = data.tocsin_schedule.night.id');
  expect(written).toContain('team_id = data.tocsin_team.pay.id');
});

it('of both teams is all, and nothing is looked up', () => {
  const { added, elsewhere } = partOfTeams('small', all, ['Shop', 'small:teams:Pay']);
  expect(new Set(added)).toEqual(new Set(all));
  expect(elsewhere).toEqual([]);
});
