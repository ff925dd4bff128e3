import { expect, test } from 'vitest';
import type { Block } from '../../cdktf-provider/export/blocks.ts';
import { partOf } from '../../cdktf-provider/export/part.ts';

const block = (type: string, name: string, object: object): Block => ({
  ...{ type, name, address: `${type}.${name}`, id: `${name}-id`, isStored: true },
  resource: {} as Block['resource'],
  object: { ...object },
  values: () => ({}),
});
const blocks = [
  block('tocsin_team', 'shop', {}),
  block('tocsin_team', 'pay', {}),
  block('tocsin_schedule', 'night', { teamId: 'SHOP-ID' }),
  block('tocsin_schedule', 'day', { teamId: 'pay-id' }),
  block('tocsin_temporary_schedule', 'holidays', { scheduleId: 'night-id' }),
  block('tocsin_temporary_schedule', 'fair', { scheduleId: 'day-id' }),
  block('tocsin_on_call_override', 'swap', { teamId: null, scheduleId: 'night-id' }),
  block('tocsin_on_call_override', 'away', { teamId: null, scheduleId: null }),
  block('tocsin_integration', 'hook', { teamId: 'shop-id' }),
  block('tocsin_integration_mapping', 'hook', { integrationId: 'hook-id' }),
  block('tocsin_suppression_rule', 'both', { teamId: null, teamIds: ['pay-id', 'shop-id'] }),
  block('tocsin_shadow_run', 'other', { teamIds: ['pay-id'] }),
];

test('of a team are what names it, alone or among others, and what hangs on its objects', () => {
  expect(partOf(blocks, 'shop-id').map(({ type, name }) => `${type} ${name}`)).toEqual([
    'tocsin_team shop',
    'tocsin_schedule night',
    'tocsin_temporary_schedule holidays',
    'tocsin_on_call_override swap',
    'tocsin_integration hook',
    'tocsin_integration_mapping hook',
    'tocsin_suppression_rule both',
  ]);
  expect(partOf(blocks, undefined)).toBe(blocks);
});
