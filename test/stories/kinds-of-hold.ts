import type { HoldKind } from '../../src/incidents/index.ts';
import type { Probe, Town } from './town.ts';

/** An incident that is held back by one thing. */
export interface Held {
  incidentId: string;
  /** The minute of the story at which people hear of it unless somebody does something; null: never by itself. */
  endsAt: number | null;
  integrationId: string;
  payloadId: string;
  /** What it waits for: `endsAt` counts if that ends at once. */
  awaitedId?: string;
}

interface KindOfHold {
  kind: HoldKind;
  /** What the author set up. */
  name: string;
  says: Words;
  hold(town: Town, teamId: string): Promise<Held>;
}

/** By what each surface says that it is held back. */
interface Words {
  /** Member of the incident, in its own answer and in lists; null: it is no state of the incident. */
  member: 'hold' | 'muted' | 'snoozed' | 'mergedInto' | 'isShadow' | null;
  /** Of `/next`, why nobody is told, and whether it says until when. */
  next: [because: string | null, hasEnd: boolean];
  /** Of the history: a code of its sentences, or an intent; null where nothing happens to the incident itself. */
  history: string | null;
  /** A step of the trace of the payload that opened it; null: a later decision, or one about a person. */
  trace: string | null;
  /** Of the notification log, the code of a reason; null where there is no message yet. */
  log: string | null;
  /** A part of the mail that is sent at the end. */
  mail: { en: string; de: string } | null;
  /** A part of what a room of a chat reads by the end, which hears nothing before; null: nothing. */
  room: string | null;
}

const heldWords = (history: string, trace: string | null): Words => ({
  ...{ member: 'hold', next: ['Held', true], history, trace, log: null },
  mail: { en: 'The time for which it was held back is over.', de: 'für die sie zurückgehalten' },
  room: 'The time for which it was held back is over.',
});
const silencedWords: Words = {
  ...{ member: 'muted', next: ['Silenced', true], history: 'mutedBySilence', trace: 'silence' },
  ...{ log: null, mail: { en: 'Muted by the silence', de: 'Durch die Stummschaltung' } },
  room: 'The silence “Storage migration” is over.',
};

export const heldTitle = 'Till closed';
const leaderTitle = 'Database gone';

