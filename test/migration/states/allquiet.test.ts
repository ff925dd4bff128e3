import { expect, it } from 'vitest';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { imported, objectsOf, readState, resource, shown } from './shown.ts';

/*
 * By https://registry.terraform.io/providers/AllQuietApp/allquiet/latest/docs; nobody of these people exists. What is
 * not set is null there.
 */
const password = 'invented-word-of-a-page';
const settingsOf = (channel: string) => ({
  [`delay_in_min_${channel}`]: 5,
  [`severities_${channel}`]: ['Critical'],
  [`disabled_intents_${channel}`]: null,
});
const user = (id: string, more: object = {}) => ({
  ...{ id, display_name: id, email: `${id}@example.com`, phone_number: null, time_zone_id: 'UTC' },
  ...{ disable_weekly_incident_engagement_report: null, incident_notification_settings: null },
  ...more,
});
const membership = (id: string, user_id: string) => ({
  id,
  team_id: 't1',
  user_id,
  role: 'Member',
});
const text = shown([
  resource('allquiet_team.shop', {
    ...{ id: 't1', display_name: 'Shop', time_zone_id: 'Europe/Berlin', labels: null },
    incident_engagement_report_settings: null,
  }),
  resource('allquiet_user.ada', user('ada')),
  resource('data.allquiet_users.all', {
    ...{ email: null, display_name: null },
    users: [{ id: 'ben', display_name: 'Ben', email: 'ben@example.com', scim_external_id: null }],
  }),
  resource('allquiet_user_incident_notification_settings.ada', {
    ...{ id: 'ada', user_id: 'ada', should_send_sms: true, should_call_voice: false },
    ...{ should_send_push: true, should_send_email: true },
    ...{ ...settingsOf('sms'), ...settingsOf('voice') },
    ...{ ...settingsOf('push'), ...settingsOf('email') },
  }),
  resource('allquiet_team_membership.ada', membership('m1', 'ada')),
  resource('allquiet_team_membership.ben', membership('m2', 'ben')),
  resource('allquiet_team_escalations.shop', {
    ...{ id: 't1', team_id: 't1' },
    tier_settings: { repeats: 2, repeats_after_minutes: 30, repeats_stop_mode: 'resolved' },
    escalation_tiers: [
      {
        ...{ auto_escalation_enabled: true, auto_escalation_after_minutes: 10 },
        ...{ auto_escalation_stop_mode: 'acknowledged', repeats: 1, repeats_after_minutes: 5 },
        ...{ repeats_stop_mode: 'resolved', auto_escalation_severities: null },
        schedules: [
          {
            ...{ schedule_settings: null, rotation_settings: null },
            rotations: [{ members: [{ team_membership_id: 'm1' }, { team_membership_id: 'm2' }] }],
          },
        ],
      },
    ],
  }),
  resource('allquiet_integration.page', {
    ...{ id: 'i1', display_name: 'Front page', team_id: 't1', type: 'HttpMonitoring', labels: [] },
    ...{ is_muted: null, is_in_maintenance: null, webhook_url: null, snooze_settings: null },
    integration_settings: {
      http_monitoring: {
        ...{ url: 'https://shop.example.com', method: 'GET', timeout_in_milliseconds: 5000 },
        ...{ interval_in_seconds: 60, headers: { x_probe_of: 'yes' } },
        ...{ content_test: 'ok', content_test_mode: 'DoesNotContain' },
      },
    },
  }),
  resource('allquiet_service.shop', { id: 's1', display_name: 'Shop', public_title: 'Shop' }),
  resource(
    'allquiet_status_page.shop',
    {
      ...{
        id: 'p1',
        display_name: 'Shop',
        public_title: 'Shop',
        history_in_days: 30,
        slug: 'shop',
      },
      ...{ disable_public_subscription: false, is_password_protection_configured: true },
      ...{ password_protection_password: password, custom_host_settings: null, services: null },
      service_groups: [{ public_display_name: 'All', public_description: null, services: ['s1'] }],
    },
    { password_protection_password: true },
  ),
]);

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
