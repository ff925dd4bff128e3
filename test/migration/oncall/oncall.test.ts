import { expect, it } from 'vitest';
import { imported } from './collected.ts';
import { account } from './fixtures/account.ts';

const { files, report, secrets } = imported(account);
const file = (name: string) => files.get(name) ?? '';
const said = (key: string) =>
  report.lines
    .filter((line) => line.key === `oncall:${key}`)
    .map(({ level, pointer, text }) => `${level} ${pointer}: ${text}`);

it('shifts are layers: higher levels win, overrides most of all, and turns of weeks change with the week', () => {
  expect(file('schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import ab9f0b3ba7d45848 "oncall:schedules:SCAL"
    resource "tocsin_schedule" "calendar" {
      display_name = "Calendar"
      team_id      = tocsin_team.oncall.id
      layers       = []
    }

    # tocsin-import 378ac1ce07099981 "oncall:schedules:SCODE"
    resource "tocsin_schedule" "code" {
      display_name = "Code"
      team_id      = tocsin_team.oncall.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id           = "OMONTHS"
          display_name = "Shift OMONTHS"
          level        = 0
          starts_at    = "2026-10-05T06:00:00.000Z"
          ends_at      = "2027-06-30T12:00:00.000Z"
          recurrence = {
            rule      = "FREQ=MONTHLY;BYMONTH=1,6;BYMONTHDAY=1,-1"
            starts_at = "2026-10-05T08:00"
            minutes   = 60
            also      = ["2026-10-05T08:00"]
          }
          groups = [{ user_ids = [tocsin_user.cleo.id] }]
        },
      ]
    }

    # tocsin-import 5bdb25d8637b3463 "oncall:schedules:SWEB"
    resource "tocsin_schedule" "web" {
      display_name = "Web"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id           = "ODAYS"
          display_name = "Shift ODAYS"
          level        = 0
          starts_at    = "2026-10-05T08:00:00.000Z"
          time_zone_id = "UTC"
          turns        = { every = 1, unit = "days", from = "2026-10-05T08:00:00.000Z" }
          groups       = [{ user_ids = [tocsin_user.ada.id] }, { user_ids = [tocsin_user.ben.id] }]
        },
        {
          id           = "OWEEKS"
          display_name = "Shift OWEEKS"
          level        = 1
          starts_at    = "2026-10-05T08:00:00.000Z"
          time_zone_id = "UTC"
          recurrence = {
            rule      = "FREQ=WEEKLY;WKST=MO;BYDAY=MO,WE"
            starts_at = "2026-10-05T08:00"
            minutes   = 240
          }
          turns       = { every = 2, unit = "windows", from = "2026-10-05T00:00:00.000Z" }
          groups      = [{ user_ids = [tocsin_user.ada.id] }, { user_ids = [tocsin_user.ben.id] }]
          first_group = 1
        },
        {
          id           = "OONCE"
          display_name = "Shift OONCE"
          level        = 2
          starts_at    = "2026-12-24T23:00:00.000Z"
          ends_at      = "2026-12-25T01:00:00.000Z"
          time_zone_id = "America/New_York"
          groups       = [{ user_ids = [tocsin_user.cleo.id] }]
        },
        {
          id           = "OOVER"
          display_name = "Shift OOVER"
          level        = 1000
          starts_at    = "2026-12-01T00:00:00.000Z"
          ends_at      = "2026-12-02T00:00:00.000Z"
          time_zone_id = "UTC"
          groups       = [{ user_ids = [tocsin_user.ben.id] }]
        },
      ]
    }
    "
  `);
});

it('chains are policies: waits come before steps, important ones are urgent, and repeats are rounds', () => {
  expect(file('escalation_policies.tf')).toMatchInlineSnapshot(`
    "# tocsin-import a0b7dc80f1375d13 "oncall:escalation_chains:FSHOP"
    resource "tocsin_escalation_policy" "shop" {
      display_name = "Shop"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 0
          targets       = [{ schedule_id = tocsin_schedule.web.id, pick = "onCall" }]
          if_nobody     = "wait"
          urgency       = "High"
        },
        {
          after_minutes = 15
          targets       = [{ user_id = tocsin_user.ben.id }, { user_id = tocsin_user.cleo.id }]
          if_nobody     = "wait"
          urgency       = "Low"
        },
        {
          after_minutes = 5
          targets       = [{ user_id = tocsin_user.ada.id }, { user_id = tocsin_user.ben.id }]
          share         = { size = 1 }
          hours = [
            { from_day = "mon", from = "22:00", until_day = "tue", until = "06:00" },
            { from_day = "tue", from = "22:00", until_day = "wed", until = "06:00" },
            { from_day = "wed", from = "22:00", until_day = "thu", until = "06:00" },
            { from_day = "thu", from = "22:00", until_day = "fri", until = "06:00" },
            { from_day = "fri", from = "22:00", until_day = "sat", until = "06:00" },
            { from_day = "sat", from = "22:00", until_day = "sun", until = "06:00" },
            { from_day = "sun", from = "22:00", until_day = "mon", until = "06:00" },
          ]
          if_nobody = "wait"
          urgency   = "Low"
        },
        {
          after_minutes  = 0
          targets        = [{ team_id = tocsin_team.shop.id, pick = "members" }]
          after_payloads = { count = 5, within_minutes = 10 }
          if_nobody      = "wait"
          urgency        = "Low"
        },
      ]
      loops = 5
    }
    "
  `);
});

it('a wait is of whole minutes, and says so where it was not', () => {
  const users = [{ id: 'UADA', email: 'ada@example.com', username: 'ada' }];
  const step = (id: string, position: number, type: string, more: object) => ({
    ...{ id, escalation_chain_id: 'FCHAIN', position, type },
    ...more,
  });
  const result = imported({
    users,
    escalation_chains: [{ id: 'FCHAIN', name: 'Chain', team_id: null }],
    escalation_policies: [
      step('E1', 0, 'wait', { duration: 90 }),
      step('E2', 1, 'notify_persons', { persons_to_notify: ['UADA'], important: true }),
    ],
  });
  expect(result.files.get('escalation_policies.tf')).toMatch(/after_minutes = 2$/m);
  const lines = result.report.lines.map(({ key, pointer, text }) => `${key}${pointer}: ${text}`);
  expect(lines).toEqual([
    'oncall:escalation_policies:E1/duration: Waits for the nearest whole minutes here.',
  ]);
});

it('integrations keep the keys of their addresses, and no file has one', () => {
  expect(file('integrations.tf')).toContain('type                 = "PrometheusAlertmanager"');
  expect([...secrets.values()]).toEqual(['secretkeyofc10123456789', 'secretkeyofc30123456789']);
  for (const [name, text] of files)
    expect(text, name).not.toMatch(/secretkeyof|private-|secret@inbound/);
});

it('people have their ways of being told, and what cannot be told has a line', () => {
  expect(file('user_notification_rules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 786dcc0dc140277f "oncall:notification_rules:UADA"
    resource "tocsin_user_notification_rules" "ada" {
      rules = [
        {
          display_name = "Important"
          urgencies    = ["High"]
          steps        = [{ channel = "VoiceCall", after_minutes = 0 }]
        },
      ]
      otherwise = [{ channel = "Push", after_minutes = 0 }, { channel = "SMS", after_minutes = 5 }]
      user_id   = tocsin_user.ada.id
    }

    # tocsin-import 248e2f9ae70af4ae "oncall:notification_rules:UBEN"
    resource "tocsin_user_notification_rules" "ben" {
      rules     = []
      otherwise = [{ channel = "Email", after_minutes = 0 }]
      user_id   = tocsin_user.ben.id
    }
    "
  `);
  expect(said('users:UBEN')).toContain(
    'behaviour /timezone: No time zone that is known: its times are read as UTC.',
  );
  expect(said('users:UBOT')).toEqual([
    'behaviour : Has no e-mail address, so nobody can be invited.',
  ]);
  expect(said('personal_notification_rules:N5')).toEqual([
    'behaviour /type: Left out: not a way that is known.',
  ]);
});

