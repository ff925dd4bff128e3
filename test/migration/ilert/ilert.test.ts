import { expect, it } from 'vitest';
import { imported } from './collected.ts';
import { account } from './fixtures/account.ts';

const { files, report, secrets } = imported(account);
const file = (name: string) => files.get(name) ?? '';
const said = (key: string) =>
  report.lines
    .filter((line) => line.key === `ilert:${key}`)
    .map(({ level, pointer, text }) => `${level} ${pointer}: ${text}`);

it('layers further down win, shifts by hand are days of their own, and overrides stand alone', () => {
  expect(file('schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 27e75ab37b06d7e8 "ilert:schedules:31"
    resource "tocsin_schedule" "shop" {
      display_name = "Shop"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id           = "layer-1"
          display_name = "Weeks"
          level        = 0
          starts_at    = "2026-10-05T07:00:00.000Z"
          turns        = { every = 7, unit = "days", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ada_example.id] },
            { user_ids = [tocsin_user.ben_example.id] },
            { user_ids = [] },
          ]
        },
        {
          id           = "layer-2"
          display_name = "Weekends"
          level        = 1
          starts_at    = "2026-10-02T15:00:00.000Z"
          ends_at      = "2027-03-01T09:00:00.000Z"
          hours        = [{ from_day = "fri", from = "17:00", until_day = "mon", until = "09:00" }]
          groups       = [{ user_ids = [tocsin_user.cleo_example.id] }]
        },
        {
          id        = "layer-3"
          level     = 2
          starts_at = "2026-10-05T07:00:00.000Z"
          turns     = { every = 720, unit = "minutes", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ben_example.id] },
            { user_ids = [tocsin_user.cleo_example.id] },
          ]
        },
      ]
    }

    # tocsin-import 670863f4c2bff30c "ilert:schedules:32"
    resource "tocsin_schedule" "static" {
      display_name = "Static"
      team_id      = tocsin_team.ilert.id
      layers       = []
    }

    # tocsin-import cb5c44ccb313a677 "ilert:schedules:33"
    resource "tocsin_schedule" "odd" {
      display_name = "Odd"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers       = []
    }
    "
  `);
  expect(file('temporary_schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 7302775a476279c7 "ilert:shifts:32"
    resource "tocsin_temporary_schedule" "static" {
      schedule_id = tocsin_schedule.static.id
      start       = "2026-11-02T08:00:00.000Z"
      end         = "2026-11-04T08:00:00.000Z"
      shifts = [
        {
          user_ids = [tocsin_user.ada_example.id]
          start    = "2026-11-02T08:00:00.000Z"
          end      = "2026-11-03T08:00:00.000Z"
        },
        {
          user_ids = [tocsin_user.ben_example.id]
          start    = "2026-11-03T08:00:00.000Z"
          end      = "2026-11-04T08:00:00.000Z"
        },
      ]
    }
    "
  `);
  expect(file('on_call_overrides.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 2389168f811625ec "ilert:overrides:31:2026-12-24T08-00-00.000Z"
    resource "tocsin_on_call_override" "cleo_example" {
      user_id     = tocsin_user.cleo_example.id
      type        = "online"
      start       = "2026-12-24T08:00:00.000Z"
      end         = "2026-12-26T08:00:00.000Z"
      schedule_id = tocsin_schedule.shop.id
      mode        = "replace"
    }

    # tocsin-import b493f22c9eb60890 "ilert:overrides:31:2026-12-25T08-00-00.000Z"
    resource "tocsin_on_call_override" "ben_example" {
      user_id     = tocsin_user.ben_example.id
      type        = "online"
      start       = "2026-12-25T08:00:00.000Z"
      end         = "2026-12-26T08:00:00.000Z"
      schedule_id = tocsin_schedule.shop.id
      mode        = "replace"
    }
    "
  `);
  const shop = said('schedules:31').join('\n');
  for (const text of [
    'lost /teams: Belongs to its first team',
    'approximated /scheduleLayers/2/rotation: Hand-overs keep their time of day',
    'past /scheduleLayers/3: Had ended',
    'behaviour /scheduleLayers/4: Left out',
    'behaviour /scheduleLayers/0/users/2: Nobody who can be invited',
  ])
    expect(shop).toContain(text);
  expect(said('schedules:33')[0]).toMatch(/^behaviour \/type: Nobody is on call/);
  const overrides = said('schedule-overrides:31').map((text) => text.slice(0, 30));
  expect(overrides.toSorted()).toEqual([
    'behaviour : Another one is the',
    'behaviour : Left out: nobody w',
    'past : Had ended before the im',
  ]);
});

it('days by hand end when the last of their shifts does, whichever began last', () => {
  const users = [
    { id: 1, email: 'ada@example.com' },
    { id: 2, email: 'ben@example.com' },
  ];
  const shifts = [
    { user: { id: 1 }, start: '2026-12-01T00:00:00Z', end: '2026-12-02T00:00:00Z' },
    { user: { id: 2 }, start: '2026-12-01T08:00:00Z', end: '2026-12-01T16:00:00Z' },
  ];
  const schedules = [{ id: 6, name: 'By hand', timezone: 'UTC', type: 'STATIC', shifts }];
  const days = imported({ users, schedules }).files.get('temporary_schedules.tf');
  expect(days).toMatch(/^ {2}end +.*2026-12-02T00:00:00.000Z"/m);
});

it('a policy leaves at once where nobody is, and one that resolves in time is another one', () => {
  expect(file('escalation_policies.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 03ec2d0977e71edb "ilert:escalation-policies:41"
    resource "tocsin_escalation_policy" "critical" {
      display_name = "Critical"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 2
          targets       = [{ schedule_id = tocsin_schedule.shop.id, pick = "onCall" }]
        },
        {
          after_minutes = 15
          targets       = [{ user_id = tocsin_user.ada_example.id }, { user_id = tocsin_user.ben_example.id }]
        },
        {
          after_minutes = 10
          targets       = [{ team_id = tocsin_team.stock.id, pick = "members" }]
        },
      ]
      loops                 = 3
      loop_after_minutes    = 3
      low_urgency_escalates = false
    }

    # tocsin-import c36b7cda2be985dd "ilert:escalation-policies:41:resolves-90"
    resource "tocsin_escalation_policy" "critical_resolves_after_90_min" {
      display_name = "Critical, resolves after 90 min"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 2
          targets       = [{ schedule_id = tocsin_schedule.shop.id, pick = "onCall" }]
        },
        {
          after_minutes = 15
          targets       = [{ user_id = tocsin_user.ada_example.id }, { user_id = tocsin_user.ben_example.id }]
        },
        {
          after_minutes = 10
          targets       = [{ team_id = tocsin_team.stock.id, pick = "members" }]
        },
      ]
      loops                  = 3
      loop_after_minutes     = 3
      resolves_after_minutes = 90
      low_urgency_escalates  = false
    }
    "
  `);
  expect(said('escalation-policies:41').join('\n')).toContain('behaviour /routingKey: Events');
  expect(said('escalation-policies:42')).toEqual([
    'behaviour : Not brought: it has no step that tells anybody.',
  ]);
});

