import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import { type IncidentDocument, withEvent } from '../../src/incidents/index.ts';
import { dropReason } from '../../src/notifications/judge.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import { type Action, opened, sceneAt, start, type TimelineTeam, timelineOf } from './timeline.ts';

const two: TimelineTeam = {
  tiers: [{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 }, {}],
  onDuty: [['A', 'B'], ['C']],
};
const repeating: TimelineTeam = {
  tiers: [
    {
      autoEscalationEnabled: true,
      autoEscalationAfterMinutes: 5,
      autoEscalationSeverities: ['Critical'],
      repeats: 2,
    },
    {},
  ],
  onDuty: [['A'], ['B']],
};

/** What a team is alerted of, by minute, when nobody does anything but what is said. */
describe('the timeline of a plan (oncall-and-calls.md 3.1)', () => {
  it.each<[string, Parameters<typeof timelineOf>[0], string[]]>([
    [
      'tier 1 at once, tier 2 after its minutes',
      { teams: { T: two } },
      ['0 tier 1 A,B', '5 tier 2 C'],
    ],
    [
      'two repeats, then the next tier',
      { teams: { T: repeating } },
      ['0 tier 1 A', '5 tier 1 A', '10 tier 1 A', '15 tier 2 B'],
    ],
    [
      'a severity that does not escalate repeats and stops',
      { teams: { T: repeating }, severity: 'Warning' },
      ['0 tier 1 A', '5 tier 1 A', '10 tier 1 A'],
    ],
    [
      'repeats at a pace of their own',
      {
        teams: {
          T: { ...repeating, tiers: [{ ...repeating.tiers[0], repeatsAfterMinutes: 1 }, {}] },
        },
      },
      ['0 tier 1 A', '1 tier 1 A', '2 tier 1 A', '7 tier 2 B'],
    ],
    [
      'an acknowledgement stops it',
      { teams: { T: two }, actions: { 3: { intent: 'Investigated' } } },
      ['0 tier 1 A,B'],
    ],
    [
      'with the stop mode resolved an acknowledgement does not stop it',
      {
        teams: { T: { ...two, tiers: [{ ...two.tiers[0], autoEscalationMode: 'resolved' }, {}] } },
        actions: { 3: { intent: 'Investigated' } },
      },
      ['0 tier 1 A,B', '5 tier 2 C'],
    ],
    [
      'a resolution stops it in every mode',
      {
        teams: { T: { ...two, tiers: [{ ...two.tiers[0], autoEscalationMode: 'resolved' }, {}] } },
        actions: { 3: { intent: 'Resolved' } },
      },
      ['0 tier 1 A,B'],
    ],
    [
      'reopened, it begins anew',
      {
        teams: { T: two },
        actions: { 3: { intent: 'Resolved' }, 60: { intent: 'Unresolved' } },
      },
      ['0 tier 1 A,B', '60 tier 1 A,B', '65 tier 2 C'],
    ],
    [
      'snoozed it waits, awake it begins anew',
      {
        teams: { T: two },
        actions: { 3: { intent: 'Snoozed', snoozeMinutes: 500 }, 30: { intent: 'Unsnoozed' } },
      },
      ['0 tier 1 A,B', '30 tier 1 A,B', '35 tier 2 C'],
    ],
    [
      'escalated by hand, the next tier does not wait',
      { teams: { T: two }, actions: { 2: { intent: 'Escalated' } } },
      ['0 tier 1 A,B', '2 tier 2 C'],
    ],
    [
      'escalated by hand after an acknowledgement, others are alerted',
      {
        teams: { T: two },
        actions: { 2: { intent: 'Investigated' }, 20: { intent: 'Escalated' } },
      },
      ['0 tier 1 A,B', '20 tier 2 C'],
    ],
    [
      'an empty tier takes no time',
      {
        teams: {
          T: {
            tiers: [
              { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 },
              { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 },
              {},
            ],
            onDuty: [['A'], [], ['C']],
          },
        },
      },
      ['0 tier 1 A', '5 tier 3 C'],
    ],
    [
      'an empty first tier is filled up by the next',
      { teams: { T: { ...two, onDuty: [[], ['C']] } } },
      ['0 tier 2 C'],
    ],
    [
      'people who cannot be reached count as absent',
      { teams: { T: two }, unreachable: ['A', 'B'] },
      ['0 tier 2 C'],
    ],
    [
      'all tiers again, as often as is set',
      { teams: { T: { ...two, tierSettings: { repeats: 2, repeatsAfterMinutes: 30 } } } },
      [
        '0 tier 1 A,B',
        '5 tier 2 C',
        '35 tier 1 A,B',
        '40 tier 2 C',
        '70 tier 1 A,B',
        '75 tier 2 C',
      ],
    ],
    [
      'outside its time filters it waits for the next opening',
      {
        teams: {
          T: {
            ...two,
            tiers: [
              {
                ...two.tiers[0],
                autoEscalationTimeFilters: [{ selectedDays: null, from: '12:00', until: '13:00' }],
              },
              {},
            ],
          },
        },
      },
      ['0 tier 1 A,B', '120 tier 2 C'],
    ],
    [
      'teams are assigned at the pace of the escalation',
      {
        teams: {
          T: {
            tiers: [
              {
                autoEscalationAfterMinutes: 10,
                autoEscalationEnabled: false,
                autoAssignToTeams: ['Other'],
              },
            ],
            onDuty: [['A']],
          },
          Other: { tiers: [{}], onDuty: [['A', 'D']] },
        },
      },
      ['0 tier 1 A', '10 Other tier 1 A,D'],
    ],
    [
      'without repeated alerts an assigned team leaves out those who know',
      {
        teams: {
          T: {
            tiers: [
              {
                autoEscalationAfterMinutes: 10,
                autoAssignToTeams: ['Other'],
                autoAssignToTeamsRepeatAlerts: false,
                autoEscalationEnabled: false,
              },
            ],
            onDuty: [['A']],
          },
          Other: { tiers: [{}], onDuty: [['A', 'D']] },
        },
      },
      ['0 tier 1 A', '10 Other tier 1 D'],
    ],
    [
      'a team assigned by hand is alerted',
      {
        teams: { T: two, Other: { tiers: [{}], onDuty: [['D']] } },
        actions: { 4: { intent: 'Assigned', teams: ['Other'] } },
      },
      ['0 tier 1 A,B', '4 Other tier 1 D', '5 tier 2 C'],
    ],
    [
      'assigning a person does not end the escalation',
      { teams: { T: two }, actions: { 2: { intent: 'Assigned', users: ['E'] } } },
      ['0 tier 1 A,B', '5 tier 2 C'],
    ],
  ])('%s', (_name, options, expected) => {
    expect(timelineOf(options).alerts).toEqual(expected);
  });
});

