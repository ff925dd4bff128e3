import type { ApiClient } from '../../support/api-client.ts';
import { type Coded, code, type People, ref, type Value } from './code.ts';
import {
  berlin,
  christmas,
  daily,
  day,
  firstAfterClockChange,
  hoursOfUtc,
  inBerlin,
  inTwice,
  justBefore,
  lateInSummer,
} from './times.ts';

export interface Hole {
  code(people: People): Coded[];
  /** What is there before, and not by code. */
  before?(at: Place): Promise<unknown>;
  /** The kind of an object that is there and then deleted. */
  deletes?: string;
  /** What the guarantee says otherwise. */
  guarantee?: object;
  /** The guarantee is a part of the code. */
  isWhole?: true;
  /** What is said at first; left out: that it is broken. */
  state?: string;
  /** The first instant at which somebody who should be told is not; left out: by the day on which the test runs. */
  first?: Date;
  /** The address of what has the hole. */
  where: string;
  /** A part of what is said of it. */
  says?: string;
}

export interface Place extends People {
  api: ApiClient;
  /** Leave of these people over Christmas, in calendars that are read. */
  leave(...userIds: string[]): Promise<void>;
  /** What a command prints, and its exit code. */
  tocsin(...args: string[]): Promise<string>;
}

export const policy = 'tocsin_escalation_policy.core';
export const schedule = 'tocsin_schedule.core';

export const personal = (userId: string, wire: { [member: string]: Value }): Coded => ({
  type: 'tocsin_user_notification_rules',
  path: `/user/${userId}/notification-rules`,
  wire: { otherwise: null, quietHours: null, ...wire },
});
export const atOnce = { channel: 'SMS', afterMinutes: 0 };
export const nights = [{ from: '22:00', until: '07:00' }];

export const routingOf = ({ teamId }: People, rules: Value[]): Coded => ({
  type: 'tocsin_routing',
  path: '/routing',
  wire: { displayName: 'Rules', teamId, rules },
});
export const serviceOf = (wire: { [member: string]: Value }): Coded => ({
  type: 'tocsin_service',
  path: '/service',
  wire: { displayName: 'Shop', publicTitle: 'Shop', ...wire },
});
const notByDefault = { policy: { isDefault: false } };

