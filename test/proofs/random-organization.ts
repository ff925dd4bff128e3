import fc from 'fast-check';
import { userKind } from '../../src/identity/index.ts';
import { integrationKind, maintenanceWindowKind } from '../../src/integrations/index.ts';
import { escalationsKind } from '../../src/on-call/index.ts';
import { routingKind } from '../../src/routing/index.ts';
import { silenceKind } from '../../src/silences/index.ts';
import { teamKind, teamMembershipKind } from '../../src/teams/index.ts';
import { type Add, idOf, settings, snapshotOf } from './plain-snapshot.ts';

/** When what `snapshotOf` makes was read. */
const takenAt = Date.parse('2026-03-02T10:00:00Z');
const hour = 3_600_000;

const quarter = fc.integer({ min: 36, max: 76 }).map((count) => {
  const [hours, minutes] = [Math.floor(count / 4), (count % 4) * 15];
  return `${hours}`.padStart(2, '0').concat(':', `${minutes}`.padStart(2, '0'));
});
const instant = fc
  .integer({ min: 0, max: 24 * 60 })
  .map((minutes) => new Date(takenAt + minutes * 60_000).toISOString());
const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { freq: 2 });

const condition = fc.record({
  name: fc.constantFrom('Service', 'Host', 'Title'),
  operator: fc.constantFrom('=' as const, '!=' as const, 'contains' as const),
  value: fc.constantFrom('db', 'web', 'b'),
});

const ruleOf = (teams: number) =>
  fc.record({
    conditions: fc.record({
      attributes: fc.array(condition, { maxLength: 2 }),
      attributesMatchType: fc.constantFrom('any', 'all'),
      schedule: fc.option(fc.record({ after: quarter, before: quarter }), { freq: 3 }),
      severities: fc.constantFrom(null, ['Critical'], ['Minor', 'Warning']),
    }),
    actions: fc.oneof(
      fc.record({ changeSeverity: fc.constantFrom('Minor', 'Critical') }),
      fc.record({
        assignToTeams: fc.integer({ min: 0, max: teams - 1 }).map((team) => [idOf('team', team)]),
        addInteraction: fc.constant('Assigned'),
      }),
      fc.constant({ discard: true }),
      fc.constant({ ruleFlowControl: 'Skip' }),
      fc.record({
        changeSeverity: fc.constant('Minor'),
        delayActionsInMinutes: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({
        addInteraction: fc.constant('Snoozed'),
        snoozeInRelativeMinutes: fc.integer({ min: 1, max: 9 }),
      }),
    ),
    channels: fc.constantFrom(null, null, { notificationChannels: ['Email'] }),
  });

const tier = fc.record({
  after: fc.integer({ min: 1, max: 5 }),
  hours: maybe(fc.record({ start: quarter, end: quarter })),
  filter: fc.option(fc.record({ from: quarter, until: quarter }), { freq: 3 }),
  first: fc.nat({ max: 1 }),
});

const teamsMax = 2;

/** Up to two teams of two people with tiers, rules, silences and windows. */
export const organizations = fc
  .record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
    teams: fc.array(fc.array(tier, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: teamsMax,
    }),
    rules: fc.array(ruleOf(teamsMax), { maxLength: 3 }),
    silence: maybe(fc.tuple(instant, fc.integer({ min: 1, max: 8 }))),
    window: maybe(fc.tuple(instant, fc.constantFrom('muted', 'maintenance'))),
    callsAfter: fc.nat({ max: 3 }),
  })
  .map((given) => snapshotOf((add) => addAll(add, given)));

type Given = Parameters<typeof addAll>[1];

function addAll(
  add: Add,
  given: {
    zone: string;
    teams: {
      after: number;
      hours: { start: string; end: string } | null;
      filter: { from: string; until: string } | null;
      first: number;
    }[][];
    rules: object[];
    silence: [string, number] | null;
    window: [string, string] | null;
    callsAfter: number;
  },
): void {
  const { zone, teams, rules, silence, window } = given;
  for (const [team, tiers] of teams.entries()) addTeam(add, given, team, tiers);
  const teamId = idOf('team', 0);
  const integrationId = idOf('integration', 0);
  if (rules.length > 0)
    add(
      routingKind,
      idOf('routing', 0),
      {
        displayName: `Rules in ${zone}`,
        teamId,
        rules: rules.map((rule, index) => ({ ...rule, id: idOf('rule', index) })),
      },
      { teamId },
    );
  if (silence) {
    const [start, hours] = silence;
    const end = new Date(Date.parse(start) + hours * hour).toISOString();
    add(silenceKind, idOf('silence', 0), { displayName: 'Quiet', teamId, start, end }, { teamId });
  }
  if (window) {
    const [start, type] = window;
    const end = new Date(Date.parse(start) + 2 * hour).toISOString();
    const given = { integrationId, type, start, end };
    add(maintenanceWindowKind, idOf('window', 0), given, { teamId });
  }
}

function addTeam(
  add: Add,
  { zone, callsAfter }: Given,
  team: number,
  tiers: Given['teams'][number],
): void {
  const teamId = idOf('team', team);
  const displayName = `Team ${team}`;
  add(teamKind, teamId, { displayName, timeZoneId: zone }, { teamId });
  for (const person of [2 * team, 2 * team + 1]) {
    const userId = idOf('user', person);
    add(userKind, userId, {
      email: `person-${person}@example.com`,
      phoneNumber: `+49151${10_000_000 + person}`,
      displayName: `Person ${person}`,
      incidentNotificationSettings: { ...settings, delayInMinVoice: callsAfter },
    });
    const membership = { teamId, userId, role: 'Member' };
    add(teamMembershipKind, idOf('membership', person), membership, { teamId });
  }
  const escalationTiers = tiers.map(({ after, hours, filter, first }) => ({
    schedules: [
      {
        scheduleSettings: hours,
        rotationSettings: { repeats: 'daily', startsOnTime: '09:00' },
        rotations: [first, 1 - first].map((place) => ({
          members: [{ teamMembershipId: idOf('membership', 2 * team + place) }],
        })),
        roundRobinSettings: null,
      },
    ],
    autoEscalationEnabled: true,
    autoEscalationAfterMinutes: after,
    ...(filter ? { autoEscalationTimeFilters: [filter] } : {}),
  }));
  const anchors = tiers.map(() => ['2026-01-05']);
  add(
    escalationsKind,
    teamId,
    { teamId, escalationTiers, tierSettings: null },
    { teamId, internal: { anchors } },
  );
  const integration = { displayName: `Integration ${team}`, teamId, type: 'Webhook' };
  add(integrationKind, idOf('integration', team), integration, { teamId });
}

/** Alerts as such an organization might get them. */
export const alerts = fc.record({
  severity: fc.constantFrom('Critical' as const, 'Warning' as const, 'Minor' as const),
  title: fc.constantFrom('db', 'webb', 'Any', 'b'),
  attributes: fc
    .dictionary(fc.constantFrom('Service', 'Host'), fc.constantFrom('db', 'web', 'x', 'abc'))
    .map((texts) =>
      Object.entries(texts).map(([name, value]) => ({
        name,
        value,
        isHiddenFromPreview: false,
        isImage: false,
      })),
    ),
});

/** Minutes and seconds within the first day. */
export const instants = fc
  .tuple(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.constantFrom(0, 7, 31))
  .map(([minutes, seconds]) => takenAt + minutes * 60_000 + seconds * 1000);
