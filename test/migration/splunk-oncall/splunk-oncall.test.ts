import { expect, it } from 'vitest';
import { imported } from './collected.ts';
import { account } from './fixtures/account.ts';

const { files, report } = imported(account);
const file = (name: string) => files.get(name) ?? '';
const said = (key: string) =>
  report.lines
    .filter((line) => line.key === `splunk-oncall:${key}`)
    .map(({ level, pointer, text }) => `${level} ${pointer}: ${text}`);

it('a rotation is a schedule, and its shifts are layers that are lined up with who has the turn', () => {
  expect(file('schedules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import f37b64451caeac65 "splunk-oncall:rotations:team-shop:rtg-weeks"
    resource "tocsin_schedule" "weeks" {
      display_name = "Weeks"
      team_id      = tocsin_team.shop.id
      time_zone_id = "Europe/Berlin"
      layers = [
        {
          id           = "shift-Around the clock"
          display_name = "Around the clock"
          level        = 0
          starts_at    = "2026-10-05T07:00:00.000Z"
          time_zone_id = "Europe/Berlin"
          turns        = { every = 7, unit = "days", from = "2026-10-05T07:00:00.000Z" }
          groups = [
            { user_ids = [tocsin_user.ada_the_first.id] },
            { user_ids = [tocsin_user.ben_first.id] },
          ]
          first_group = 1
        },
        {
          id           = "shift-Offices"
          display_name = "Offices"
          level        = 0
          starts_at    = "2026-10-05T13:00:00.000Z"
          time_zone_id = "America/New_York"
          hours = [
            { from_day = "mon", from = "09:00", until_day = "mon", until = "17:00" },
            { from_day = "tue", from = "09:00", until_day = "tue", until = "17:00" },
            { from_day = "wed", from = "09:00", until_day = "wed", until = "17:00" },
            { from_day = "thu", from = "09:00", until_day = "thu", until = "17:00" },
            { from_day = "fri", from = "09:00", until_day = "fri", until = "17:00" },
          ]
          turns  = { every = 1, unit = "windows", from = "2026-10-05T04:00:00.000Z" }
          groups = [{ user_ids = [tocsin_user.cleo_the_first.id] }, { user_ids = [] }]
        },
        {
          id           = "shift-Weekends"
          display_name = "Weekends"
          level        = 0
          starts_at    = "2026-10-05T07:00:00.000Z"
          time_zone_id = "Europe/Berlin"
          hours        = [{ from_day = "fri", from = "18:00", until_day = "mon", until = "00:00" }]
          turns        = { every = 1, unit = "windows", from = "2026-10-04T22:00:00.000Z" }
          groups       = [{ user_ids = [tocsin_user.ada_the_first.id] }]
        },
      ]
    }
    "
  `);
  expect(said('rotations:team-shop:rtg-weeks')).toMatchInlineSnapshot(`
    [
      "behaviour /shifts/1: Somebody is not there any more: their place stays empty.",
      "behaviour /shifts/1: Who has the turn now is not known: the first member is taken to have had the first one. Compare it with the calendar there.",
      "behaviour /shifts/3: Left out: not a type of shift that is known.",
    ]
  `);
});

it('policies tell rotations, people, the team and other policies', () => {
  expect(file('escalation_policies.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 112a7878a330a315 "splunk-oncall:policy-details:pol-managers"
    resource "tocsin_escalation_policy" "managers" {
      display_name = "Managers"
      team_id      = tocsin_team.splunk_on_call.id
      steps = [
        {
          after_minutes = 0
          targets       = [{ user_id = tocsin_user.ada_the_first.id }]
          if_nobody     = "wait"
        },
      ]
    }

    # tocsin-import 233c888b25159081 "splunk-oncall:policy-details:pol-shop"
    resource "tocsin_escalation_policy" "shop" {
      display_name = "Shop"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 0
          targets       = [{ schedule_id = tocsin_schedule.weeks.id, pick = "onCall" }]
          if_nobody     = "wait"
        },
        {
          after_minutes = 15
          targets = [
            { schedule_id = tocsin_schedule.weeks.id, pick = "next" },
            { schedule_id = tocsin_schedule.weeks.id, pick = "previous" },
            { user_id = tocsin_user.cleo_the_first.id },
          ]
          if_nobody = "wait"
        },
        {
          after_minutes = 30
          targets = [
            { policy_id = tocsin_escalation_policy.managers.id },
            { team_id = tocsin_team.shop.id, pick = "members" },
          ]
          if_nobody = "wait"
        },
      ]
    }

    # tocsin-import 51aef3b331b7fdad "splunk-oncall:routing-keys:everybody"
    resource "tocsin_escalation_policy" "routing_key_everybody" {
      display_name = "Routing key everybody"
      team_id      = tocsin_team.shop.id
      steps = [
        {
          after_minutes = 0
          targets = [
            { policy_id = tocsin_escalation_policy.shop.id },
            { policy_id = tocsin_escalation_policy.managers.id },
          ]
          if_nobody = "wait"
        },
      ]
    }
    "
  `);
  expect(said('policy-details:pol-shop')).toMatchInlineSnapshot(`
    [
      "behaviour : A policy that it goes on with tells nobody, and is left out.",
      "behaviour /ignoreCustomPagingPolicies: Its alerts follow the primary paging policies of people at all times; here also those of hours.",
      "behaviour /steps/1/entries/0: Left out: name an outbound integration in the policy that calls the webhook.",
      "behaviour /steps/2/entries/3: Left out: whom it names is not there any more, or is itself.",
      "behaviour /steps/2/entries/4: Left out: an address is told; make an outbound integration for it, or give somebody this address.",
      "behaviour /steps/2/entries/5: Left out: not a way that is known.",
    ]
  `);
  expect(said('policy-details:pol-hooks')).toMatchInlineSnapshot(`
    [
      "behaviour : Not brought: it has no step that can be kept, so nobody is told.",
      "behaviour /steps/0/entries/0: Left out: name an outbound integration in the policy that calls the webhook.",
    ]
  `);
});

it('people are told as their paging policies say', () => {
  expect(file('users.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 1dc508a55aee12b0 "splunk-oncall:users:ada"
    resource "tocsin_user" "ada_the_first" {
      display_name = "ada the first"
      email        = "ada@example.com"
      phone_number = var.user_ada_the_first_phone_number
      time_zone_id = "Europe/Berlin"
    }

    # tocsin-import 61fbef709dbbd9e1 "splunk-oncall:users:ben"
    resource "tocsin_user" "ben_first" {
      display_name = "ben First"
      email        = "ben@example.com"
      time_zone_id = "Europe/Berlin"
    }

    # tocsin-import e857c4ee77c269ac "splunk-oncall:users:cleo"
    resource "tocsin_user" "cleo_the_first" {
      display_name = "cleo the first"
      email        = "cleo@example.com"
      time_zone_id = "America/New_York"
    }
    "
  `);
  expect(file('user_notification_rules.tf')).toMatchInlineSnapshot(`
    "# tocsin-import fba24fc510f1ede7 "splunk-oncall:paging-policies:ada"
    resource "tocsin_user_notification_rules" "ada_the_first" {
      rules = [
        {
          display_name = "Nights"
          hours        = [{ selected_days = ["sat", "sun"], from = "22:00", until = "06:00" }]
          steps = [
            {
              channel               = "VoiceCall"
              after_minutes         = 0
              repeats               = 20
              repeats_every_minutes = 1
            },
          ]
        },
      ]
      otherwise = [
        { channel = "Push", after_minutes = 0 },
        { channel = "SMS", after_minutes = 5 },
        { channel = "VoiceCall", contact_id = "VoiceCall-12", after_minutes = 5 },
        {
          channel               = "Email"
          contact_id            = "Email-22"
          after_minutes         = 15
          repeats               = 20
          repeats_every_minutes = 15
        },
      ]
      contacts = [
        {
          id      = "VoiceCall-12"
          channel = "VoiceCall"
          target  = var.user_notification_rules_ada_the_first_contacts_0_target
          label   = "Way 12"
        },
        {
          id      = "Email-22"
          channel = "Email"
          target  = var.user_notification_rules_ada_the_first_contacts_1_target
          label   = "Way 22"
        },
      ]
      user_id = tocsin_user.ada_the_first.id
    }
    "
  `);
  expect(said('paging-policies:ada')).toMatchInlineSnapshot(`
    [
      "behaviour /steps/2/rules/1: Left out: not a way that is known.",
      "behaviour /steps/2/rules/2: Left out: this person has no such contact.",
      "approximated /steps/2/timeout: Comes again 20 times, within a day; there until somebody acknowledges.",
    ]
  `);
  expect(said('contact-methods:ben')).toMatchInlineSnapshot(`
    [
      "behaviour /phones/contactMethods/0/value: Left out: numbers have a + and the code of the country here.",
    ]
  `);
});

it('a last step after a day does not come again, and says so only where it is kept', () => {
  const last = (timeout: number, type: string) => ({
    'paging-policies': {
      ada: [
        {
          steps: [
            { index: 0, timeout, rules: [{ index: 0, type: 'push' }] },
            { index: 1, timeout: 5, rules: [{ index: 0, type }] },
          ],
        },
      ],
    },
  });
  const told = (timeout: number, type: string) =>
    imported({ users: account.users ?? {}, ...last(timeout, type) })
      .report.lines.filter(({ kind }) => kind === 'paging-policies')
      .map(({ text }) => text);
  expect(told(1440, 'push')).toEqual([
    'Does not come again, as that would be after a day; there it does until somebody acknowledges.',
  ]);
  expect(told(5000, 'push')).toEqual(['Left out: 20 messages within a day at most.']);
  expect(told(5, 'pigeon')).toEqual(['Left out: not a way that is known.']);
});

it('all senders have one integration, and rules ask for their routing keys', () => {
  expect(file('integrations.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 8aabbf64fabacb0b "splunk-oncall:integrations:rest"
    resource "tocsin_integration" "splunk_on_call_senders" {
      display_name         = "Splunk On-Call senders"
      escalation_policy_id = tocsin_escalation_policy.shop.id
      team_id              = tocsin_team.shop.id
      type                 = "SplunkOnCallRest"
    }
    "
  `);
  expect(file('routings.tf')).toMatchInlineSnapshot(`
    "# tocsin-import 00aebb9cba36513b "splunk-oncall:routings:rest"
    resource "tocsin_routing" "routing_keys" {
      display_name = "Routing keys"
      rules = [
        {
          display_name = "everybody"
          conditions = {
            integrations = [tocsin_integration.splunk_on_call_senders.id]
            attributes   = [{ name = "Routing Key", operator = "=", value = "everybody" }]
          }
          actions = {
            use_escalation_policy_id = tocsin_escalation_policy.routing_key_everybody.id
            rule_flow_control        = "Skip"
          }
        },
        {
          display_name = "managers"
          conditions = {
            integrations = [tocsin_integration.splunk_on_call_senders.id]
            attributes   = [{ name = "Routing Key", operator = "=", value = "managers" }]
          }
          actions = {
            use_escalation_policy_id = tocsin_escalation_policy.managers.id
            rule_flow_control        = "Skip"
          }
        },
      ]
      team_id = tocsin_team.shop.id
    }
    "
  `);
  expect(said('routing-keys:default')).toMatchInlineSnapshot(`
    [
      "secret /routingKey: The key that senders have, of Integrations > REST, is not told: add it to the keys of other products that the integration accepts (\`accepted_keys\`), and senders change the host alone.",
    ]
  `);
  expect(said('routing-keys:hooks')).toMatchInlineSnapshot(`
    [
      "behaviour /targets: A policy of this key is not there, or tells nobody.",
    ]
  `);
});

it('an override that somebody took is an absence in the rotations of its policy', () => {
  expect(file('on_call_overrides.tf')).toMatchInlineSnapshot(`
    "# tocsin-import ce80b002543a56f8 "splunk-oncall:overrides:O1:rtg-weeks"
    resource "tocsin_on_call_override" "ada_the_first" {
      user_id              = tocsin_user.ada_the_first.id
      type                 = "offline"
      start                = "2026-11-20T08:00:00.000Z"
      end                  = "2026-11-21T08:00:00.000Z"
      replacement_user_ids = [tocsin_user.cleo_the_first.id]
      schedule_id          = tocsin_schedule.weeks.id
    }
    "
  `);
  expect(['O1', 'O2', 'O3', 'O4'].flatMap((id) => said(`overrides:${id}`))).toMatchInlineSnapshot(`
    [
      "lost /assignments/1: Nobody took it: ask for cover here.",
      "behaviour /assignments/0: Left out: whom or what it names is not known.",
      "past : Had ended before the import.",
      "behaviour : Left out: whom or what it names is not known.",
    ]
  `);
});

it('both readings of who is on call agree', () => {
  expect(report.lines.filter(({ kind }) => kind === 'schedules')).toEqual([]);
  expect([...files.keys()]).toMatchInlineSnapshot(`
    [
      "teams.tf",
      "users.tf",
      "user_notification_rules.tf",
      "team_memberships.tf",
      "on_call_overrides.tf",
      "integrations.tf",
      "routings.tf",
      "schedules.tf",
      "escalation_policies.tf",
      "variables.tf",
      "providers.tf",
      "tocsin-import.lock.json",
      "REPORT.md",
      "report.json",
      "SENDERS.md",
    ]
  `);
});

it('policies in a circle end where they would come back, and later steps keep their times', () => {
  const onward = (policySlug: string) => ({
    entries: [{ executionType: 'policy_routing', targetPolicy: { policySlug } }],
  });
  const tells = { entries: [{ executionType: 'user', user: { username: 'ada' } }] };
  const named = (name: string) => ({ name, slug: `pol-${name}` });
  const { files: round, report: told } = imported({
    ...account,
    policies: { '': ['a', 'b'].map((name) => ({ policy: named(name), team: named('shop') })) },
    'policy-details': {
      'pol-a': [{ ...named('a'), steps: [{ timeout: 5, ...onward('pol-b') }] }],
      'pol-b': [
        {
          ...named('b'),
          steps: [
            { timeout: 10, ...onward('pol-a') },
            { timeout: 15, ...tells },
          ],
        },
      ],
    },
  });
  expect(round.get('escalation_policies.tf')).toContain('after_minutes = 25');
  expect(
    told.lines.flatMap(({ key, text }) => (text.includes('comes back to it') ? [key] : [])),
  ).toEqual(['splunk-oncall:policy-details:pol-b']);
});
