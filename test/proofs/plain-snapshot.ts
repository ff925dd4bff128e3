import { channelNames } from '../../src/channels/index.ts';
import { userKind } from '../../src/identity/index.ts';
import { integrationKind } from '../../src/integrations/index.ts';
import { escalationsKind } from '../../src/on-call/index.ts';
import type { ResourceKind } from '../../src/resources/index.ts';
import { toWire } from '../../src/resources/wire-shape.ts';
import { routingKind } from '../../src/routing/index.ts';
import type { Snapshot, StoredResource } from '../../src/stage/index.ts';
import { teamKind, teamMembershipKind } from '../../src/teams/index.ts';

export interface Population {
  teams: number;
  /** Rules of the routing of each team. */
  rules: number;
  /** How many schedules each of the two tiers has. */
  schedules?: number;
  /** How many teams share a routing. */
  teamsOfRouting?: number;
}

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'Asia/Tokyo'],
  ...['Europe/London', 'America/Los_Angeles', 'America/Sao_Paulo', 'Africa/Cairo'],
  ...['Asia/Dubai', 'Pacific/Auckland'],
];
const organizationId = idOf('organization', 0);
const createdAt = new Date('2026-01-05T00:00:00Z');

/** The settings of somebody who is called and gets mails of everything. */
export const settings = {
  ...{
    shouldSendEmail: true,
    delayInMinEmail: 0,
    severitiesEmail: ['Critical', 'Warning', 'Minor'],
  },
  ...{ shouldCallVoice: true, delayInMinVoice: 1, severitiesVoice: ['Critical'] },
  ...{ shouldSendSMS: false, delayInMinSMS: 0, severitiesSMS: [] },
  ...{ shouldSendPush: false, delayInMinPush: 0, severitiesPush: [] },
};

/** Adds an object of a kind as it would be stored. */
export type Add = <Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  id: string,
  given: object,
  more?: { teamId?: string | null; internal?: object },
) => void;

/** An organization of what is added, as if it had been read. */
export function snapshotOf(build: (add: Add) => void): Snapshot {
  const resources: Snapshot['resources'] = new Map();
  build((kind, id, given, { teamId = null, internal = {} } = {}) => {
    const all = resources.get(kind.entityType) ?? new Map<string, StoredResource>();
    resources.set(kind.entityType, all);
    const wire = toWire(kind.shape, { ...given });
    const same = { organizationId, provisioned: false, source: 'System', version: 1 } as const;
    all.set(id, { ...same, id, teamId, wire, internal, createdAt, updatedAt: createdAt });
  });
  const facts = channelNames.map((name) => [name, { missing: null, carriers: [] }]);
  return {
    organizationId,
    takenAt: new Date('2026-03-02T10:00:00Z'),
    resources,
    // as: an entry for each of the names.
    facts: {
      channels: Object.fromEntries(facts) as Snapshot['facts']['channels'],
      calendars: new Map(),
    },
  };
}

/** Teams whose four people take turns by the week. */
export function plainSnapshot(population: Population): Snapshot {
  return snapshotOf((add) => addTeams(add, population));
}

function addTeams(add: Add, { teams, rules, schedules = 1, teamsOfRouting = 1 }: Population): void {
  for (let team = 0; team < teams; team += 1) {
    const teamId = idOf('team', team);
    add(
      teamKind,
      teamId,
      { displayName: `Team ${team}`, timeZoneId: zones[team % zones.length] },
      { teamId },
    );
    const members = [0, 1, 2, 3].map((person) => {
      const userId = idOf('user', 4 * team + person);
      const email = `person-${team}-${person}@example.com`;
      add(userKind, userId, {
        email,
        phoneNumber: `+49151${10_000_000 + 4 * team + person}`,
        displayName: email,
        incidentNotificationSettings: settings,
      });
      const id = idOf('membership', 4 * team + person);
      add(teamMembershipKind, id, { teamId, userId, role: 'Member' }, { teamId });
      return { teamMembershipId: id };
    });
    const schedule = {
      scheduleSettings: null,
      rotationSettings: { repeats: 'weekly', startsOnDayOfWeek: 'mon', startsOnTime: '09:00' },
      rotations: members.map((one) => ({ members: [one] })),
      roundRobinSettings: null,
    };
    const tier = {
      schedules: Array.from({ length: schedules }, () => schedule),
      autoEscalationEnabled: true,
      autoEscalationAfterMinutes: 5,
    };
    const anchors = [1, 2].map(() => Array.from({ length: schedules }, () => '2026-01-05'));
    add(
      escalationsKind,
      teamId,
      { teamId, escalationTiers: [tier, tier], tierSettings: null },
      { teamId, internal: { anchors } },
    );
    add(
      integrationKind,
      idOf('integration', team),
      { displayName: `Integration ${team}`, teamId, type: 'Webhook' },
      { teamId },
    );
    if (rules > 0 && team % teamsOfRouting === 0)
      add(
        routingKind,
        idOf('routing', team),
        {
          displayName: `Routing ${team}`,
          teamId,
          teamConnectionSettings: {
            teamConnectionMode: 'SelectedTeams',
            teamIds: Array.from({ length: teamsOfRouting }, (_, next) => idOf('team', team + next)),
          },
          rules: Array.from({ length: rules }, (_, rule) => ({
            id: idOf('rule', rule),
            conditions: {
              attributes: [{ name: 'Service', operator: '=', value: `service-${rule}` }],
            },
            actions: { setAttributes: [], changeSeverity: 'Critical' },
          })),
        },
        { teamId },
      );
  }
}

export function idOf(noun: string, number: number): string {
  const first = Buffer.from(noun.padEnd(4, '-')).toString('hex').slice(0, 8);
  return `${first}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
