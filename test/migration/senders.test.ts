import { expect, it } from 'vitest';
import type { Added } from '../../src/migration/model/added.ts';
import { sendersOf, sendersPage } from '../../src/migration/write/senders.ts';
import { toTerraform } from '../../src/migration/write/to-terraform.ts';

const integration = (name: string, type: string, key?: string): Added => ({
  type: 'tocsin_integration',
  key: `small:integrations:${name}`,
  body: {
    displayName: name,
    teamId: 'small:teams:t1',
    type,
    ...(key !== undefined && { acceptedKeys: [{ displayName: 'from before', key }] }),
  },
});

const pageOf = (added: readonly Added[], product = 'small', url = '') =>
  sendersPage(sendersOf(added, toTerraform(added, new Map()).blocks, { product, url }));

it('says per integration which setting changes, which variable has its key, and how to see that it arrives', () => {
  const page = pageOf([
    integration('Checkout | Berlin', 'PagerDutyEvents', 'key-of-checkout'),
    integration('Backup', 'OpsgenieAlertApi', 'key-of-backup'),
    integration('Mail', 'Email'),
  ]);
  expect(page).toContain('| Checkout \\| Berlin | `tocsin_integration.checkout_berlin` |');
  expect(page).toContain('`integration_checkout_berlin_accepted_keys_0_key`');
  expect(page).toContain('`$TOCSIN/api/receivers/pagerduty/v2/enqueue`');
  expect(page).toContain('Authorization: GenieKey $KEY');
  expect(page).toMatch(/All others[\s\S]*\| Mail \| `tocsin_integration.mail` \| `Email` \|/);
  expect(page).not.toContain('key-of');
});

it('has whatever keeps its key at the addresses of the product that it comes from', () => {
  const added = [
    integration('Disk', 'Webhook', 'key-of-disk-0123456789'),
    integration('Mail', 'Email'),
  ];
  const page = pageOf(added, 'goalert');
  expect(page).toContain('## GoAlert: keys stay, the address changes');
  expect(page).toContain(
    '| Disk | `tocsin_integration.disk` | `integration_disk_accepted_keys_0_key` |',
  );
  expect(page).toMatch(/All others[\s\S]*\| Mail \|/);
  expect(pageOf(added)).not.toContain('keys stay');
  const oncall = pageOf(added, 'oncall');
  expect(oncall).toContain('## Grafana OnCall: keys stay, the address changes');
  expect(oncall).toContain('$TOCSIN/api/receivers/oncall/integrations/v1/webhook/$KEY/');
});

it('names the address of the EU where the API that was asked is there, and both where nothing says it', () => {
  const sender = [integration('Checkout', 'PagerDutyEvents', 'key-of-checkout')];
  const [us, eu] = ['https://events.pagerduty.com', 'https://events.eu.pagerduty.com'];
  const from = (url: string) => pageOf(sender, 'pagerduty', url);
  expect(from('https://api.pagerduty.com')).toContain(`From \`${us}\` to`);
  expect(from('https://api.eu.pagerduty.com')).toContain(`From \`${eu}\` to`);
  expect(from('')).toContain(`From \`${us}, ${eu}\` to`);
});

it('is not there where nothing sends', () => {
  expect(pageOf([{ type: 'tocsin_team', key: 'small:teams:t1', body: { displayName: 'A' } }])).toBe(
    '',
  );
});
