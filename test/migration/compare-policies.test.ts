import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broughtPolicies } from '../../src/migration/compare/brought-policies.ts';
import { comparePolicies } from '../../src/migration/compare/compare-policies.ts';
import type { Added } from '../../src/migration/model/added.ts';
import type { Course, Whom } from '../../src/migration/model/importer.ts';
import type { Bodies } from '../../src/migration/model/neutral.ts';
import { oncallImporter } from '../../src/migration/products/oncall/importer.ts';
import { opsgenieImporter } from '../../src/migration/products/opsgenie/importer.ts';
import { pagerdutyImporter } from '../../src/migration/products/pagerduty/importer.ts';
import { start, timelineOf } from '../alerting/timeline.ts';
import { quickRuns } from '../support/runs.ts';
import { brought as broughtByOncall } from './oncall/collected.ts';
import { collect as collectOpsgenie, listed, of } from './opsgenie/collect.ts';
import { collect as collectPagerduty } from './pagerduty/collected.ts';

type Policy = Bodies['tocsin_escalation_policy'];

const minutes = fc.integer({ min: 0, max: 40 });
/** Schedules are called after whom they have on call, as the timeline has it. */
const target = fc.oneof(
  fc.constantFrom('u', 'v').map((userId) => ({ userId })),
  fc.constantFrom('a', 'b', 'ab').map((scheduleId) => ({ scheduleId, pick: 'onCall' as const })),
);
const often = { freq: 3 };
const step: fc.Arbitrary<Policy['steps'][number]> = fc.record({
  afterMinutes: minutes,
  targets: fc.uniqueArray(target, {
    minLength: 1,
    maxLength: 2,
    selector: (one) => JSON.stringify(one),
  }),
  stopsWhen: fc.constantFrom('acknowledged' as const, 'resolved' as const),
  repeats: fc.integer({ min: 0, max: 3 }),
  repeatsAfterMinutes: fc.integer({ min: 1, max: 20 }),
  ifNobody: fc.constantFrom('nextAtOnce' as const, 'wait' as const),
  hours: fc.option(
    fc.constantFrom('12:00', '10:30', '03:00').map((from) =>
      (['mon', 'tue', 'wed'] as const).map((day) => ({
        fromDay: day,
        from,
        untilDay: day,
        until: '23:00',
      })),
    ),
    { nil: null, ...often },
  ),
  outsideHours: fc.constantFrom('wait' as const, 'skip' as const),
});
/** Somebody is told in each round: what the server does where nobody is, is not a matter of the policy. */
const sure = { afterMinutes: 3, targets: [{ userId: 'u' }] };
const steps = fc
  .tuple(fc.array(step, { maxLength: 3 }), fc.integer({ min: 0, max: 3 }))
  .map(([others, place]) => others.toSpliced(place, 0, sure));
const policy = fc.record({
  steps,
  loops: fc.integer({ min: 0, max: 3 }),
  loopAfterMinutes: fc.integer({ min: 1, max: 60 }),
  loopWhile: fc.constantFrom('acknowledged' as const, 'resolved' as const),
  acknowledgementLapsesAfterMinutes: fc.option(fc.integer({ min: 1, max: 90 }), {
    nil: null,
    ...often,
  }),
  resolvesAfterMinutes: fc.option(fc.integer({ min: 1, max: 300 }), { nil: null, ...often }),
});
const course = fc.record({
  acknowledgedAfter: fc.option(
    minutes.map((minute) => minute + 0.5),
    { nil: null },
  ),
  closedAfter: fc.option(
    minutes.map((minute) => minute + 0.5),
    { nil: null, freq: 2 },
  ),
  isAnybodyOnCall: fc.boolean(),
});

const horizon = 1000;

/** `5 a@example.com,b@example.com` per minute in which anybody is told. */
function told(tellings: readonly { minute: number; whom: Whom }[]): string[] {
  const byMinute = Map.groupBy(tellings, ({ minute }) => minute);
  return [...byMinute].map(([minute, own]) => {
    const people = own.flatMap(({ whom }) => {
      if (whom.is === 'person') return [whom.address];
      return whom.is === 'schedule' ? whom.key.split('') : [];
    });
    return `${minute} ${[...new Set(people)].sort().join()}`;
  });
}

function byServer(
  body: Omit<Policy, 'displayName' | 'teamId'>,
  given: Omit<Course, 'openedAt' | 'minutes'>,
) {
  const { acknowledgedAfter, closedAfter, isAnybodyOnCall } = given;
  const actions: NonNullable<Parameters<typeof timelineOf>[0]['actions']> = {};
  if (acknowledgedAfter !== null) actions[acknowledgedAfter] = { intent: 'Investigated' };
  if (closedAfter !== null) actions[closedAfter] = { intent: 'Resolved' };
  const { alerts } = timelineOf({
    teams: { T: { tiers: [{}], onDuty: [['T']], defaultPolicyId: 'p' } },
    policies: { p: { ...body, teamId: 'T' } },
    ...{ actions, until: horizon, gone: isAnybodyOnCall ? [] : ['A', 'B'] },
  });
  const byMinute = Map.groupBy(
    alerts.map((alert) => /^([\d.]+) step \d+ of p (.*)$/.exec(alert) ?? []),
    ([, minute = '']) => minute,
  );
  return [...byMinute].map(([minute, own]) => {
    const people = own.flatMap(([, , names = '']) => names.toLowerCase().split(','));
    return `${minute} ${[...new Set(people)].sort().join()}`;
  });
}

