import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { TimeSource } from '../../src/calendar/index.ts';
import type { GuaranteeWire } from '../../src/proofs/index.ts';
import { lateSeconds } from '../../src/proofs/late.ts';
import { prove } from '../../src/proofs/prove.ts';
import type { StagedSource } from '../../src/proofs/staged-source.ts';
import { type StagedPlay, staging } from '../../src/proofs/staging.ts';
import { changesIn, type Time, timeClasses } from '../../src/proofs/time-classes.ts';
import { unitOf } from '../../src/proofs/unit.ts';
import { type Verdict, verdictAt } from '../../src/proofs/verdict.ts';
import { loadSnapshot, reachOf, type Setup, sourcesOf } from '../../src/stage/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
let api: ApiClient;
let count = 0;

const minute = 60_000;
const days = 2;
const told: GuaranteeWire['told'] = { withinMinutes: 6, people: 2, channels: ['Email'] };

beforeAll(async () => {
  server = await sharedTestApp();
  ({ api } = server);
});

interface World {
  teamId: string;
  integrationId: string;
  ada: string;
  bo: string;
}

/** A team in which Ada is told at once and Bo 5 minutes later, at all hours. */
async function world(tier: object = {}, schedule: object = {}): Promise<World> {
  count += 1;
  const names = [`Ada${count}`, `Bo${count}`] as const;
  const settings = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5, ...tier };
  const { id: teamId, people } = await staffTeam(api, `Team ${count}`, [
    { people: [names[0]], settings, schedule },
    { people: [names[1]] },
  ]);
  const integrationId = await api.make('/inbound-integration', {
    displayName: `Probe ${count}`,
    teamId,
    type: 'Webhook',
  });
  return { teamId, integrationId, ada: people[names[0]]?.id ?? '', bo: people[names[1]]?.id ?? '' };
}

// The clock stands at Monday 2 March 2026, 10:00.
const hours = { from: '09:00', until: '17:30' };
const step = {
  channel: 'Email',
  contactId: null,
  afterMinutes: 2,
  repeats: 0,
  repeatsEveryMinutes: null,
};
const byPolicy = (of: World, ada: object, more: object = {}) => ({
  displayName: `Policy ${count}`,
  teamId: of.teamId,
  isDefault: true,
  steps: [{ targets: [{ userId: of.bo }] }, { afterMinutes: 3, targets: [ada], ...more }],
});
const rule = (of: World, conditions: object, actions: object) =>
  api.make('/routing', {
    displayName: `Rules ${count}`,
    teamId: of.teamId,
    rules: [{ conditions, actions }],
  });
const schedule = (of: World) =>
  api.make('/on-call-schedule', {
    displayName: `Schedule ${count}`,
    teamId: of.teamId,
    timeZoneId: 'Asia/Kolkata',
    layers: [
      {
        hours: [{ fromDay: 'tue', from: '07:15', untilDay: 'tue', until: '19:00' }],
        groups: [{ userIds: [of.ada] }],
      },
    ],
  });

/** One for each place where the time decides something. */
const worlds: [string, () => Promise<World>][] = [
  ['shifts of a tier', () => world({}, { scheduleSettings: { start: '09:00', end: '17:30' } })],
  ['time filters of a tier', () => world({ autoEscalationTimeFilters: [hours] })],
  [
    'overrides',
    async () => {
      const of = await world();
      const time = { start: '2026-03-02T15:00:30Z', end: '2026-03-02T15:09:00Z' };
      await api.make('/on-call-override', {
        ...time,
        userId: of.ada,
        teamId: of.teamId,
        type: 'offline',
      });
      return of;
    },
  ],
  [
    'hours of a rule',
    async () => {
      const of = await world();
      await rule(of, { schedule: { after: '09:00', before: '17:30' } }, { discard: true });
      return of;
    },
  ],
  [
    'dates of a rule',
    async () => {
      const of = await world();
      const dateRestriction = { from: '2026-03-02T12:34:00Z', until: '2026-03-03T01:00:00Z' };
      await rule(of, { dateRestriction }, { discard: true });
      return of;
    },
  ],
  [
    'the time of day until which a rule snoozes',
    async () => {
      const of = await world();
      await rule(
        of,
        { severities: ['Critical'] },
        { addInteraction: 'Snoozed', snoozeUntilAbsolute: '16:00' },
      );
      return of;
    },
  ],
  [
    'filters of snoozing',
    async () => {
      const of = await world();
      const { body } = await api.get(`/inbound-integration/${of.integrationId}`);
      const filters = [{ ...hours, snoozeWindowInMinutes: 3 }];
      await api.put(`/inbound-integration/${of.integrationId}`, {
        ...body,
        snoozeSettings: { snoozeWindowInMinutes: null, filters },
      });
      return of;
    },
  ],
  [
    'silences',
    async () => {
      const of = await world();
      await api.make('/silence', {
        displayName: 'Move',
        teamId: of.teamId,
        integrationIds: [of.integrationId],
        start: '2026-03-02T12:00:00Z',
        end: '2026-03-02T14:00:00Z',
      });
      return of;
    },
  ],
  [
    'maintenance windows',
    async () => {
      const of = await world();
      await api.make('/inbound-integration-maintenance-windows', {
        integrationId: of.integrationId,
        type: 'muted',
        start: '2026-03-02T12:00:00Z',
        end: '2026-03-02T14:00:00Z',
      });
      return of;
    },
  ],
  [
    'the end of a shadow run',
    async () => {
      const of = await world();
      await api.make('/shadow-run', {
        ...{ displayName: `Run ${count}`, teamIds: [of.teamId], state: 'Shadow' },
        ...{ product: 'PagerDuty', apiKey: 'key', until: '2026-03-02T14:00:00Z' },
      });
      return of;
    },
  ],
  [
    'hours of a person',
    async () => {
      const of = await world();
      await api.put(`/user/${of.ada}/notification-rules`, {
        rules: [{ hours: [hours], steps: [step] }, { steps: [{ ...step, afterMinutes: 30 }] }],
        otherwise: null,
        quietHours: null,
      });
      return of;
    },
  ],
  [
    'support hours',
    async () => {
      const of = await world();
      const supportHoursId = await api.make('/support-hours', {
        displayName: `Hours ${count}`,
        teamId: of.teamId,
        timeZoneId: 'America/New_York',
        hours: [hours],
      });
      const { body } = await api.get(`/inbound-integration/${of.integrationId}`);
      const urgencySettings = {
        type: 'supportHours',
        supportHoursId,
        during: 'High',
        outside: 'Low',
      };
      await api.put(`/inbound-integration/${of.integrationId}`, { ...body, urgencySettings });
      await api.make('/escalation-policy', {
        ...byPolicy(of, { userId: of.ada }),
        lowUrgencyEscalates: false,
      });
      return of;
    },
  ],
  [
    'hours of a step',
    async () => {
      const of = await world();
      const tuesday = { fromDay: 'tue', from: '09:00', untilDay: 'tue', until: '17:30' };
      const more = { hours: [tuesday], outsideHours: 'wait' };
      await api.make('/escalation-policy', byPolicy(of, { userId: of.ada }, more));
      return of;
    },
  ],
  [
    'schedules in a policy',
    async () => {
      const of = await world();
      await api.make('/escalation-policy', byPolicy(of, { scheduleId: await schedule(of) }));
      return of;
    },
  ],
];

