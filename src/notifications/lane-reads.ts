import { type IncidentDocument, incidentsById } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { Together } from '../pace/index.ts';
import { type Contact, contactKey } from './contact.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';
import { isToolLane, type Lane } from './lanes.ts';

/** The most messages of a turn. A bundle names these, and only counts the rest. */
export const messagesMax = 200;
/** Tools that are looked for at once: an incident may have some megabytes. */
const togetherMax = 16;

/** The queries of turns. */
export interface LaneReads {
  /** Messages of a contact, the severest and oldest first. `isWaiting`: also those whose time has not come. */
  queued(contact: Contact, isWaiting: boolean): Promise<DeliveryDocument[]>;
  incidents(ids: readonly string[]): Promise<Map<string, IncidentDocument>>;
}

/** Messages to tools are many, each about an incident of its own: several turns share a look. */
export function readsOf(world: World, lane: Lane): LaneReads {
  const one: LaneReads = {
    queued: (contact, isWaiting) => queuedOf(world, { ...contact, lane }, isWaiting),
    incidents: (ids) => incidentsById(world, ids),
  };
  if (!isToolLane(lane)) return one;

  const queued = new Together<Contact, DeliveryDocument[]>(togetherMax, async (contacts) => {
    const incidentId = { $in: contacts.map((contact) => contact.incidentId ?? null) };
    const found = await queuedOf(world, { lane, incidentId }, true);
    if (found.length === messagesMax)
      return Promise.all(contacts.map((contact) => one.queued(contact, true)));
    const byContact = Map.groupBy(found, contactKey);
    return contacts.map((contact) => byContact.get(contactKey(contact)) ?? []);
  });
  const incidents = new Together<readonly string[], Map<string, IncidentDocument>>(
    togetherMax,
    async (lists) => {
      const found = await one.incidents(lists.flat());
      return lists.map(() => found);
    },
  );
  return {
    queued: (contact, isWaiting) =>
      contact.incidentId && isWaiting ? queued.do(contact) : one.queued(contact, isWaiting),
    incidents: (ids) => (ids.length === 0 ? one.incidents(ids) : incidents.do(ids)),
  };
}

function queuedOf(world: World, whose: object, isWaiting: boolean): Promise<DeliveryDocument[]> {
  const nextAt = isWaiting ? { $gt: new Date(0) } : { $lte: world.clock.now() };
  return deliveriesOf(world)
    .find({ ...whose, nextAt })
    .sort({ rank: 1, nextAt: 1, incidentId: 1 })
    .limit(messagesMax)
    .toArray();
}