it('a number and an address with one id are two contacts', () => {
  const contact = { id: 5 };
  const own = imported({
    users: [{ id: 1, email: 'ada@example.com' }],
    'user-emails': { 1: [{ id: 5, target: 'ada@home.example.com', status: 'OK' }] },
    'user-phone-numbers': { 1: [{ id: 5, target: '+4930901820', primary: true, status: 'OK' }] },
    'alert-preferences': {
      1: [
        { id: 1, method: 'SMS', contact, type: 'HIGH_PRIORITY', delayMin: 0 },
        { id: 2, method: 'EMAIL', contact, type: 'LOW_PRIORITY', delayMin: 0 },
      ],
    },
  });
  const rules = own.files.get('user_notification_rules.tf');
  expect(rules).toContain('[{ channel = "SMS", after_minutes = 0 }]');
  expect(rules).toContain('[{ channel = "Email", contact_id = "contact-1", after_minutes = 0 }]');
  expect([...own.secrets.values()]).toContain('ada@home.example.com');
});

it('a contact and a message beyond the twenty that a person has are said', () => {
  const ids = Array.from({ length: 21 }, (_, at) => at + 1);
  const own = imported({
    users: [{ id: 1, email: 'ada@example.com' }],
    'user-emails': { 1: ids.map((id) => ({ id, target: `ada${id}@example.com`, status: 'OK' })) },
    'alert-preferences': {
      1: ids.map((id) => ({ id, method: 'EMAIL', contact: { id }, type: 'LOW_PRIORITY' })),
    },
  });
  const texts = own.report.lines.map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('More than 20 further contacts'))).toHaveLength(1);
  expect(texts).toContain('1 of otherwise are left out: 20 are taken here');
});

