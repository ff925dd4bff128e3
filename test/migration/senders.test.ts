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

const pageOf = (added: readonly Added[]) =>
  sendersPage(sendersOf(added, toTerraform(added, new Map()).blocks));

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

it('is not there where nothing sends', () => {
  expect(pageOf([{ type: 'tocsin_team', key: 'small:teams:t1', body: { displayName: 'A' } }])).toBe(
    null,
  );
});