it('what is said of a policy is what the server decides, whatever becomes of the alert', () => {
  fc.assert(
    fc.property(policy, course, (drawn, given) => {
      // What an acknowledgement stops while it waits for its hours makes those behind it late; chains of OnCall have both.
      const isQuiet = given.acknowledgedAfter === null;
      const body = isQuiet
        ? drawn
        : { ...drawn, steps: drawn.steps.map((one) => ({ ...one, hours: null })) };
      const own = broughtPolicies([
        ...['u', 'v'].map((key): Added => ({ type: 'tocsin_user', key, body: { email: key } })),
        {
          type: 'tocsin_escalation_policy',
          key: 'p',
          body: { ...body, displayName: 'p', teamId: 'T' },
        },
      ]).get('p');
      const both = { ...given, openedAt: new Date(start), minutes: horizon };
      expect(told(own?.tellings(both) ?? [])).toEqual(byServer(body, given));
    }),
    { numRuns: quickRuns(3000) },
  );
});

const from = new Date('2026-11-01T12:00:00Z');
const people = ['ada', 'ben', 'cleo'];
/** A line that says that somebody else is told is checked by itself. */
const says = (lines: readonly { level: string; kind: string }[], kind: string) =>
  lines.some((line) => line.level === 'behaviour' && line.kind === kind);