it('people are told by priority, and what reaches nobody has a line', () => {
  expect(file('user_notification_rules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 161ebc20fe4e86b3 "ilert:notification-rules:1"
    resource "tocsin_user_notification_rules" "ada_example" {
      rules = [
        {
          display_name = "High priority"
          urgencies    = ["High"]
          steps = [
            { channel = "SMS", contact_id = "contact-1", after_minutes = 0 },
            { channel = "VoiceCall", after_minutes = 5 },
          ]
        },
      ]
      otherwise = [
        { channel = "Email", contact_id = "contact-2", after_minutes = 0 },
        { channel = "Push", after_minutes = 0 },
      ]
      contacts = [
        {
          id      = "contact-1"
          channel = "SMS"
          target  = var.user_notification_rules_ada_example_contacts_0_target
        },
        {
          id      = "contact-2"
          channel = "Email"
          target  = var.user_notification_rules_ada_example_contacts_1_target
        },
      ]
      user_id = tocsin_user.ada_example.id
    }

    # tocsin-import 6b550e44010b2289 "ilert:notification-rules:2"
    resource "tocsin_user_notification_rules" "ben_example" {
      rules = [
        {
          display_name = "High priority"
          urgencies    = ["High"]
          steps        = [{ channel = "Push", after_minutes = 0 }]
        },
      ]
      user_id = tocsin_user.ben_example.id
    }
    "
  `);
  expect(file('users.tf')).toContain('notices_before_minutes  = [60]');
  expect(said('users:1').join('\n')).toContain('behaviour /mutedUntil: Muted there until then');
  expect(said('users:4')).toEqual(['behaviour : Has no e-mail address, so nobody can be invited.']);
  expect(said('user-phone-numbers:2:22')[0]).toMatch(/^behaviour : Nothing is sent to it/);
  for (const id of [105, 106, 107])
    expect(said(`alert-preferences:1:${id}`)[0]).toMatch(/^behaviour : Left out/);
  expect(said('alert-preferences:2:201')[0]).toMatch(/^behaviour : Left out: nothing is sent/);
});

it('support hours decide how urgent alerts are, and days with the same hours are one window', () => {
  expect(file('support_hours.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 626e3892724ceb03 "ilert:support-hour-details:51"
    resource "tocsin_support_hours" "office" {
      display_name = "Office"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      hours = [
        { selected_days = ["mon", "tue"], from = "08:00", until = "17:00" },
        { selected_days = ["sat"], from = "10:00", until = "00:00" },
      ]
    }
    "
  `);
  expect(
    said('support-hour-details:51')
      .map((text) => text.split(':')[0])
      .toSorted(),
  ).toEqual(['behaviour /exceptions/0', 'behaviour /supportDays/SUNDAY', 'past /exceptions/1']);
  expect(said('alert-source-details:62').join('\n')).toContain('behaviour /autoRaiseAlerts: What');
  expect(said('alert-source-details:64').join('\n')).toContain('Taken as high');
});

it('sources and heartbeats are integrations that keep their keys, and what routes events has a line', () => {
  expect(file('integrations.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 99a770df17ad28bc "ilert:alert-source-details:61"
    resource "tocsin_integration" "source_61" {
      display_name = "Source 61"
      urgency_settings = {
        type             = "supportHours"
        support_hours_id = tocsin_support_hours.office.id
        during           = "High"
        outside          = "Low"
        raises_at_start  = true
      }
      escalation_policy_id = tocsin_escalation_policy.critical_resolves_after_90_min.id
      accepted_keys        = [{ display_name = "ilert", key = var.integration_source_61_accepted_keys_0_key }]
      team_id              = tocsin_team.shop.id
      type                 = "IlertEvents"
    }

    # tocsin-import 557cbd81c331585a "ilert:alert-source-details:62"
    resource "tocsin_integration" "source_62" {
      display_name = "Source 62"
      urgency_settings = {
        type             = "supportHours"
        support_hours_id = tocsin_support_hours.office.id
        during           = "Low"
        outside          = "High"
        raises_at_start  = false
      }
      escalation_policy_id = tocsin_escalation_policy.critical_resolves_after_90_min.id
      accepted_keys        = [{ display_name = "ilert", key = var.integration_source_62_accepted_keys_0_key }]
      team_id              = tocsin_team.shop.id
      type                 = "PrometheusAlertmanager"
    }

    # tocsin-import 4af3862aca00b5f1 "ilert:alert-source-details:63"
    resource "tocsin_integration" "source_63" {
      display_name         = "Source 63"
      is_in_maintenance    = true
      urgency_settings     = { type = "constant", urgency = "Low" }
      escalation_policy_id = tocsin_escalation_policy.critical.id
      team_id              = tocsin_team.shop.id
      type                 = "Email"
    }

    # tocsin-import b0428b9da334a4c7 "ilert:alert-source-details:64"
    resource "tocsin_integration" "source_64" {
      display_name = "Source 64"
      team_id      = tocsin_team.shop.id
      type         = "Webhook"
    }

    # tocsin-import fc637bf0c949e6e7 "ilert:alert-source-details:66"
    resource "tocsin_integration" "source_66" {
      display_name         = "Source 66"
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys        = [{ display_name = "ilert", key = var.integration_source_66_accepted_keys_0_key }]
      integration_settings = {
        heartbeat_monitor = { interval_in_sec = 600, grace_period_in_sec = 0, severity = "Critical" }
      }
      team_id = tocsin_team.shop.id
      type    = "HeartbeatMonitor"
    }

    # tocsin-import b531c6893d1dd75b "ilert:heartbeat-monitor-details:71"
    resource "tocsin_integration" "backup" {
      display_name         = "Backup"
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys        = [{ display_name = "ilert", key = var.integration_backup_accepted_keys_0_key }]
      integration_settings = {
        heartbeat_monitor = { interval_in_sec = 300, grace_period_in_sec = 0, severity = "Critical" }
      }
      team_id = tocsin_team.shop.id
      type    = "HeartbeatMonitor"
    }

    # tocsin-import 1d5a1cfb0907264d "ilert:heartbeat-monitor-details:72"
    resource "tocsin_integration" "loose" {
      display_name = "Loose"
      integration_settings = {
        heartbeat_monitor = { interval_in_sec = 60, grace_period_in_sec = 0, severity = "Critical" }
      }
      team_id = tocsin_team.ilert.id
      type    = "HeartbeatMonitor"
    }
    "
  `);
  expect(file('integration_maintenance_windows.tf')).toMatchInlineSnapshot(`
    "# tocsin-import f65a9b82be4efa42 "ilert:maintenance-windows:9b38fcab8bea5888"
    resource "tocsin_integration_maintenance_window" "upgrade" {
      integration_id = tocsin_integration.source_61.id
      start          = "2026-11-05T20:00:00.000Z"
      end            = "2026-11-05T22:00:00.000Z"
      description    = "Upgrade"
      type           = "maintenance"
    }
    "
  `);
  const senders = file('SENDERS.md');
  expect(senders).toMatch(/## ilert events: keys stay[\s\S]*\| Source 61 \|/);
  expect(senders).toMatch(
    /## Tools and heartbeats of ilert[\s\S]*\| Backup \|[\s\S]*\| Source 62 \|/,
  );
  const api = said('alert-source-details:61').join('\n');
  for (const member of ['routingTemplate', 'priorityTemplate', 'eventFilter', 'alertKeyTemplate'])
    expect(api).toContain(`behaviour /${member}`);
  expect(said('event-flow-details:91')[0]).toMatch(/^behaviour \/root: Not brought/);
  expect(said('maintenance-windows:81').join()).toContain('an alert source that is not there');
});

it('no file has a key, a number or an address that is a secret', () => {
  expect([...secrets.values()]).toEqual(expect.arrayContaining(['il1secretkeyofsource61']));
  for (const [name, text] of files)
    for (const secret of ['secretkeyof', '490901820', '4930901821', 'ada@home'])
      expect(text.includes(secret), `${name} ${secret}`).toBe(false);
});
