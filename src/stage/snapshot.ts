import { type ChannelName, channelNames, type ProviderHealth } from '../channels/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import type { ChannelReadiness } from '../notifications/index.ts';
import { coverRequestKind } from '../on-call/index.ts';
import {
  type CalendarFacts,
  calendarFactsOf,
  personCalendarKind,
  readingsOf,
} from '../person-calendars/index.ts';
import {
  kindsOf,
  listResources,
  maskSecrets,
  type Resource,
  type ResourceKind,
} from '../resources/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { emailSubscriberKind, smsSubscriberKind } from '../status-pages/index.ts';

/**
 * All that is set up in one organization at one moment, as plain data: it survives `structuredClone`, so a thread takes
 * it. Secrets are masked: no decision looks at one.
 */
export interface Snapshot {
  organizationId: string;
  takenAt: Date;
  /**
   * The stored objects by `entityType` and id, in order of creation. Contacts of people are among them: confirmed
   * numbers in `User` and `UserNotificationRules`, browsers in `PushSubscription`, chats in `ChatAccount`; who is
   * suspended is in `User`.
   */
  resources: Map<string, Map<string, StoredResource>>;
  facts: SnapshotFacts;
}

/** A stored object of any kind. */
export type StoredResource = Resource<object, object>;

/** Facts that are in no stored object. */
export interface SnapshotFacts {
  channels: Record<ChannelName, ChannelFacts>;
  /** Contents of calendars, by their ids. */
  calendars: Map<string, CalendarFacts>;
}

interface ChannelFacts {
  /** Why it can send nothing; null: it can. */
  missing: Sentence | null;
  /** The carriers or mail servers that it sends by, by their names; none where each receiver has its own. */
  carriers: string[];
}

/** Tells which channels can send, and by which providers. */
export interface ChannelSource extends ChannelReadiness {
  providers(channel: ChannelName): readonly Pick<ProviderHealth, 'name'>[];
}

/** Who reads status pages, and what people ask of each other, no setting names: there may be very many. */
const leftOut: ReadonlySet<string> = new Set(
  [emailSubscriberKind, smsSubscriberKind, coverRequestKind].map((kind) => kind.entityType),
);

/** Reads everything that decisions about incidents of an organization depend on. */
export async function loadSnapshot(
  world: World,
  organizationId: string,
  channels: ChannelSource,
): Promise<Snapshot> {
  const ctx = systemContext(world, organizationId);
  const takenAt = world.clock.now();
  const resources: Snapshot['resources'] = new Map();
  for (const kind of kindsOf(world))
    if (!leftOut.has(kind.entityType)) resources.set(kind.entityType, await allOf(ctx, kind));
  const calendars = itemsOf({ resources }, personCalendarKind);
  const readings = await readingsOf(ctx, calendars);
  return {
    organizationId,
    takenAt,
    resources,
    facts: {
      channels: channelFactsOf(channels),
      calendars: new Map(
        calendars.flatMap((one) => {
          const reading = readings.get(one.id);
          return reading ? [[one.id, calendarFactsOf(one, reading)]] : [];
        }),
      ),
    },
  };
}

async function allOf(
  ctx: Parameters<typeof listResources>[0],
  kind: ResourceKind<object>,
): Promise<Map<string, StoredResource>> {
  const { items } = await listResources(ctx, kind);
  return new Map(
    items.map((item) => [item.id, { ...item, wire: maskSecrets(item.wire, kind.shape.secrets) }]),
  );
}

function channelFactsOf(channels: ChannelSource): SnapshotFacts['channels'] {
  const facts = (channel: ChannelName): ChannelFacts => ({
    missing: channels.missing(channel),
    carriers: channels.providers(channel).map(({ name }) => name),
  });
  const all = channelNames.map((channel) => [channel, facts(channel)]);
  // as: an entry for each of the names.
  return Object.fromEntries(all) as SnapshotFacts['channels'];
}

/** The objects of a kind, in order of creation. */
export function itemsOf<Wire, Internal>(
  { resources }: Pick<Snapshot, 'resources'>,
  { entityType }: ResourceKind<Wire, Internal>,
): Resource<Wire, Internal>[] {
  // as: what is kept under the name of a kind is of that kind.
  return [...(resources.get(entityType)?.values() ?? [])] as Resource<Wire, Internal>[];
}

/** One of them; undefined where it is not there. */
export function itemOf<Wire, Internal>(
  { resources }: Pick<Snapshot, 'resources'>,
  { entityType }: ResourceKind<Wire, Internal>,
  id: string,
): Resource<Wire, Internal> | undefined {
  // as: what is kept under the name of a kind is of that kind.
  return resources.get(entityType)?.get(id) as Resource<Wire, Internal> | undefined;
}