describe('escalations of products tell the same people in the same minute as what they become', () => {
  it('chains of OnCall', () => {
    const users = people.map((name) => ({
      id: name,
      username: name,
      email: `${name}@example.com`,
      teams: [],
    }));
    const some = fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 });
    const chainStep = fc.oneof(
      fc.constantFrom(60, 300, 900, 1800).map((duration) => ({ type: 'wait', duration })),
      some.map((ids) => ({ type: 'notify_persons', persons_to_notify: ids })),
      some.map((ids) => ({
        type: 'notify_person_next_each_time',
        persons_to_notify_next_each_time: ids,
      })),
      fc.constant({ type: 'notify_on_call_from_schedule', notify_on_call_from_schedule: 'S' }),
      fc.constant({ type: 'notify_team_members', team_to_notify: 'T' }),
      fc.constant({
        type: 'notify_if_time_from_to',
        notify_if_time_from: '22:00:00Z',
        notify_if_time_to: '06:00:00Z',
      }),
    );
    const end = fc.constantFrom(
      [],
      [{ type: 'wait', duration: 600 }, { type: 'repeat_escalation' }],
      [{ type: 'resolve' }],
    );
    fc.assert(
      fc.property(fc.array(chainStep, { minLength: 1, maxLength: 6 }), end, (steps, last) => {
        const { ledger, added } = broughtByOncall({
          ...{
            users,
            teams: [{ id: 'T', name: 'T' }],
            escalation_chains: [{ id: 'F', name: 'F', team_id: 'T' }],
          },
          schedules: [{ id: 'S', name: 'S', type: 'web', team_id: 'T', shifts: [] }],
          escalation_policies: [...steps, ...last].map((one, position) => ({
            ...{ id: `E${position}`, escalation_chain_id: 'F', position, important: false, ...one },
          })),
        });
        const lines = ledger.lines();
        // Waits before hours come before the hours here.
        fc.pre(
          !lines.some(({ level, kind }) => level !== 'lost' && kind.startsWith('escalation_')),
        );
        expect(
          comparePolicies(oncallImporter.interpreted?.({ ledger }) ?? [], added, from).lines,
        ).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('escalations of Opsgenie', () => {
    const recipient = fc.oneof(
      fc
        .constantFrom(...people)
        .map((id) => ({ recipient: { type: 'user', id }, notifyType: 'default' })),
      fc
        .constantFrom('default', 'next', 'previous')
        .map((notifyType) => ({ recipient: { type: 'schedule', id: 's1' }, notifyType })),
      fc
        .constantFrom('all', 'admins', 'random')
        .map((notifyType) => ({ recipient: { type: 'team', id: 't1' }, notifyType })),
    );
    const rule = fc.record({
      to: recipient,
      condition: fc.constantFrom('if-not-acked', 'if-not-closed'),
      delay: fc.record({ timeAmount: minutes, timeUnit: fc.constantFrom('minutes', 'hours') }),
    });
    const repeat = fc.option(
      fc.record({
        waitInterval: fc.constantFrom(0, 10, 30),
        count: fc.integer({ min: 0, max: 4 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), repeat, (rules, again) => {
        const { work, added } = collectOpsgenie({
          'user-details': people.map((id) =>
            of(id, { id, username: `${id}@example.com`, fullName: id }),
          ),
          'team-details': [of('t1', { id: 't1', name: 'Shop', members: [] })],
          schedules: listed({
            id: 's1',
            name: 'S',
            timezone: 'UTC',
            enabled: true,
            rotations: [],
            ownerTeam: { id: 't1' },
          }),
          escalations: listed({
            ...{ id: 'e1', name: 'E', ownerTeam: { id: 't1' }, ...(again && { repeat: again }) },
            rules: rules.map(({ to, ...more }) => ({ ...more, ...to })),
          }),
        });
        expect(says(work.ledger.lines(), 'escalations')).toBe(false);
        expect(
          comparePolicies(opsgenieImporter.interpreted?.(work) ?? [], [...added.values()], from)
            .lines,
        ).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('policies of PagerDuty', () => {
    const aim = fc.oneof(
      fc.constantFrom(...people).map((id) => ({ id, type: 'user_reference' })),
      fc.constant({ id: 'PS', type: 'schedule_reference' }),
    );
    const rule = fc.record({
      escalation_delay_in_minutes: fc.integer({ min: 1, max: 60 }),
      targets: fc.uniqueArray(aim, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
      escalation_rule_assignment_strategy: fc.constantFrom('assign_to_everyone', 'round_robin'),
    });
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (rules, loops) => {
          // PagerDuty goes on at once behind a last rule of nobody, a round here always takes its time.
          fc.pre(loops === 0 || rules.at(-1)?.targets.some(({ id }) => id !== 'PS') === true);
          const schedule = {
            id: 'PS',
            name: 'S',
            time_zone: 'UTC',
            schedule_layers: [],
            teams: [],
          };
          const collected = collectPagerduty(
            {
              users: people.map((id) => ({ id, name: id, email: `${id}@example.com` })),
              ...{ schedules: [{ id: 'PS' }], 'schedule-details': { PS: [schedule] } },
              'escalation-policies': [
                { id: 'PE', name: 'E', num_loops: loops, teams: [], escalation_rules: rules },
              ],
            },
            { answers: { ownerless: 'Ops' } },
          );
          const added = collected.added as Added[];
          expect(says(collected.ledger.lines(), 'escalation-policies')).toBe(false);
          expect(
            comparePolicies(pagerdutyImporter.interpreted?.(collected) ?? [], added, from).lines,
          ).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('an escalation that tells others', () => {
  const added: Added[] = [
    { type: 'tocsin_user', key: 'small:users:u1', body: { email: 'Ada@example.com' } },
    { type: 'tocsin_team', key: 'small:teams:t1', body: { displayName: 'Shop' } },
    {
      type: 'tocsin_escalation_policy',
      key: 'small:policies:p1',
      body: {
        ...{ displayName: 'Night', teamId: 'small:teams:t1' },
        steps: [
          { targets: [{ userId: 'small:users:u1' }] },
          { afterMinutes: 10, targets: [{ teamId: 'small:teams:t1', pick: 'members' }] },
        ],
      },
    },
  ];
  const interpreted = (after: number, key = 'small:policies:p1') => ({
    ...{ key, name: 'Night' },
    tellings: ({ acknowledgedAfter, closedAfter }: Course) => [
      { minute: 0, whom: { is: 'person', address: 'ada@example.com' } as const },
      ...((closedAfter ?? 99) > after && (acknowledgedAfter ?? 99) >= after
        ? [{ minute: after, whom: { is: 'team', key: 'small:teams:t1', pick: 'members' } as const }]
        : []),
    ],
  });

  it('has one line: the first course and minute, and whom it is there and here', () => {
    expect(comparePolicies([interpreted(10)], added, from).lines).toEqual([]);
    const { lines, compared } = comparePolicies([interpreted(15)], added, from);
    expect(lines.map(({ level, key, text }) => [level, key, text])).toEqual([
      [
        'behaviour',
        'small:policies:p1',
        'opened 2026-11-01T12:00Z and not answered, after 10 min: nobody there, members of Shop here' +
          '; 12 such courses of events',
      ],
    ]);
    expect(compared).toEqual({ policies: 1, different: 1, left: [] });
  });

  it('names first whom only one side tells, and of many only how many more there are', () => {
    const crowd = {
      ...{ key: 'small:policies:p1', name: 'Night' },
      tellings: () =>
        ['ada', ...'bcdefghijklm'].map((name) => ({
          minute: 0,
          whom: { is: 'person', address: `${name}@example.com` } as const,
        })),
    };
    const [line] = comparePolicies([crowd], added, from).lines;
    expect(line?.text).toContain('after 0 min: b@example.com, c@example.com,');
    expect(line?.text).toContain('k@example.com, 3 more there, ada@example.com here');
  });

  it('is named where it became no policy', () => {
    expect(comparePolicies([interpreted(10, 'small:policies:p2')], added, from).compared).toEqual({
      ...{ policies: 0, different: 0 },
      left: ['Night'],
    });
  });
});
