import { expect, it } from 'vitest';
import { readLock } from '../../../src/migration/write/lock.ts';
import { imported } from './collected.ts';
import { account, secrets } from './fixtures/account.ts';

const { files, report, secrets: values } = imported(account);
const file = (name: string) => files.get(name) ?? '';
const said = (key: string) =>
  report.lines
    .filter((line) => line.key === `goalert:${key}`)
    .map(({ level, pointer, text }) => `${level} ${pointer}: ${text}`);

it('each rule of a schedule is a layer, whose turns go on from where they were', () => {
  expect(file('schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 27a2208459481002 "goalert:rotations:months"
    resource "tocsin_schedule" "rotation_months" {
      display_name = "Rotation months"
      team_id      = tocsin_team.goalert.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id     = "turns"
          turns  = { every = 1, unit = "months", from = "2026-08-31T07:00:00.000Z" }
          groups = [{ user_ids = [tocsin_user.ada.id] }, { user_ids = [tocsin_user.cleo.id] }]
        },
      ]
    }

    # tocsin-import 761e9bfd9e6eae15 "goalert:rotations:one"
    resource "tocsin_schedule" "rotation_one_2" {
      display_name = "Rotation one (2)"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers       = [{ id = "turns", groups = [{ user_ids = [tocsin_user.cleo.id] }] }]
    }

    # tocsin-import 636a1083117d6a9c "goalert:schedules:shop"
    resource "tocsin_schedule" "shop" {
      display_name = "Shop"
      description  = "All of the shop"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id           = "days-1"
          display_name = "rotation days"
          hours = [
            { from_day = "mon", from = "18:00", until_day = "tue", until = "02:30" },
            { from_day = "tue", from = "18:00", until_day = "wed", until = "02:30" },
            { from_day = "wed", from = "18:00", until_day = "thu", until = "02:30" },
            { from_day = "thu", from = "18:00", until_day = "fri", until = "02:30" },
            { from_day = "fri", from = "18:00", until_day = "sat", until = "02:30" },
          ]
          turns       = { every = 1, unit = "days", from = "2026-10-05T07:00:00.000Z" }
          groups      = [{ user_ids = [tocsin_user.ben.id] }, { user_ids = [] }]
          first_group = 1
        },
        {
          id           = "days-2"
          display_name = "rotation days"
          hours = [
            { from_day = "sat", from = "00:00", until_day = "sun", until = "00:00" },
            { from_day = "sun", from = "00:00", until_day = "mon", until = "00:00" },
          ]
          turns       = { every = 1, unit = "days", from = "2026-10-05T07:00:00.000Z" }
          groups      = [{ user_ids = [tocsin_user.ben.id] }, { user_ids = [] }]
          first_group = 1
        },
        { id = "empty-1", display_name = "rotation empty", groups = [{ user_ids = [] }] },
        {
          id           = "hours-1"
          display_name = "rotation hours"
          turns        = { every = 1, unit = "hours", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ada.id] },
            { user_ids = [tocsin_user.ben.id] },
            { user_ids = [tocsin_user.cleo.id] },
          ]
        },
        {
          id           = "new-1"
          display_name = "rotation new"
          turns        = { every = 1, unit = "days", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ada.id] },
            { user_ids = [tocsin_user.ben.id] },
            { user_ids = [tocsin_user.cleo.id] },
          ]
        },
        { id = "odd-1", display_name = "rotation odd", groups = [{ user_ids = [] }] },
        {
          id           = "weeks-1"
          display_name = "rotation weeks"
          turns        = { every = 1, unit = "weeks", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ada.id] },
            { user_ids = [tocsin_user.ben.id] },
            { user_ids = [tocsin_user.cleo.id] },
          ]
          first_group = 1
        },
        {
          id           = "cleo-1"
          display_name = "user cleo"
          hours = [
            { from_day = "mon", from = "08:00", until_day = "mon", until = "17:00" },
            { from_day = "tue", from = "08:00", until_day = "tue", until = "17:00" },
            { from_day = "wed", from = "08:00", until_day = "wed", until = "17:00" },
            { from_day = "thu", from = "08:00", until_day = "thu", until = "17:00" },
            { from_day = "fri", from = "08:00", until_day = "fri", until = "17:00" },
          ]
          groups = [{ user_ids = [tocsin_user.cleo.id] }]
        },
      ]
    }

    # tocsin-import f3d29ef25f877259 "goalert:schedules:warehouse"
    resource "tocsin_schedule" "rotation_one" {
      display_name = "Rotation one"
      team_id      = tocsin_team.goalert.id
      layers       = []
    }
    "
  `);
});

it('somebody who is on call all the time is so by the clock of the schedule', () => {
  const everyDay = Array.from({ length: 7 }, () => true);
  const schedule = {
    ...{ id: 'desk', name: 'Desk', timeZone: 'Europe/Berlin', temporarySchedules: [] },
    targets: [
      {
        target: { id: 'ada', type: 'user', name: 'Ada' },
        rules: [{ start: '00:00', end: '00:00', weekdayFilter: everyDay }],
      },
    ],
  };
  const users = [{ id: 'ada', name: 'Ada', email: 'ada@example.com' }];
  const written = imported({ users, schedules: [schedule] }).files.get('schedules.tf') ?? '';
  expect(written).toContain('tocsin_user.ada.id');
  expect(written.match(/time_zone_id .*/g)).toEqual(['time_zone_id = "Europe/Berlin"']);
});

it('a position is said with its time, and what is read otherwise with both readings', () => {
  expect(said('rotations:weeks')).toEqual([
    'approximated /activeUserIndex: Its position is not worked out there but kept: turn 2 of 3 ends at ' +
      '2026-11-02T09:00:00+01:00, and turns go on from there. Where somebody changes who is active after that, ' +
      'import again.',
    'lost /description: Layers have no description.',
    'lost /labels: Labels of services alone have a place here.',
  ]);
  expect(said('rotations:new')).toEqual([
    'behaviour : Has no position yet, so nobody is on call by it there; here its turns begin.',
  ]);
  expect(said('rotations:odd')[0]).toMatch(/^behaviour : Nobody is on call by it/);
  expect(said('rotations:one')).toEqual([]);
  expect(said('rotations:unused').at(-1)).toMatch(/^lost : Not brought/);
  expect(said('rotations:months').join()).toContain('In months without a day 31');
  expect(said('rotations:hours').join()).toContain('An hour that clocks skip');
  const shop = said('schedules:shop').join('\n');
  for (const text of [
    'by the clock of America/New_York there; here by that of Europe/Berlin',
    'Where clocks show 02:30 twice',
    'Left out: this rotation was not read.',
    'Left out: neither a person nor a rotation.',
    'On no day of the week',
    'Left out: its days or hours cannot be read.',
  ])
    expect(shop).toContain(text);
});

it('days that are planned by hand stand for all layers, and overrides are cut around them', () => {
  expect(file('temporary_schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 1f740de4e5f9bfb4 "goalert:temporarySchedules:shop:2026-12-24T08-00-00.000Z"
    resource "tocsin_temporary_schedule" "shop" {
      schedule_id = tocsin_schedule.shop.id
      start       = "2026-12-24T08:00:00.000Z"
      end         = "2026-12-27T08:00:00.000Z"
      shifts = [
        {
          user_ids = [tocsin_user.ben.id]
          start    = "2026-12-24T08:00:00.000Z"
          end      = "2026-12-25T08:00:00.000Z"
        },
      ]
    }
    "
  `);
  expect(file('on_call_overrides.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 9a0293dea4d26877 "goalert:userOverrides:add"
    resource "tocsin_on_call_override" "ben" {
      user_id     = tocsin_user.ben.id
      type        = "online"
      start       = "2026-11-10T08:00:00.000Z"
      end         = "2026-11-11T08:00:00.000Z"
      schedule_id = tocsin_schedule.shop.id
    }

    # tocsin-import 67f1d56b1f06830a "goalert:userOverrides:remove"
    resource "tocsin_on_call_override" "ben_2" {
      user_id     = tocsin_user.ben.id
      type        = "offline"
      start       = "2026-11-12T08:00:00.000Z"
      end         = "2026-11-13T08:00:00.000Z"
      schedule_id = tocsin_schedule.shop.id
    }

    # tocsin-import 1b2744bdec87363d "goalert:userOverrides:replace"
    resource "tocsin_on_call_override" "ada" {
      user_id              = tocsin_user.ada.id
      type                 = "offline"
      start                = "2026-12-20T08:00:00.000Z"
      end                  = "2026-12-24T08:00:00.000Z"
      replacement_user_ids = [tocsin_user.cleo.id]
      schedule_id          = tocsin_schedule.shop.id
    }

    # tocsin-import 9cb046acb6990666 "goalert:userOverrides:replace:2"
    resource "tocsin_on_call_override" "ada_2" {
      user_id              = tocsin_user.ada.id
      type                 = "offline"
      start                = "2026-12-27T08:00:00.000Z"
      end                  = "2026-12-30T08:00:00.000Z"
      replacement_user_ids = [tocsin_user.cleo.id]
      schedule_id          = tocsin_schedule.shop.id
    }
    "
  `);
  expect(said('userOverrides:planned')).toEqual([
    'lost : Has no effect: these days are planned by hand.',
  ]);
  expect(said('userOverrides:past')).toEqual(['past : Had ended before the import.']);
  expect(said('userOverrides:odd')[0]).toMatch(/^behaviour : Left out/);
});

it('a step waits as long as the one before says, tools are told, and rotations have schedules', () => {
  expect(file('escalation_policies.tf')).toMatchInlineSnapshot(`
    "# tocsin-import e59333884b304c77 "goalert:escalationPolicies:critical"
    resource "tocsin_escalation_policy" "critical" {
      display_name = "Critical"
      description  = "Wakes people"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 0
          targets       = [{ schedule_id = tocsin_schedule.shop.id, pick = "onCall" }]
          if_nobody     = "wait"
        },
        {
          after_minutes = 15
          targets = [
            { schedule_id = tocsin_schedule.rotation_one_2.id, pick = "onCall" },
            { user_id = tocsin_user.ada.id },
          ]
          if_nobody = "wait"
        },
        {
          after_minutes = 15
          targets = [
            {
              outbound_integration_id = tocsin_outbound_integration.webhook_to_hooks_example_com.id
            },
          ]
          if_nobody = "wait"
        },
        {
          after_minutes = 20
          targets       = [{ outbound_integration_id = tocsin_outbound_integration.slack_c0shop.id }]
          if_nobody     = "wait"
        },
      ]
      loops              = 2
      loop_after_minutes = 60
    }

    # tocsin-import 79f132819c78693d "goalert:escalationPolicies:endless"
    resource "tocsin_escalation_policy" "endless" {
      display_name = "Endless"
      team_id      = tocsin_team.goalert.id
      steps = [
        {
          after_minutes = 0
          targets       = [{ schedule_id = tocsin_schedule.rotation_months.id, pick = "onCall" }]
          if_nobody     = "wait"
        },
      ]
      loops              = 99
      loop_after_minutes = 1
    }
    "
  `);
  expect(file('outbound_integrations.tf')).toMatchInlineSnapshot(`
    "# tocsin-import aed32ee3bde4e0f1 "goalert:tools:4061e68ca51afcd2"
    resource "tocsin_outbound_integration" "slack_c0shop" {
      display_name               = "Slack C0SHOP"
      team_id                    = tocsin_team.shop.id
      type                       = "Slack"
      triggers_only_on_forwarded = true
      slack_settings = {
        selected_channel_ids = ["C0SHOP"]
        bot_token            = var.outbound_integration_slack_c0shop_slack_settings_bot_token
      }
    }

    # tocsin-import ddfacddb574cdb20 "goalert:tools:d9bbfda2406c8af5"
    resource "tocsin_outbound_integration" "webhook_to_hooks_example_com" {
      display_name               = "Webhook to hooks.example.com"
      team_id                    = tocsin_team.shop.id
      type                       = "Webhook"
      triggers_only_on_forwarded = true
      webhook_settings           = { url = var.outbound_integration_webhook_to_hooks_example_com_webhook_settings_url }
    }
    "
  `);
  expect(said('escalationPolicies:nobody')[0]).toMatch(/^behaviour : Not brought/);
});

it('people have their ways of being told, and what reaches nobody has a line', () => {
  expect(file('users.tf')).toContain('phone_number');
  expect(file('user_notification_rules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import b6d75ee1916f3a95 "goalert:notificationRules:ada"
    resource "tocsin_user_notification_rules" "ada" {
      rules = []
      otherwise = [
        { channel = "SMS", after_minutes = 0 },
        { channel = "VoiceCall", after_minutes = 5 },
        { channel = "VoiceCall", contact_id = "contact-1", after_minutes = 10 },
      ]
      contacts = [
        {
          id      = "contact-1"
          channel = "VoiceCall"
          target  = var.user_notification_rules_ada_contacts_0_target
          label   = "Home"
        },
        {
          id      = "contact-2"
          channel = "Email"
          target  = var.user_notification_rules_ada_contacts_1_target
          label   = "Private"
        },
      ]
      user_id = tocsin_user.ada.id
    }

    # tocsin-import 248e2f9ae70af4ae "goalert:notificationRules:ben"
    resource "tocsin_user_notification_rules" "ben" {
      rules     = []
      otherwise = [{ channel = "Email", after_minutes = 0 }]
      user_id   = tocsin_user.ben.id
    }
    "
  `);
  expect(said('users:cleo')).toEqual([
    'behaviour : No rule tells this person of alerts there; here the notification settings decide.',
  ]);
  expect(said('users:bot')).toEqual([
    'behaviour : Has no e-mail address, so nobody can be invited.',
  ]);
});

