import { expect, it } from 'vitest';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { password, allquietText as text } from './fixtures/allquiet.ts';
import { imported, objectsOf, readState } from './shown.ts';

it('attributes are the members of the API', () => {
  const saved = readState(allquiet, text);
  expect(objectsOf(saved, 'users')).toMatchObject([
    { id: 'ada' },
    { id: 'ben', displayName: 'Ben' },
  ]);
  expect(objectsOf(saved, 'notification-settings')).toMatchObject([
    ['ada', { shouldSendSms: true, delayInMinSms: 5, severitiesSms: ['Critical'] }],
  ]);
  expect(objectsOf(saved, 'team-escalations')).toMatchObject([
    {
      tierSettings: { repeats: 2, autoEscalationMode: 'resolved' },
      escalationTiers: [
        { autoEscalationMode: 'acknowledged', repeatsTierEscalationMode: 'resolved' },
      ],
    },
  ]);
});

it('an import knows every attribute, keeps the password of a page, and shows no secret', () => {
  const { report, files, secrets } = imported(allquiet, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(report.written).toMatchObject({
    ...{ tocsin_team: 1, tocsin_user: 2, tocsin_team_membership: 2, tocsin_team_escalations: 1 },
    ...{ tocsin_integration: 1, tocsin_service: 1, tocsin_status_page: 1 },
  });
  const all = [...files.values()].join('\n');
  expect(all).not.toContain(password);
  expect(files.get('status_pages.tf')).toMatch(/password_protection_password \s*= var\./);
  expect([...secrets.values()]).toEqual(expect.arrayContaining([password, { x_probe_of: 'yes' }]));
  expect(files.get('integrations.tf')).toMatch(/content_test_mode\s+= "NotContains"/);
  expect(files.get('users.tf')).toMatch(/delay_in_min_sms\s+= 5/);
  expect(files.get('team_escalations.tf')).toMatch(/repeats_stop_mode\s+= "resolved"/);
});