describe('a tier whose messages all fail twice and are tried on', () => {
  const down = ['A', 'B', 'C'];
  const admin: Partial<TimelineTeam> = { administrators: ['boss'] };
  const filters = (from: string, until: string) => ({
    ...two,
    ...admin,
    tiers: [
      { ...two.tiers[0], autoEscalationTimeFilters: [{ selectedDays: null, from, until }] },
      {},
    ],
  });

  it.each<[string, Parameters<typeof timelineOf>[0], string[], string[]]>([
    [
      'brings the next tier forward, once',
      { teams: { T: two }, slow: ['A', 'B'] },
      ['0 tier 1 A,B', '0.25 tier 2 C'],
      ['Tier 2 of T now and not at Mon 2 Mar 10:05: C.'],
    ],
    [
      'brings nothing forward where one person was reached',
      { teams: { T: two }, slow: ['A'] },
      ['0 tier 1 A,B', '5 tier 2 C'],
      ['Tier 2 of T: C'],
    ],
    [
      'skips repeats to the same people',
      { teams: { T: repeating }, slow: ['A'] },
      ['0 tier 1 A', '0.25 tier 2 B'],
      ['Tier 2 of T now and not at Mon 2 Mar 10:05: B.'],
    ],
    [
      'wakes no tier for a severity that does not escalate: administrators are told, and repeats come',
      { teams: { T: { ...repeating, ...admin } }, severity: 'Warning', slow: ['A'] },
      ['0 tier 1 A', '5 tier 1 A', '10 tier 1 A'],
      [
        'Nobody on call in T is known to have been told.',
        'Told instead of those on call in T: boss.',
      ],
    ],
    [
      'wakes no tier outside its times: administrators are told',
      { teams: { T: filters('12:00', '13:00') }, slow: ['A', 'B'] },
      ['0 tier 1 A,B', '120 tier 2 C'],
      [
        'Nobody on call in T is known to have been told.',
        'Told instead of those on call in T: boss.',
        'Tier 2 of T: C',
      ],
    ],
    [
      'wakes the next tier within its times',
      { teams: { T: filters('09:00', '13:00') }, slow: ['A', 'B'] },
      ['0 tier 1 A,B', '0.25 tier 2 C'],
      ['Tier 2 of T now and not at Mon 2 Mar 10:05: C.'],
    ],
    [
      'goes on so from tier to tier, and then administrators are told',
      { teams: { T: { ...two, ...admin } }, slow: down },
      ['0 tier 1 A,B', '0.25 tier 2 C'],
      [
        'Tier 2 of T now and not at Mon 2 Mar 10:05: C.',
        'Nobody on call in T is known to have been told.',
        'Told instead of those on call in T: boss.',
      ],
    ],
    [
      'tells administrators where the next tier has nobody who can be told',
      { teams: { T: { ...two, ...admin } }, slow: ['A', 'B'], unreachable: ['C'] },
      ['0 tier 1 A,B'],
      [
        'Nobody on call in T is known to have been told.',
        'Told instead of those on call in T: boss.',
      ],
    ],
    [
      'tells the organization where administrators are not reached either, and claims no more',
      { teams: { T: { ...two, ...admin } }, slow: [...down, 'boss', 'owner'] },
      ['0 tier 1 A,B', '0.25 tier 2 C'],
      [
        'Tier 2 of T now and not at Mon 2 Mar 10:05: C.',
        'Nobody on call in T is known to have been told.',
        'No message to boss is known to have arrived. Being told instead: owner.',
      ],
    ],
    [
      'assigns the teams of the tier at once',
      {
        teams: {
          T: {
            tiers: [{ autoEscalationAfterMinutes: 10, autoAssignToTeams: ['Other'] }],
            onDuty: [['A']],
          },
          Other: { tiers: [{}], onDuty: [['D']] },
        },
        slow: ['A'],
      },
      ['0 tier 1 A', '0.25 Other tier 1 D'],
      ['Tier 1 of T assigns Other'],
    ],
    [
      'brings nothing forward once somebody has acknowledged it',
      { teams: { T: two }, slow: down, actions: { 0.2: { intent: 'Investigated', by: 'A' } } },
      ['0 tier 1 A,B'],
      [],
    ],
    [
      'brings nothing forward after the acknowledgement either where only the end stops it',
      {
        teams: {
          T: { ...two, tiers: [{ ...two.tiers[0], autoEscalationMode: 'resolved' }, {}] },
        },
        slow: down,
        actions: { 0.2: { intent: 'Investigated', by: 'A' } },
      },
      ['0 tier 1 A,B', '5 tier 2 C'],
      ['Tier 2 of T: C'],
    ],
    [
      'brings nothing forward once it is resolved',
      { teams: { T: two }, slow: down, actions: { 0.2: { intent: 'Resolved' } } },
      ['0 tier 1 A,B'],
      [],
    ],
  ])('%s', (_name, options, alerts, said) => {
    const { alerts: told, incident } = timelineOf(options);
    expect(told).toEqual(alerts);
    const history = incident.events.flatMap(({ message }) => (message ? inEnglish(message) : []));
    expect(history).toEqual(said.map((words) => expect.stringContaining(words)));
  });
});

