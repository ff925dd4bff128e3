import { type ChannelName, channelNames, chatKinds, chats } from '../channels/index.ts';
import {
  chatAccountKind,
  confirmedAtOf,
  notificationRulesKind,
  pushSubscriptionKind,
} from '../contacts/index.ts';
import type { components } from '../contract/index.ts';
import { isPhoneNumberConfirmed, isSuspended, userKind } from '../identity/index.ts';
import {
  type CalendarFacts,
  type PersonCalendarWire,
  personCalendarKind,
} from '../person-calendars/index.ts';
import { say } from '../sentences/index.ts';
import { Placeholders } from './placeholders.ts';
import { itemsOf, type Snapshot, type SnapshotFacts, type StoredResource } from './snapshot.ts';

/** A snapshot without addresses, numbers and secrets, as JSON. */
export type Facts = components['schemas']['ProofFacts'];
export type PersonFacts = Facts['people'][number];

/** Said by `people`, or of no account to who is told. */
const leftOut: ReadonlySet<string> = new Set([
  pushSubscriptionKind.entityType,
  chatAccountKind.entityType,
  ...['ApiKey', 'GroupMapping', 'Group', 'OidcConnection', 'PublicUpdateTemplate'],
  ...['InboundIntegrationMapping', 'OnCallCalendar', 'ServiceMaintenance', 'StatusPage'],
]);

/** The members of the server's own data about an object that affect who is told. */
const stateOf: Readonly<Record<string, readonly string[]>> = {
  TeamEscalations: ['anchors'],
  ShadowRun: ['endedAt'],
};

/** Pure. */
export function factsOf(snapshot: Snapshot): Facts {
  const { takenAt, facts, resources } = snapshot;
  const placeholders = new Placeholders();
  const objects = [...resources].flatMap(([entityType, items]) =>
    leftOut.has(entityType)
      ? []
      : [...items.values()].map(({ id, teamId, createdAt, wire, internal }) => ({
          entityType,
          id,
          teamId,
          createdAt: createdAt.toISOString(),
          wire: placeholders.within(entityType, wire),
          state: picked(internal, stateOf[entityType] ?? []),
        })),
  );
  return {
    takenAt: takenAt.toISOString(),
    channels: channelNames.map((channel) => {
      const { missing, carriers } = facts.channels[channel];
      return { channel, isReady: missing === null, carriers };
    }),
    people: peopleIn(snapshot),
    calendars: [...facts.calendars].map(([calendarId, { of, readAt, failingSince, ...read }]) => ({
      calendarId,
      readAt: of && readAt ? readAt.toISOString() : null,
      failingSince: failingSince?.toISOString() ?? null,
      days: read.days.map(({ from, until }) => ({ from, until })),
      times: read.times.map(({ start, end }) => ({
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      })),
    })),
    objects,
  };
}

function peopleIn(snapshot: Snapshot): PersonFacts[] {
  const rules = new Map(itemsOf(snapshot, notificationRulesKind).map((one) => [one.id, one]));
  const devices = Map.groupBy(itemsOf(snapshot, pushSubscriptionKind), ({ wire }) =>
    wire.userId.toLowerCase(),
  );
  const accounts = Map.groupBy(itemsOf(snapshot, chatAccountKind), ({ wire }) =>
    wire.userId.toLowerCase(),
  );
  return itemsOf(snapshot, userKind).map((user) => {
    const own = rules.get(user.id);
    const contacts = own?.wire.contacts ?? [];
    return {
      id: user.id,
      isSuspended: isSuspended(user),
      number: numberOf(user),
      confirmedContactIds: contacts.flatMap((contact) =>
        own && contact.id && confirmedAtOf(own, contact) ? contact.id : [],
      ),
      deviceIds: (devices.get(user.id) ?? []).map(({ id }) => id),
      chats: (accounts.get(user.id) ?? []).flatMap(({ id, internal: { chat } }) =>
        chat === null ? [] : { id, channel: chats[chat].channel },
      ),
    };
  });
}

function numberOf(user: Parameters<typeof isPhoneNumberConfirmed>[0]): PersonFacts['number'] {
  if (user.wire.phoneNumber === null) return 'None';
  return isPhoneNumberConfirmed(user) ? 'Confirmed' : 'Unconfirmed';
}

function picked(value: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

/**
 * The snapshot that facts describe. Everything that they leave out of an object is as if it had just been made. Pure.
 */
export function snapshotOfFacts(
  { channels, calendars, objects }: Facts,
  { organizationId, takenAt }: Pick<Snapshot, 'organizationId' | 'takenAt'>,
): Snapshot {
  const resources: Snapshot['resources'] = new Map();
  for (const { entityType, id, teamId, createdAt, wire, state } of objects) {
    const items = resources.get(entityType) ?? new Map();
    resources.set(entityType, items);
    const at = new Date(createdAt);
    items.set(id.toLowerCase(), {
      ...{ id: id.toLowerCase(), organizationId, wire, createdAt: at, updatedAt: at },
      teamId: teamId?.toLowerCase() ?? null,
      internal: { ...newOf[entityType], ...state },
      ...{ provisioned: true, source: 'System', version: 1 },
    });
  }
  const ready = new Map(channels.map((one) => [one.channel, one]));
  return {
    organizationId,
    takenAt,
    resources,
    facts: {
      channels: channelsFrom((channel) => {
        const known = ready.get(channel);
        const missing = known?.isReady ? null : say('channelNotInFacts');
        return { missing, carriers: known?.carriers ?? [] };
      }),
      calendars: new Map(
        calendars.map((one) => {
          const id = one.calendarId.toLowerCase();
          return [id, calendarIn(one, resources.get(personCalendarKind.entityType)?.get(id))];
        }),
      ),
    },
  };
}

function calendarIn(
  { readAt, failingSince, days, times }: Facts['calendars'][number],
  calendar: StoredResource | undefined,
): CalendarFacts {
  return {
    // as: what is kept under the name of a kind is of that kind.
    of: readAt === null ? null : ((calendar?.wire as PersonCalendarWire | undefined) ?? null),
    readAt: readAt === null ? null : new Date(readAt),
    failingSince: failingSince === null ? null : new Date(failingSince),
    days: days.map(({ from, until }) => ({ from, until })),
    times: times.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
  };
}

/** Default values for the data that the server keeps of objects of these types. */
const newOf: Readonly<Record<string, object>> = {
  InboundIntegration: { ingestToken: { sealed: '', hash: '' }, formerIngestToken: null },
  User: { scimExternalId: null, phoneNumberConfirmed: null },
  OutboundIntegration: { pausedReason: null },
};

/** Nothing is set up, and every channel can send. */
export function emptySnapshot(place: Pick<Snapshot, 'organizationId' | 'takenAt'>): Snapshot {
  return {
    ...place,
    resources: new Map(),
    facts: {
      channels: channelsFrom(() => ({ missing: null, carriers: [] })),
      calendars: new Map(),
    },
  };
}

function channelsFrom(
  of: (channel: ChannelName) => SnapshotFacts['channels'][ChannelName],
): SnapshotFacts['channels'] {
  // as: an entry for each of the names.
  return Object.fromEntries(
    channelNames.map((channel) => [channel, of(channel)]),
  ) as SnapshotFacts['channels'];
}

/** The kind of chat whose messages go by this channel; undefined for other channels. */
export function chatOfChannel(channel: ChannelName) {
  return chatKinds.find((kind) => chats[kind].channel === channel);
}