it('keys of services are integrations with their policy, team and labels, and senders keep them', () => {
  expect(file('integrations.tf')).toMatchInlineSnapshot(`
    "# tocsin-import b85895ca0ecfdf17 "goalert:heartbeatMonitors:35714faa3d6402e5"
    resource "tocsin_integration" "shop_api_backup" {
      display_name         = "Shop API: Backup"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys = [
        {
          display_name = "GoAlert"
          key          = var.integration_shop_api_backup_accepted_keys_0_key
        },
      ]
      integration_settings = {
        heartbeat_monitor = { interval_in_sec = 5400, grace_period_in_sec = 0, severity = "Critical" }
      }
      team_id = tocsin_team.shop.id
      type    = "HeartbeatMonitor"
    }

    # tocsin-import 572b3165e27578fb "goalert:integrationKeys:2d0c8db386e4fdb5"
    resource "tocsin_integration" "shop_api_key_email" {
      display_name         = "Shop API: Key email"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      team_id              = tocsin_team.shop.id
      type                 = "Email"
    }

    # tocsin-import 6b8746325ac657c2 "goalert:integrationKeys:447103e2af8f5cc9"
    resource "tocsin_integration" "shop_api_key_generic" {
      display_name         = "Shop API: Key generic"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys = [
        {
          display_name = "GoAlert"
          key          = var.integration_shop_api_key_generic_accepted_keys_0_key
        },
      ]
      team_id = tocsin_team.shop.id
      type    = "Webhook"
    }

    # tocsin-import 64efb00982112a99 "goalert:integrationKeys:62bdca346410347b"
    resource "tocsin_integration" "shop_api_key_prometheusalertmanager" {
      display_name         = "Shop API: Key prometheusAlertmanager"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys = [
        {
          display_name = "GoAlert"
          key          = var.integration_shop_api_key_prometheusalertmanager_accepted_keys_0_key
        },
      ]
      team_id = tocsin_team.shop.id
      type    = "PrometheusAlertmanager"
    }

    # tocsin-import d38d4ebd34b16cc7 "goalert:integrationKeys:8b2fd8a08acae265"
    resource "tocsin_integration" "shop_api_key_pigeon" {
      display_name         = "Shop API: Key pigeon"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      accepted_keys = [
        {
          display_name = "GoAlert"
          key          = var.integration_shop_api_key_pigeon_accepted_keys_0_key
        },
      ]
      team_id = tocsin_team.shop.id
      type    = "Webhook"
    }

    # tocsin-import 7c2ae6b38fa97a02 "goalert:integrationKeys:ad793874aad70e27"
    resource "tocsin_integration" "stock_key_grafana" {
      display_name         = "Stock: Key grafana"
      escalation_policy_id = tocsin_escalation_policy.endless.id
      team_id              = tocsin_team.goalert.id
      type                 = "Grafana"
    }

    # tocsin-import 16a43f15de5967d2 "goalert:integrationKeys:c788228de2b94195"
    resource "tocsin_integration" "shop_api_key_universal" {
      display_name         = "Shop API: Key universal"
      labels               = ["infra/env=prod", "org/team=Shop"]
      escalation_policy_id = tocsin_escalation_policy.critical.id
      team_id              = tocsin_team.shop.id
      type                 = "Webhook"
    }
    "
  `);
  expect(file('integration_maintenance_windows.tf')).toContain('type           = "muted"');
  expect([...values.values()]).toEqual(
    expect.arrayContaining([secrets.generic, secrets.prometheus, secrets.heartbeat]),
  );
  expect(file('SENDERS.md')).toMatch(/## GoAlert: keys stay[\s\S]*\| Shop API: Key generic \|/);
});

it('no file has a key, a number or an address that is a secret', () => {
  for (const [name, text] of files)
    for (const secret of [...Object.values(secrets), '490901820', 'secret-of-webhook'])
      expect(text.includes(secret), `${name} ${secret}`).toBe(false);
});

it('a label names teams, or none does', () => {
  expect(file('teams.tf')).toMatch(/"Shop"[\s\S]*"GoAlert"|"GoAlert"[\s\S]*"Shop"/);
  const others = imported(account, {
    answers: new Map([
      ['team-label', 'infra/env'],
      ['ownerless', 'Prod'],
    ]),
  });
  expect(others.files.get('teams.tf')).toMatch(/display_name = "(p|P)rod"/);
  expect(others.files.get('teams.tf')?.match(/^resource/gm)).toHaveLength(1);
  const none = imported(account, { answers: new Map([['team-label', 'none']]) });
  expect(none.files.get('teams.tf')?.match(/^resource/gm)).toHaveLength(1);
});

it('what is written of names in other scripts, and of texts cut within a character, can be read back', () => {
  const policies = [{ id: 'p-1', name: '当番', repeat: 0, steps: [] }].map((policy) => ({
    ...policy,
    steps: [
      {
        ...{ stepNumber: 0, delayMinutes: 5 },
        actions: [{ type: 'builtin-user', args: { user_id: 'ada' } }],
      },
    ],
  }));
  const services = [
    {
      ...{ id: 's-1', name: 'Cut \ud83d', escalationPolicyID: 'p-1' },
      labels: [{ key: 'team', value: '当番 \ud83d' }],
      integrationKeys: [{ id: 'k-1', type: 'generic', name: '当番', href: '' }],
    },
  ];
  const odd = imported({ users: account.users ?? [], escalationPolicies: policies, services });
  const lock = readLock(odd.files.get('tocsin-import.lock.json') ?? null);
  expect(lock).toEqual(odd.lock);
  expect(lock.get('goalert:escalationPolicies:p-1')).toMatch(/^tocsin_escalation_policy\.o_\w+$/);
  expect([...odd.files.values()].join('')).not.toMatch(/\\u[dD]83[dD]/);
});

it.each([
  ['at a time that clocks skip in spring', '2026-10-05T00:30:00Z', 1],
  ['at one that they never skip', '2026-10-05T01:30:00Z', 0],
])('a rotation that hands over %s has its open reading in the report', (_, start, count) => {
  const open = (account.rotations ?? [])
    .filter(({ id }) => id === 'weeks')
    .map((rotation) => ({ ...rotation, start }));
  const { report: said } = imported({ ...account, rotations: open });
  const lines = said.lines.filter(
    ({ key, text }) => key === 'goalert:rotations:weeks' && text.includes('leave open'),
  );
  expect(lines).toHaveLength(count);
});