describe('nobody who can be reached', () => {
  it.each<[string, TimelineTeam, RegExp]>([
    ['no tiers', { tiers: [], onDuty: [] }, /has no escalation tiers/],
    ['nobody on call', { tiers: [{}], onDuty: [[]] }, /Nobody is on call/],
    [
      'no working channel',
      { tiers: [{}], onDuty: [['A']] },
      /settings of this person send nothing/,
    ],
  ])('%s: an administrator is told, once, and the incident says so', (_name, team, reason) => {
    const { deliveries, incident } = timelineOf({
      teams: { T: { ...team, administrators: ['boss'] } },
      unreachable: ['A'],
    });
    const told = deliveries.filter(({ state }) => state === 'queued');
    expect(told.map(({ ownerId, lane }) => [ownerId, lane])).toEqual([['boss', 'Email']]);
    const said = incident.events.flatMap(({ message }) => (message ? inEnglish(message) : []));
    expect(said).toEqual([
      expect.stringMatching(/Nobody on call in T was told\..* Being told instead: boss\.$/),
      'Told instead of those on call in T: boss.',
    ]);
    expect(said[0]).toMatch(reason);
  });

  it.each<[string, string[], string[]]>([
    [
      'administrators',
      ['boss'],
      [
        'No message to boss is known to have arrived. Being told instead: owner.',
        'Told instead of those on call in T: owner.',
      ],
    ],
    [
      'administrators and Owners',
      ['boss', 'owner'],
      [
        'No message to boss is known to have arrived. Being told instead: owner.',
        'No message to boss, owner is known to have arrived. Its administrators and the Owners cannot be told either.',
      ],
    ],
  ])(
    'whose %s cannot be reached either: the next are told, and the history says what is so',
    (_who, failing, then) => {
      const { incident, deliveries } = timelineOf({
        teams: { T: { tiers: [{}], onDuty: [['A']], administrators: ['boss'] } },
        failing: ['A', ...failing],
      });
      const said = incident.events.flatMap(({ message }) => (message ? inEnglish(message) : []));
      expect(said[0]).toBe(
        'Nobody on call in T is known to have been told. No message to the people on call is known to have arrived. Being told instead: boss.',
      );
      expect(said.slice(1)).toEqual(then);
      const tried = deliveries.filter(({ state }) => state === 'queued');
      expect(tried.map(({ ownerId }) => ownerId)).toEqual(['A', 'boss', 'owner']);
    },
  );

  it('somebody who is on call later is being told, and the history goes on to say so', () => {
    const team: TimelineTeam = { tiers: [{}], onDuty: [[]], administrators: ['boss'] };
    const { incident } = timelineOf({
      teams: { T: team },
      onDecision: (_incident, now) => {
        if (now > start) team.onDuty = [['A']];
      },
    });
    expect(incident.events.flatMap(({ message }) => (message ? inEnglish(message) : []))).toEqual([
      expect.stringMatching(/^Nobody on call in T was told\./),
      'Told instead of those on call in T: boss.',
      'On call in T, and being told now: A.',
    ]);
  });

  it('without administrators in the team those of the organization are told', () => {
    const { deliveries } = timelineOf({ teams: { T: { tiers: [], onDuty: [] } } });
    expect(deliveries.map(({ ownerId }) => ownerId)).toEqual(['owner']);
  });
});

