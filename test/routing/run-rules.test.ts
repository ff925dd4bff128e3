import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../../src/incidents/index.ts';
import { intents, severities } from '../../src/incidents/model.ts';
import {
  beginRules,
  type Routing,
  type RoutingRule,
  routingsFor,
  runRules,
  settleDelayed,
  situationOfRules,
  stepRule,
} from '../../src/routing/index.ts';
import type { RuleActions, RuleConditions } from '../../src/routing/routings.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import { at, attribute } from '../incidents/sample.ts';
import {
  firedIn,
  ids,
  incident,
  latestOf,
  now,
  routing,
  rule,
  run,
  surroundings,
} from './sample.ts';

const skip: RuleActions = { ruleFlowControl: 'Skip', setAttributes: [] };

describe('the routings of an incident', () => {
  const of = (...routings: Routing[]) => routingsFor(incident(), routings).map(({ id }) => id);
  const elsewhere = { teamId: ids.database };

  it.each<[string, Partial<Routing['wire']>, boolean]>([
    ['of its team', {}, true],
    ['of its team, in other letters', { teamId: ids.payments.toUpperCase() }, true],
    ['of another team', elsewhere, false],
    [
      'connected to all teams',
      { ...elsewhere, teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams' } },
      true,
    ],
    [
      'connected to its team',
      {
        ...elsewhere,
        teamConnectionSettings: {
          teamConnectionMode: 'SelectedTeams',
          teamIds: [ids.gone, ids.payments.toUpperCase()],
        },
      },
      true,
    ],
    [
      'connected to others',
      {
        ...elsewhere,
        teamConnectionSettings: { teamConnectionMode: 'SelectedTeams', teamIds: [ids.gone] },
      },
      false,
    ],
    [
      'connected to none',
      {
        ...elsewhere,
        teamConnectionSettings: { teamConnectionMode: 'SelectedTeams', teamIds: null },
      },
      false,
    ],
  ])('%s: %o', (_name, wire, expected) => {
    expect(of(routing([], wire))).toEqual(expected ? ['routing'] : []);
  });

  it('of teams it was assigned to', () => {
    const assigned = { ...incident(), teamIds: [ids.payments, ids.database] };
    expect(routingsFor(assigned, [routing([], elsewhere)])).toHaveLength(1);
  });

  it('never of another organization', () => {
    const wide = { teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams' as const } };
    expect(of({ ...routing([], wide), organizationId: 'other' })).toEqual([]);
  });

  it('come oldest first, in whatever order they were read', () => {
    const made = [
      routing([], { id: 'b', createdAt: at(1) }),
      routing([], { id: 'a', createdAt: at(2) }),
      routing([], { id: 'c', createdAt: at(1) }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(made, { minLength: 3 }), (shuffled) => {
        expect(of(...shuffled)).toEqual(['b', 'c', 'a']);
      }),
    );
  });
});

describe('a run', () => {
  it('lets a rule see what those before it changed', () => {
    const done = run([
      { conditions: { severities: ['Critical'] } },
      {
        actions: {
          changeSeverity: 'Critical',
          setAttributes: [{ name: 'a', value: '1', isImage: false, hideInPreviews: false }],
        },
      },
      {
        conditions: {
          severities: ['Critical'],
          attributes: [{ name: 'A', operator: '=', value: '1' }],
        },
      },
      { conditions: { severities: ['Warning'] } },
      { actions: { addInteraction: 'Resolved', setAttributes: [] } },
      {
        conditions: { statuses: ['Resolved'] },
        actions: { addInteraction: 'Resolved', setAttributes: [] },
      },
    ]);
    expect(firedIn(done)).toEqual(['2', '3', '5', '6']);
    expect(done.fired.at(-1)?.effects).toMatchObject({
      outcome: 'Skipped',
      summary: say('effects', {
        effects: [
          say('actionNotDone', { reason: say('intentImpossible', { intent: 'Resolved' }) }),
        ],
      }),
    });
  });

  it('sees labels of a team that a rule assigned', () => {
    const labelsOfTeam = (id: string) => (id === ids.database ? ['dba'] : []);
    const done = run(
      [
        { actions: { assignToTeams: [ids.database], setAttributes: [] } },
        { conditions: { labels: ['dba'] } },
      ],
      { around: { labelsOfTeam } },
    );
    expect(firedIn(done)).toEqual(['1', '2']);
  });

  it('does not assign or forward twice to the same', () => {
    const actions: RuleActions = {
      assignToTeams: [ids.database],
      addInteraction: 'Forwarded',
      forwardToOutboundIntegrations: [ids.jira],
      setAttributes: [],
    };
    const done = run([{ actions }, { actions }]);
    const summary = done.fired[1]?.effects?.summary;
    expect(summary && inEnglish(summary)).toBe(
      'Not done: already with Database; not done: already forwarded to Jira.',
    );
    expect(done.incident.events).toHaveLength(3);
  });

  it('Skip leaves out the later rules of the routing, and says so', () => {
    const done = run([{}, { displayName: 'Known', actions: skip }, {}]);
    expect(firedIn(done)).toEqual(['1', '2']);
    expect(done.examined[2]).toMatchObject({
      fires: false,
      reason: say('earlierRuleSkips', { rule: 'Known' }),
    });
  });

  it('Skip of a rule that does not match skips nothing', () => {
    const conditions: RuleConditions = { severities: ['Minor'] };
    expect(firedIn(run([{ conditions, actions: skip }, {}]))).toEqual(['2']);
  });

  it('Skip leaves other routings alone', () => {
    const subject = incident();
    const routings = [
      routing([rule({ actions: skip }, '1'), rule({}, '2')], { id: 'a' }),
      routing([rule({}, '3')], { id: 'b', createdAt: at(1) }),
    ];
    const done = runRules(subject, latestOf(subject), routings, new Set(), surroundings());
    expect(firedIn(done)).toEqual(['1', '3']);
  });

  it('a rule fires once per incident; one that matches again still skips', () => {
    const rules = [{ actions: { ...skip, changeSeverity: 'Minor' as const } }, {}];
    const again = run(rules, { fired: ['routing:1'] });
    expect(firedIn(again)).toEqual([]);
    expect(again.incident.severity).toBe('Warning');
    expect(again.examined.map(({ reason }) => inEnglish(reason))).toEqual([
      'The rule has fired for this incident before.',
      'The rule 1 skips those after it.',
    ]);
    const unmatched = rules.map((one) => ({
      ...one,
      conditions: { severities: ['Minor' as const] },
    }));
    const other = run([unmatched[0] ?? {}, {}], { fired: ['routing:1'] });
    expect(firedIn(other)).toEqual(['2']);
  });

  it('nothing runs on a discarded incident', () => {
    const subject = incident();
    const routings = [
      routing([rule({ actions: { discard: true, setAttributes: [] } }, '1'), rule({}, '2')], {
        id: 'a',
      }),
      routing([rule({}, '3')], { id: 'b', createdAt: at(1) }),
    ];
    const done = runRules(subject, latestOf(subject), routings, new Set(), surroundings());
    expect(firedIn(done)).toEqual(['1']);
    expect(done.examined.map(({ fires }) => fires)).toEqual([true, false, false]);
  });

  it('goes on in two ways from one state, and none of them knows of the other', () => {
    const assigns = rule({
      actions: { assignToTeams: [ids.database], setAttributes: [] },
    });
    const own = routing([assigns]);
    const opened = incident();
    const event = latestOf(opened);
    const situation = situationOfRules(event, new Set(), surroundings());
    const state = beginRules(opened, event);
    const ways = [1, 2].map(() => stepRule(state, own, assigns, situation));
    expect(ways.map(({ fired }) => fired?.effects?.outcome)).toEqual(['Applied', 'Applied']);
    expect(ways.map((way) => way.state.incident.teamIds)).toEqual([
      [...opened.teamIds, ids.database],
      [...opened.teamIds, ids.database],
    ]);
    expect(state).toEqual(beginRules(opened, event));
  });

  it('is bounded by the text it compares, and says when it is incomplete', () => {
    const value = 'a'.repeat(65_536);
    const attributes = Array.from({ length: 100 }, () => ({
      name: 'Host',
      operator: '!contains' as const,
      value: `b${value.slice(0, 600)}`,
    }));
    const subject = incident({ attributes: [attribute('Host', value)] });
    const hostile = Array.from({ length: 500 }, () => ({ conditions: { attributes } }));
    const done = run([...hostile, {}], { incident: subject });
    expect(done.isIncomplete).toBe(true);
    // Those that compare no more text run all the same.
    expect(done.examined.at(-1)?.fires).toBe(true);
    expect(done.examined.at(-2)).toMatchObject({
      fires: false,
      reason: say('tooMuchToCompare'),
    });
    expect(run([{ conditions: { attributes } }], { incident: subject }).isIncomplete).toBe(false);
  });
});

describe('a rule whose actions wait', () => {
  const actions: RuleActions = {
    delayActionsInMinutes: 10,
    addInteraction: 'Resolved',
    setAttributes: [],
  };
  const key = 'routing:rule';
  const later = surroundings({ now: at(600) });
  const one = (parts: Partial<RoutingRule> = {}) => [routing([rule({ actions, ...parts })])];

  it('fires at once, and changes nothing yet', () => {
    const { fired, incident: after } = run([{ actions }, {}]);
    expect(fired[0]).toMatchObject({ key: 'routing:1', delayInMinutes: 10, effects: null });
    expect(after.status).toBe('Open');
    expect(fired[1]?.delayInMinutes).toBeNull();
  });

  it('limits channels at once: later would be too late', () => {
    const { fired } = run([{ actions, channels: { notificationChannelsMuted: true } }]);
    expect(fired[0]?.effects).toMatchObject({
      operations: [],
      channels: { notificationChannels: { muted: true, names: 'all' } },
    });
  });

  it('acts when its time has come', () => {
    const effects = settleDelayed(incident(), key, one(), later).effects;
    expect(effects).toMatchObject({
      outcome: 'Applied',
      summary: say('effects', { effects: [say('interactionAdded', { intent: 'Resolved' })] }),
      channels: null,
    });
    expect(effects?.operations).toHaveLength(1);
  });

  it('does not look at intents and schedule again', () => {
    const conditions: RuleConditions = {
      intents: ['Escalated'],
      schedule: { daysOfWeek: ['sun'] },
    };
    expect(settleDelayed(incident(), key, one({ conditions }), later).effects).not.toBeNull();
  });

  it.each<[string, RuleConditions, RegExp]>([
    ['the status', { statuses: ['Open'] }, /status is Resolved/],
    ['the severity', { severities: ['Critical'] }, /severity is Warning/],
    ['an attribute', { attributes: [{ name: 'Host', operator: '=', value: 'x' }] }, /Host/],
    ['the date', { dateRestriction: { until: '2026-03-02T10:05:00Z' } }, /until/],
  ])('is dropped when %s no longer fits', (_name, conditions, reason) => {
    const resolved = applyOperations(
      incident(),
      { appendIntent: { intent: 'Resolved', message: null, messageIsPublic: null, options: {} } },
      { kind: 'key', id: 'k', displayName: 'Key' },
      now,
    );
    const settled = settleDelayed(resolved, key, one({ conditions }), later);
    expect(settled.effects).toBeNull();
    expect(inEnglish(settled.reason)).toMatch(reason);
  });

  it('is dropped when the rule, its routing or the connection is gone', () => {
    expect(settleDelayed(incident(), key, [], later).effects).toBeNull();
    expect(settleDelayed(incident(), key, [routing([])], later).effects).toBeNull();
    const moved = [routing([rule({ actions })], { teamId: ids.database })];
    expect(settleDelayed(incident(), key, moved, later).effects).toBeNull();
  });
});

describe('all runs', () => {
  const id = fc.constantFrom(...Object.values(ids));
  const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.option(fc.array(item, { maxLength: 3 }));
  const conditions = fc.record({
    severities: listOf(fc.constantFrom(...severities)),
    integrations: listOf(id),
    labels: listOf(fc.constantFrom('eu', 'noisy', 'x')),
    attributes: listOf(
      fc.record({
        name: fc.constantFrom('Host', 'a', 'Severity'),
        operator: fc.constantFrom('=', '!=', 'contains', '!contains', '>', '>=', '<', '<='),
        value: fc.option(fc.constantFrom('db-1', '1', '')),
        ignoreCase: fc.option(fc.boolean()),
      }),
    ),
  });
  const attributesSet: NonNullable<RuleActions['setAttributes']>[] = [
    [],
    [{ name: 'a', value: '1', isImage: false, hideInPreviews: false }],
  ];
  const actions = fc.record({
    assignToTeams: listOf(id),
    assignToTeamsRepeatAlerts: fc.option(fc.boolean()),
    changeSeverity: fc.option(fc.constantFrom(...severities)),
    addInteraction: fc.option(fc.constantFrom(...intents)),
    ruleFlowControl: fc.constantFrom('Continue', 'Skip', null),
    discard: fc.option(fc.boolean(), { freq: 1 }),
    delayActionsInMinutes: fc.option(fc.constantFrom(0, 5)),
    affectsServices: listOf(id),
    forwardToOutboundIntegrations: listOf(id),
    setAttributes: fc.constantFrom(...attributesSet),
    snoozeForRelativeInMinutes: fc.option(fc.constantFrom(0, 5)),
    snoozeUntilAbsolute: fc.option(fc.constant('07:00')),
    snoozeUntilWeekdayAbsolute: fc.option(fc.constantFrom('mon', 'sun')),
    excludeFromUptimeCalculation: fc.option(fc.boolean()),
    comment: fc.option(fc.constantFrom('', 'x')),
    messageIsPublic: fc.option(fc.boolean()),
    deleteInRelativeInSeconds: fc.option(fc.nat(60)),
  });
  const rules = fc.array(fc.record({ conditions, actions: fc.option(actions) }), { maxLength: 6 });

  it('throw nothing, change nothing that was given, and do the same again', () => {
    fc.assert(
      fc.property(fc.array(rules, { maxLength: 3 }), (lists) => {
        const subject = incident();
        const before = structuredClone(subject);
        const routings = lists.map((list, index) =>
          routing(
            list.map((parts, position) => rule(parts, `${index}.${position}`)),
            { id: `${index}`, createdAt: at(index) },
          ),
        );
        const once = (given: Routing[]) =>
          runRules(subject, latestOf(subject), given, new Set(), surroundings());
        const { fired, examined } = once(routings);
        const again = once(routings.toReversed());
        expect([again.fired, again.examined]).toEqual([fired, examined]);
        expect(subject).toEqual(before);
        // Once per incident: what fired does not fire again.
        const keys = fired.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const second = runRules(
          subject,
          latestOf(subject),
          routings,
          new Set(keys),
          surroundings(),
        );
        expect(second.fired.filter(({ key }) => keys.includes(key))).toEqual([]);
      }),
    );
  });
});