/** Every way in which people are not told of an incident for the time being; a story begins at 02:00 on a Wednesday. */
export const kindsOfHold: readonly KindOfHold[] = [
  {
    kind: 'Threshold',
    name: 'a threshold',
    says: heldWords('heldForPayloads', 'hold'),
    hold: (town, teamId) =>
      opened(town, teamId, 10, {
        holdSettings: { threshold: { payloads: 3, withinMinutes: 10, below: 'alert' } },
      }),
  },
  {
    kind: 'Pause',
    name: 'a pause',
    says: heldWords('heldForPause', 'hold'),
    hold: (town, teamId) => opened(town, teamId, 10, { holdSettings: { pauseMinutes: 10 } }),
  },
  {
    kind: 'Dependency',
    name: 'a service that depends on another',
    says: heldWords('heldForService', null),
    async hold(town, teamId) {
      const [below, above] = [await town.probe(teamId), await town.probe(teamId)];
      const dependsOn = [await service(town, 'Database', below.id)];
      await service(town, 'Shop', above.id, { dependsOn, graceMinutes: 5 });
      return behindLeader(below, above);
    },
  },
  {
    kind: 'Suppression',
    name: 'a suppression rule',
    says: heldWords('heldForRule', null),
    async hold(town, teamId) {
      await town.api.make('/suppression-rule', {
        ...{ displayName: 'The database explains it', teamId, graceMinutes: 5 },
        source: { severities: ['Critical'] },
        target: { severities: ['Warning'] },
      });
      const probe = await town.probe(teamId);
      return behindLeader(probe, probe);
    },
  },
  {
    kind: 'Silenced',
    name: 'a silence',
    says: silencedWords,
    hold: (town, teamId) => silenced(town, teamId, {}),
  },
  {
    kind: 'Silenced',
    name: 'a silence that comes again',
    says: silencedWords,
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
    says: {
      ...{ member: 'muted', next: ['Muted', false], history: 'mutedForGood', trace: 'mute' },
      ...{ log: null, mail: null, room: null },
    },
    async hold(town, teamId) {
      const probe = await town.probe(teamId);
      await town.api.make('/inbound-integration-maintenance-windows', {
        ...{ integrationId: probe.id, type: 'muted' },
        ...{ start: inMinutes(town, -1), end: inMinutes(town, 10) },
      });
      return fired(probe, null);
    },
  },
  {
    kind: 'Snoozed',
    name: 'a rule that snoozes',
    says: {
      ...{ member: 'snoozed', next: ['Snoozed', true], history: 'Snoozed', trace: null, log: null },
      mail: { en: 'Snooze ended', de: 'Nicht mehr zurückgestellt' },
      room: 'Snooze ended',
    },
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
    says: {
      ...{ member: 'mergedInto', next: ['Merged', false], history: 'mergedIntoOther' },
      ...{ trace: null, log: null, mail: null, room: 'Merged into “Database gone”' },
    },
    async hold(town, teamId) {
      const probe = await town.probe(teamId);
      const { incidentId: intoId } = await probe.open(leaderTitle);
      const merged = heldAs(probe, await probe.send(heldTitle, 'Open', 'Warning'), null);
      const path = `/incident/${merged.incidentId}/merge`;
      const { status, text } = await town.api.post(path, { intoId });
      if (status !== 200) throw new Error(text);
      return merged;
    },
  },
  {
    kind: 'Shadow',
    name: 'a shadow run',
    says: {
      ...{ member: 'isShadow', next: ['Shadow', false], history: 'openedInShadow' },
      ...{ trace: null, log: 'inShadow', room: null },
      mail: { en: 'Opened in a shadow run', de: 'Im Schattenbetrieb' },
    },
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
    says: {
      ...{ member: null, next: [null, true], history: null, trace: null, log: null },
      mail: { en: 'Support hours began.', de: 'Servicezeiten' },
      room: 'Support hours began.',
    },
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
    says: {
      ...{ member: null, next: ['QuietHours', true], history: null, trace: null },
      log: 'quietUntil',
      mail: { en: 'the end of your quiet hours', de: 'das Ende Ihrer Ruhezeit' },
      room: 'Opened',
    },
    async hold(town, teamId) {
      const quietHours = { hours: [{ from: '22:00', until: '02:10' }], alsoCritical: false };
      await notifies(town, { rules: [], quietHours });
      return opened(town, teamId, 10, {});
    },
  },
];

function inMinutes(town: Town, minutes: number): string {
  return new Date(town.server.clock.now().getTime() + minutes * 60_000).toISOString();
}

function heldAs(
  { id }: Probe,
  { incidentId, payloadId }: Awaited<ReturnType<Probe['send']>>,
  endsAt: number | null,
): Held {
  return { incidentId: String(incidentId), payloadId, integrationId: id, endsAt };
}

async function fired(probe: Probe, endsAt: number | null): Promise<Held> {
  return heldAs(probe, await probe.open(heldTitle, 'Warning'), endsAt);
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
  return fired(await town.probe(teamId, more), endsAt);
}

async function service(town: Town, displayName: string, integrationId: string, more: object = {}) {
  return town.api.make('/service', {
    ...{ displayName: `${displayName} ${integrationId}`, publicTitle: displayName },
    integrations: [{ integrationId, severities: null }],
    ...more,
  });
}

/** Held because of another incident, and for five minutes more. */
async function behindLeader(leader: Probe, probe: Probe): Promise<Held> {
  const { incidentId } = await leader.open(leaderTitle);
  return { ...(await fired(probe, 5)), awaitedId: String(incidentId) };
}

async function silenced(town: Town, teamId: string, more: object): Promise<Held> {
  const probe = await town.probe(teamId);
  await town.api.make('/silence', {
    ...{ displayName: 'Storage migration', teamId, integrationIds: [probe.id] },
    ...{ start: inMinutes(town, -1), end: inMinutes(town, 10), ...more },
  });
  return fired(probe, 10);
}