type Source = StagedSource<StagedPlay>;

async function staged({ integrationId }: World): Promise<{ setup: Setup; source: Source }> {
  const channels = { missing: () => null, providers: () => [] };
  const { setup, sources } = staging(
    await loadSnapshot(server.app.world, server.organizationId, channels),
  );
  const source = sources.find((one) => one.integrationId === integrationId);
  if (!source) throw new Error('The integration is not on the stage.');
  return { setup, source };
}

const from = Date.parse('2026-03-02T10:00:00Z');
const until = from + days * 24 * 60 * minute;
const reach = (told.withinMinutes * 60 + lateSeconds) * 1000;
const witness = { severity: 'Critical' as const, title: 'Down', attributes: [] };

/** What becomes of an incident that opens then, as far as these sources say when a late look matters. */
function playedOn(
  { play }: Source,
  sources: readonly TimeSource[],
): (at: number) => Verdict['kind'] {
  const nextChange = changesIn({ sources, from, until, reach });
  const question = { told, excuses: [], fault: null, play, turnsMax: 1, nextChange };
  return (at) => verdictAt({ ...question, lateMax: lateSeconds * 1000 }, witness, at).kind;
}

/** Instants around every change, and some far from any. */
function samplesOf(sources: readonly TimeSource[]): number[] {
  const changes = sources.flatMap((one) => [...one.changesBetween(from, until)]);
  const near = [...new Set(changes)].flatMap((change) =>
    Array.from({ length: 8 }, (_, index) => change + (index - 6) * minute),
  );
  const far = Array.from({ length: days * 4 }, (_, index) => from + index * 360 * minute);
  return [...near.flatMap((at) => [at, at + 7000]), ...far].filter(
    (at) => at >= from && at < until,
  );
}

/** When a proof says that such an incident breaks the guarantee. */
async function holesOf(setup: Setup, source: Source): Promise<Time[]> {
  const incidents = { severities: [witness.severity] };
  const guarantee = { displayName: 'Told', incidents, told, evenIf: null, excuses: null };
  const { holes } = await prove(
    { ...guarantee, horizonDays: days, alarm: null },
    { setup, sources: [source], from, horizonDays: days, isOver: () => false },
  );
  return holes;
}

function isIn(times: readonly Time[], at: number): boolean {
  return times.some(({ start, end }) => start <= at && at < end);
}

/** What the classes that these sources make say of an instant. */
function shownBy(setup: Setup, source: Source, sources: readonly TimeSource[]) {
  const unit = unitOf({ told }, setup, source, reachOf(setup, source));
  const offsets = [1000, lateSeconds * 1000];
  const played = playedOn(source, sources);
  const classes = timeClasses({ sources, from, until, reach, unit, offsets });
  const shown = classes.map(({ at, times }) => ({ kind: played(at), times }));
  return (at: number) => shown.find(({ times }) => isIn(times, at))?.kind;
}

it.each(worlds)(
  'what is shown of %s is what happens, and without the changes of one source it is not',
  async (_, make) => {
    const { setup, source } = await staged(await make());
    const sources = sourcesOf(setup, source, reachOf(setup, source));
    const samples = samplesOf(sources);
    const played = samples.map(playedOn(source, sources));
    const holes = await holesOf(setup, source);
    expect(samples.map((at) => (isIn(holes, at) ? 'broken' : 'told'))).toEqual(played);
    expect(samples.map(shownBy(setup, source, sources))).toEqual(played);
    const isSeenWithout = (index: number) => {
      const silent = sources.map((one, other) =>
        other === index ? { ...one, changesBetween: () => [] } : one,
      );
      return isDeepStrictEqual(samples.map(shownBy(setup, source, silent)), played);
    };
    const changing = sources.flatMap((one, index) =>
      [...one.changesBetween(from, until)].length > 0 ? index : [],
    );
    // Others change, too, and make no difference to anybody: people who hand over to themselves.
    expect(changing.every(isSeenWithout)).toBe(false);
  },
);