describe('what people are told besides', () => {
  const informed = (actions: Parameters<typeof timelineOf>[0]['actions']) =>
    timelineOf({ teams: { T: { tiers: [{}], onDuty: [['A', 'B']] } }, actions }).deliveries.filter(
      ({ isAlert }) => !isAlert,
    );

  it('who was told of an incident hears how it goes on, but not what they did themselves', () => {
    const heard = informed({
      1: { intent: 'Investigated', by: 'A' },
      2: { intent: 'Resolved', by: 'B' },
    });
    expect(heard.map(({ ownerId, intent }) => [ownerId, intent])).toEqual([
      ['B', 'Investigated'],
      ['A', 'Resolved'],
    ]);
  });

  it('whoever is assigned is told, also of an acknowledged incident', () => {
    const night = (more: Record<number, Action>) =>
      timelineOf({
        teams: { T: { tiers: [{}], onDuty: [['A']] } },
        actions: {
          1: { intent: 'Investigated', by: 'A' },
          2: { intent: 'Assigned', users: ['E'], by: 'A' },
          ...more,
        },
      });
    const { deliveries, incident } = night({});
    const [assigned, ...others] = deliveries.filter(
      ({ ownerId, state }) => ownerId === 'E' && state === 'queued',
    );
    expect([assigned?.because, others]).toEqual([say('assignedToYou'), []]);
    expect(assigned && dropReason(assigned, incident)).toBeNull();
    // Whoever takes it ends the call to them.
    for (const by of ['E', 'A'])
      expect(
        assigned && dropReason(assigned, night({ 3: { intent: 'Investigated', by } }).incident),
      ).toEqual(say('incidentAcknowledgedBefore'));
  });

  it('while it is snoozed nobody hears anything', () => {
    const heard = informed({
      1: { intent: 'Snoozed', snoozeMinutes: 600, by: 'A' },
      2: { intent: 'Commented', by: 'A' },
      3: { intent: 'Resolved', by: 'A' },
    });
    expect(heard).toEqual([]);
  });

  it('decided again after an update came in between, the messages are the same', () => {
    const teams = { T: { tiers: [], onDuty: [], administrators: ['boss'] }, U: two };
    const incident = { ...opened('T', 'Warning'), teamIds: ['T', 'U'] };
    const later = new Date(start + 30_000);
    const updated = withEvent(incident, {
      intent: 'Updated',
      at: later,
      by: { kind: 'integration', payloadId: 'p' },
    });
    const keysOf = (one: IncidentDocument, now: number) =>
      decide(one, sceneAt(teams, [], now)).deliveries.map(({ _id }) => _id);
    const first = keysOf(incident, start);
    expect(first.length).toBeGreaterThan(2);
    expect(keysOf(updated, later.getTime())).toEqual(first);
  });

  it('alerts of what a silence muted are as old as its end, not as old as the incident', () => {
    const end = new Date(start + 3 * 3_600_000);
    const options = { endsSilence: true };
    const audible = withEvent(opened('T', 'Warning'), { intent: 'Updated', at: end, options });
    const { deliveries } = decide(audible, sceneAt({ T: two }, [], end.getTime() + 700));
    expect(deliveries.map(({ dueAt }) => dueAt)).toEqual([end, end]);
  });

  it('deciding twice gives the same messages under the same keys', () => {
    const options = { teams: { T: two }, actions: { 3: { intent: 'Escalated' as const } } };
    const keys = () => timelineOf(options).deliveries.map(({ _id, ownerId }) => [ownerId, _id]);
    const once = timelineOf({ teams: { T: two } }).deliveries.map(({ _id }) => _id);
    expect(new Set(once).size).toBe(once.length);
    expect(keys()).toHaveLength(keys().length);
    expect(timelineOf({ teams: { T: two } }).deliveries.map(({ _id }) => _id)).toEqual(once);
  });
});