export const holes: Record<string, Hole> = {
  'a rotation that ends': {
    code: (people) => code(people, { layer: { endsAt: day(7) } }),
    first: justBefore(day(7)),
    where: schedule,
  },
  'a weekend that nobody has': {
    code: (people) =>
      code(people, {
        layer: { hours: [{ fromDay: 'mon', from: '08:00', untilDay: 'sat', until: '08:00' }] },
      }),
    where: schedule,
  },
  'an hour of a night that nobody has': {
    code: (people) =>
      code(people, {
        layer: { hours: [{ fromDay: 'sun', from: '03:00', untilDay: 'sun', until: '02:00' }] },
      }),
    where: schedule,
  },
  'a step that waits longer than the guarantee': {
    code: (people) => code(people, { step: { afterMinutes: 10 } }),
    where: policy,
  },
  'a step that is not for the severity': {
    code: (people) => code(people, { step: { severities: ['Minor'] } }),
    where: policy,
  },
  'a policy that resolves before its step': {
    code: (people) =>
      code(people, { step: { afterMinutes: 4 }, policy: { resolvesAfterMinutes: 3 } }),
    where: policy,
  },
  'a turn of people who are suspended': {
    code: (people) => code({ ...people, ada: people.cy }),
    where: policy,
  },
  'an absence of everybody in a layer': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_on_call_override',
        path: '/on-call-override',
        wire: { userId: people.ada, type: 'offline', start: day(3), end: day(4) },
      },
    ],
    first: justBefore(day(3)),
    where: 'tocsin_on_call_override.core',
    says: `the override of ada that begins on ${inBerlin(new Date(day(3)))
      .replaceAll(',', '')
      .replace(/ \d{4} /, ' ')}.`,
  },
  'days by hand with a shift left out': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_temporary_schedule',
        path: '/temporary-schedule',
        wire: {
          ...{ scheduleId: ref('tocsin_schedule'), start: day(3), end: day(5) },
          shifts: [{ userIds: [people.ada], start: day(3), end: day(4) }],
        },
      },
    ],
    first: justBefore(day(4)),
    where: 'tocsin_temporary_schedule.core',
  },
  'quiet hours of the only one who is told': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_user_notification_rules',
        path: `/user/${people.ada}/notification-rules`,
        wire: {
          ...{ rules: [], otherwise: null },
          quietHours: { hours: [{ from: '22:00', until: '07:00' }], alsoCritical: true },
        },
      },
    ],
    where: 'tocsin_user_notification_rules.core',
  },
  'support hours with a gap': {
    code: (people) => [
      ...code(people, {
        step: { urgencies: ['High'] },
        integration: {
          urgencySettings: {
            ...{ type: 'supportHours', supportHoursId: ref('tocsin_support_hours') },
            ...{ during: 'High', outside: 'Low' },
          },
        },
      }),
      {
        type: 'tocsin_support_hours',
        path: '/support-hours',
        wire: {
          ...{ displayName: 'Office', teamId: people.teamId, timeZoneId: 'Europe/Berlin' },
          hours: [
            { from: '00:00', until: '12:00' },
            { from: '13:00', until: '00:00' },
          ],
        },
      },
    ],
    where: policy,
  },
  'a rule that is never reached, behind one that mutes': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_routing',
        path: '/routing',
        wire: {
          ...{ displayName: 'Rules', teamId: people.teamId },
          rules: [
            {
              conditions: {},
              actions: { ruleFlowControl: 'Skip' },
              channels: { notificationChannels: ['Email'] },
            },
            { conditions: {}, channels: { notificationChannels: ['SMS'] } },
          ],
        },
      },
    ],
    where: 'tocsin_routing.core',
  },
  'a silence that opens nothing': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_silence',
        path: '/silence',
        wire: {
          ...{ displayName: 'Works', teamId: people.teamId, effect: 'openNothing' },
          ...{ start: day(3), end: day(4) },
          matchers: [{ name: 'Host', operator: '!=', value: 'none' }],
        },
      },
    ],
    first: new Date(day(3)),
    where: 'tocsin_silence.core',
  },
  'a service that was deleted, by which a rule chose the policy': {
    code: (people) => [
      ...code(people, notByDefault),
      serviceOf({ escalationPolicyId: ref('tocsin_escalation_policy') }),
      routingOf(people, [
        {
          conditions: {},
          actions: { addInteraction: 'Affects', affectsServices: [ref('tocsin_service')] },
        },
      ]),
    ],
    deletes: 'tocsin_service',
    where: 'tocsin_routing.core',
    says: 'Rule 1 of “Rules”: Not done: services that do not exist any more (1)',
  },
  'a service that was deleted, which a rule asks for': {
    code: (people) => [
      ...code(people, notByDefault),
      serviceOf({ integrations: [{ integrationId: ref('tocsin_integration') }] }),
      routingOf(people, [
        {
          conditions: { services: [ref('tocsin_service')] },
          actions: { useEscalationPolicyId: ref('tocsin_escalation_policy') },
        },
      ]),
    ],
    deletes: 'tocsin_service',
    where: 'tocsin_routing.core',
    says: 'Rule 1 of “Rules” never runs: the services that it asks for are gone.',
  },
  'hours by the clock of UTC, once clocks have changed': {
    code: (people) => {
      const [plan, ...rest] = code(people);
      const groups = [{ userIds: [people.ada] }];
      const layers = [
        { groups, hours: daily('07:00', '23:00') },
        { groups, hours: hoursOfUtc(23, 7), timeZoneId: 'UTC' },
      ];
      return plan ? [{ ...plan, wire: { ...plan.wire, layers } }, ...rest] : [];
    },
    ...lateInSummer,
    first: firstAfterClockChange(),
    where: schedule,
  },
  'an absence within the hour that clocks show twice': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_on_call_override',
        path: '/on-call-override',
        wire: { userId: people.ada, type: 'offline', start: inTwice(-30), end: inTwice(30) },
      },
    ],
    ...lateInSummer,
    where: 'tocsin_on_call_override.core',
    says: '02:30 (+01:00)',
  },
  'a round robin of somebody who is suspended and somebody without a number': {
    code: (people) => {
      const targets = [{ userId: people.cy }, { userId: people.dee }];
      return code(people, { step: { targets, share: { size: 1 } } });
    },
    where: policy,
    says: 'SMS to dee',
  },
  'a turn of a round robin that is of somebody without a number': {
    code: (people) => {
      const targets = [{ userId: people.ada }, { userId: people.dee }];
      return code(people, { step: { targets, share: { size: 1 } } });
    },
    where: policy,
    says: 'SMS to dee',
  },
  'leave of everybody at Christmas': {
    before: (at) => at.leave(at.ada, at.bo),
    code: (people) => {
      const [plan, ...rest] = code(people, {
        layer: { groups: [{ userIds: [people.ada, people.bo] }] },
      });
      return plan ? [{ ...plan, wire: { ...plan.wire, onLeave: 'gap' } }, ...rest] : [];
    },
    guarantee: { horizonDays: 366 },
    first: justBefore(`${christmas()}-12-24T00:00:00Z`),
    where: schedule,
    says: 'On leave, of those whom “Primary” names: ada, bo.',
  },
  'rules of the only one who is told that send nothing at night': {
    code: (people) => [
      ...code(people),
      personal(people.ada, {
        rules: [{ severities: ['Critical'], hours: nights, steps: [] }],
        otherwise: [atOnce],
      }),
    ],
    where: 'tocsin_user_notification_rules.core',
  },
  'urgency that is low at night, and rules of somebody who then waits': {
    code: (people) => [
      ...code(people, {
        integration: {
          urgencySettings: {
            ...{ type: 'supportHours', supportHoursId: ref('tocsin_support_hours') },
            ...{ during: 'High', outside: 'Low' },
          },
        },
      }),
      {
        type: 'tocsin_support_hours',
        path: '/support-hours',
        wire: {
          ...{ displayName: 'Day', teamId: people.teamId, timeZoneId: berlin },
          hours: [{ from: '07:00', until: '22:00' }],
        },
      },
      personal(people.ada, {
        rules: [{ urgencies: ['Low'], steps: [{ ...atOnce, afterMinutes: 480 }] }],
        otherwise: [atOnce],
      }),
    ],
    where: 'tocsin_user_notification_rules.core',
  },
  'a filter that no integration meets': {
    code: (people) => code(people),
    guarantee: { incidents: { severities: ['Critical'], teamLabels: ['shop'] } },
    isWhole: true,
    state: 'ABOUT NOTHING',
    where: 'tocsin_guarantee.core',
    says: 'No integration opens such incidents.',
  },
  'a silence around its times that excuses nearly all of the time': {
    code: (people) => [
      ...code(people),
      {
        type: 'tocsin_silence',
        path: '/silence',
        wire: {
          ...{ displayName: 'Works', teamId: people.teamId, start: day(-1), end: day(300) },
          matchers: [{ name: 'Host', operator: '!=', value: 'none' }],
          inverted: true,
          recurrences: [
            {
              ...{ rule: 'FREQ=DAILY', startsAt: '2026-03-01T02:00', minutes: 30 },
              timeZoneId: berlin,
            },
          ],
        },
      },
    ],
    guarantee: {
      excuses: ['Silence'],
      incidents: {
        severities: ['Critical'],
        attributes: [{ name: 'Host', operator: '=', value: 'db' }],
      },
    },
    isWhole: true,
    state: 'ABOUT NOTHING',
    where: 'tocsin_silence.core',
    says: 'The silence “Works” is active outside of its times.',
  },
  'an escalation to the same person': {
    code: (people) =>
      code(people, {
        policy: {
          steps: [
            { targets: [{ scheduleId: ref('tocsin_schedule'), pick: 'onCall' }] },
            { afterMinutes: 2, targets: [{ userId: people.ada }] },
          ],
        },
      }),
    guarantee: { told: { withinMinutes: 5, channels: ['SMS'], people: 2 } },
    where: policy,
    says: 'told       1 in time',
  },
  'an integration of a team that has nobody to tell': {
    code: (people) => {
      const empty = code(people, { integration: { teamId: ref('tocsin_team') } });
      const team = { displayName: 'Empty', timeZoneId: berlin };
      return [...empty, { type: 'tocsin_team', path: '/team', wire: team }];
    },
    where: 'tocsin_team.core',
  },
  'a minute between two layers': {
    code: (people) => {
      const [plan, ...rest] = code(people);
      const groups = [{ userIds: [people.ada] }];
      const next = new Date(Date.parse(day(7)) + 60_000).toISOString();
      const layers = [
        { groups, endsAt: day(7) },
        { groups, startsAt: next },
      ];
      return plan ? [{ ...plan, wire: { ...plan.wire, layers } }, ...rest] : [];
    },
    // Nobody on call is looked for again only after longer than that.
    guarantee: { told: { withinMinutes: 1, channels: ['SMS'] } },
    first: justBefore(day(7)),
    where: schedule,
  },
};
/** Without a hole, though it may look like one. */
export const sound: Record<string, Hole> = {
  'without one': { code: (people) => code(people), where: policy },
  'where shifts and steps follow each other at an hour that clocks leave out or show twice': {
    code: (people) => {
      const [plan, ...rest] = code(people, {
        policy: {
          steps: ['02:30', '14:00'].map((from, place) => ({
            ...{ hours: daily(from, place === 0 ? '14:00' : '02:30'), outsideHours: 'skip' },
            targets: [{ scheduleId: ref('tocsin_schedule'), pick: 'onCall' }],
          })),
        },
      });
      const layers = [
        { groups: [{ userIds: [people.ada] }], hours: daily('02:30', '14:30') },
        { groups: [{ userIds: [people.bo] }], hours: daily('14:30', '02:30') },
      ];
      return plan ? [{ ...plan, wire: { ...plan.wire, layers } }, ...rest] : [];
    },
    ...lateInSummer,
    where: policy,
  },
};