it('who took a shift stands in for its owner, and what is over or open has a line', () => {
  expect(file('on_call_overrides.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 387514451482ebae "oncall:shift_swaps:XTAKEN"
    resource "tocsin_on_call_override" "ada" {
      user_id              = tocsin_user.ada.id
      type                 = "offline"
      start                = "2026-12-07T08:00:00.000Z"
      end                  = "2026-12-10T08:00:00.000Z"
      replacement_user_ids = [tocsin_user.cleo.id]
      schedule_id          = tocsin_schedule.web.id
    }
    "
  `);
  expect(said('shift_swaps:XOPEN')).toEqual(['lost : Nobody took it: ask for cover here.']);
  expect(said('shift_swaps:XOLD')).toEqual(['past : Had ended before the import.']);
  expect(said('shift_swaps:XODD')[0]).toMatch(/^behaviour : Left out/);
});

it('values that are not known, calendars elsewhere and patterns of routes change who is told', () => {
  const changes = report.lines.filter(({ level }) => level === 'behaviour');
  const keys = new Set(changes.map(({ key }) => key.replace('oncall:', '')));
  for (const key of ['OYEARS', 'OKIND']) expect(keys).toContain(`on_call_shifts:${key}`);
  for (const key of ['SCODE', 'SCAL']) expect(keys).toContain(`schedules:${key}`);
  for (const place of [6, 8, 9, 10, 11, 12, 15])
    expect(keys).toContain(`escalation_policies:E${place}`);
  const routes = changes.filter(({ kind }) => kind === 'routes');
  expect(routes.map(({ text }) => text.slice(-7))).toEqual(['{{ 1 }}']);
  expect(said('on_call_shifts:OOLD')).toEqual(['past : Had ended before the import.']);
});

it('routes are rules of the team that owns the integration, by attributes that its mapping makes', () => {
  expect(file('routings.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 406875e38e2c78d1 "oncall:team_routes:TSHOP"
    resource "tocsin_routing" "routes_of_shop" {
      display_name = "Routes of Shop"
      rules = [
        {
          display_name = "Acknowledged by its source"
          conditions = {
            integrations          = [tocsin_integration.tool_c1.id]
            intents               = ["Created", "Updated"]
            attributes            = [{ name = "matched_1", operator = "=", value = "yes" }]
            attributes_match_type = "all"
          }
          actions = { add_interaction = "Investigated" }
        },
        {
          display_name = "Route 1 of Tool C1"
          conditions = {
            integrations          = [tocsin_integration.tool_c1.id]
            intents               = ["Created"]
            attributes            = [{ name = "matched_2", operator = "=", value = "yes" }]
            attributes_match_type = "all"
          }
          actions = {
            use_escalation_policy_id = tocsin_escalation_policy.shop.id
            rule_flow_control        = "Skip"
          }
        },
        {
          display_name = "Default route of Tool C3"
          conditions   = { integrations = [tocsin_integration.tool_c3.id], intents = ["Created"] }
          actions      = { rule_flow_control = "Skip" }
          channels     = { notification_channels_muted = true }
        },
        {
          display_name = "Default route of Tool C5"
          conditions   = { integrations = [tocsin_integration.tool_c5.id], intents = ["Created"] }
          actions      = { rule_flow_control = "Skip" }
          channels     = { notification_channels_muted = true }
        },
      ]
      team_id = tocsin_team.shop.id
    }
    "
  `);
  expect(file('integration_mappings.tf')).toContain('name             = "matched_1"');
});
