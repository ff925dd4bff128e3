import type { HoldKind } from '../../src/incidents/index.ts';
import type { Town } from './town.ts';

/** An incident that is held back by one thing. */
export interface Held {
  incidentId: string;
  /** The minute of the story at which people hear of it unless somebody does something; null: never by itself. */
  endsAt: number | null;
  /** What it waits for: `endsAt` counts if that ends at once. */
  awaitedId?: string;
}

interface KindOfHold {
  kind: HoldKind;
  /** What the author set up. */
  name: string;
  hold(town: Town, teamId: string): Promise<Held>;
}

export const heldTitle = 'Till closed';
const leaderTitle = 'Database gone';

/** Every way in which people are not told of an incident for the time being; a story begins at 02:00 on a Wednesday. */
export const kindsOfHold: readonly KindOfHold[] = [
  {
    kind: 'Threshold',
    name: 'a threshold',
    hold: (town, teamId) =>
      opened(town, teamId, 10, {
        holdSettings: { threshold: { payloads: 3, withinMinutes: 10, below: 'alert' } },
      }),
  },
  {
    kind: 'Pause',
    name: 'a pause',
    hold: (town, teamId) => opened(town, teamId, 10, { holdSettings: { pauseMinutes: 10 } }),
  },
  {
    kind: 'Dependency',
    name: 'a service that depends on another',
    async hold(town, teamId) {
      const [below, above] = [await town.probe(teamId), await town.probe(teamId)];
      const dependsOn = [await service(town, 'Database', below.id)];
      await service(town, 'Shop', above.id, { dependsOn, graceMinutes: 5 });
      return behindLeader(below.open, above.open);
    },
  },
  {
    kind: 'Suppression',
    name: 'a suppression rule',
    async hold(town, teamId) {
      await town.api.make('/suppression-rule', {
        ...{ displayName: 'The database explains it', teamId, graceMinutes: 5 },
        source: { severities: ['Critical'] },
        target: { severities: ['Warning'] },
      });
      const probe = await town.probe(teamId);
      return behindLeader(probe.open, probe.open);
    },
  },
  { kind: 'Silenced', name: 'a silence', hold: (town, teamId) => silenced(town, teamId, {}) },
  {
    kind: 'Silenced',
    name: 'a silence that comes again',
    hold: (town, teamId) =>
      silenced(town, teamId, {
        end: inMinutes(town, 30 * 24 * 60),
        recurrences: [
          {
            rule: 'FREQ=DAILY',
            startsAt: inMinutes(town, 0).slice(0, 16),
            minutes: 10,
            timeZoneId: 'UTC',
          },
        ],
      }),
  },
  {
    kind: 'Muted',
    name: 'a maintenance window that mutes',
    async hold(town, teamId) {
      const probe = await town.probe(teamId);
      await town.api.make('/inbound-integration-maintenance-windows', {
        ...{ integrationId: probe.id, type: 'muted' },
        ...{ start: inMinutes(town, -1), end: inMinutes(town, 10) },
      });
      return { incidentId: await idOf(probe.open(heldTitle, 'Warning')), endsAt: null };
    },
  },
  {
    kind: 'Snoozed',
    name: 'a rule that snoozes',
    async hold(town, teamId) {
      await town.api.make('/routing', {
        ...{ displayName: 'Sleep', teamId },
        rules: [
          {
            conditions: {},
            actions: { addInteraction: 'Snoozed', snoozeForRelativeInMinutes: 10 },
          },
        ],
      });
      return opened(town, teamId, 10, {});
    },
  },
  {
    kind: 'Merged',
    name: 'a merge',
    async hold(town, teamId) {
      const probe = await town.probe(teamId);
      const intoId = await idOf(probe.open(leaderTitle, 'Critical'));
      const { incidentId } = await probe.send(heldTitle, 'Open', 'Warning');
      const { status, text } = await town.api.post(`/incident/${incidentId}/merge`, { intoId });
      if (status !== 200) throw new Error(text);
      return { incidentId: String(incidentId), endsAt: null };
    },
  },
  {
    kind: 'Shadow',
    name: 'a shadow run',
    async hold(town, teamId) {
      await town.api.make('/shadow-run', {
        ...{ displayName: 'Leaving', product: 'PagerDuty', apiKey: 'a-key-that-reads' },
        ...{ teamIds: [teamId], state: 'Shadow', until: inMinutes(town, 10), adoptsOpen: true },
      });
      return opened(town, teamId, 10, {});
    },
  },
  {
    kind: 'SupportHours',
    name: 'support hours',
    async hold(town, teamId) {
      await notifies(town, {
        rules: [{ severities: ['Warning'], urgencies: ['Low'], steps: [] }],
        quietHours: null,
      });
      const supportHoursId = await town.api.make('/support-hours', {
        ...{ displayName: `Office ${teamId}`, teamId, timeZoneId: 'UTC' },
        hours: [{ selectedDays: null, from: '02:10', until: '18:00' }],
      });
      const type = 'supportHours';
      return opened(town, teamId, 10, {
        urgencySettings: { type, supportHoursId, raisesAtStart: true },
      });
    },
  },
  {
    kind: 'QuietHours',
    name: 'quiet hours of a person',
    async hold(town, teamId) {
      const quietHours = { hours: [{ from: '22:00', until: '02:10' }], alsoCritical: false };
      await notifies(town, { rules: [], quietHours });
      return opened(town, teamId, 10, {});
    },
  },
];

type Open = (title: string, severity?: string) => Promise<{ incidentId: string | null }>;

function inMinutes(town: Town, minutes: number): string {
  return new Date(town.server.clock.now().getTime() + minutes * 60_000).toISOString();
}

async function idOf(answer: ReturnType<Open>): Promise<string> {
  return String((await answer).incidentId);
}

/** Rules of Ada, who is told by mail otherwise. */
async function notifies(town: Town, rules: object): Promise<void> {
  const { status, text } = await town.api.put(`/user/${town.idOf('Ada')}/notification-rules`, {
    ...rules,
    otherwise: [{ channel: 'Email', afterMinutes: 0 }],
  });
  if (status !== 200) throw new Error(text);
}

/** A payload opens it by an integration with these settings. */
async function opened(town: Town, teamId: string, endsAt: number, more: object): Promise<Held> {
  const probe = await town.probe(teamId, more);
  return { incidentId: await idOf(probe.open(heldTitle, 'Warning')), endsAt };
}

async function service(town: Town, displayName: string, integrationId: string, more: object = {}) {
  return town.api.make('/service', {
    ...{ displayName: `${displayName} ${integrationId}`, publicTitle: displayName },
    integrations: [{ integrationId, severities: null }],
    ...more,
  });
}

/** Held because of another incident, and for five minutes more. */
async function behindLeader(openLeader: Open, open: Open): Promise<Held> {
  const awaitedId = await idOf(openLeader(leaderTitle, 'Critical'));
  return { incidentId: await idOf(open(heldTitle, 'Warning')), endsAt: 5, awaitedId };
}

async function silenced(town: Town, teamId: string, more: object): Promise<Held> {
  const probe = await town.probe(teamId);
  await town.api.make('/silence', {
    ...{ displayName: 'Storage migration', teamId, integrationIds: [probe.id] },
    ...{ start: inMinutes(town, -1), end: inMinutes(town, 10), ...more },
  });
  return { incidentId: await idOf(probe.open(heldTitle, 'Warning')), endsAt: 10 };
}
