import type { World } from '../kernel/index.ts';
import { type Contact, contactKey } from './contact.ts';
import { deliveriesOf, ranks } from './delivery.ts';
import { isToolLane, type Lane, traitsOf } from './lanes.ts';

/** Messages in which is looked for contacts. */
const contactsPage = 300;

/** Contacts with due messages in a lane, the severest and oldest first. `busy`: keys of contacts that need not be among them. */
export async function dueContacts(
  world: World,
  lane: Lane,
  busy: readonly string[],
): Promise<Contact[]> {
  const isToTools = isToolLane(lane);
  const { isPerDevice: isToDevices, contactsAtOnce } = traitsOf(lane);
  // Only the keys of people are what their messages have.
  const left = isToTools || isToDevices ? [] : busy;
  const queue = {
    lane,
    nextAt: { $lte: world.clock.now() },
    ...(left.length === 0 ? {} : { ownerId: { $nin: [...left] } }),
  };
  const page = (rank: number | { $in: number[] }) =>
    deliveriesOf(world)
      .find({ ...queue, rank })
      .sort({ rank: 1, nextAt: 1 })
      .limit(contactsPage)
      .project<Contact>({
        _id: 0,
        ownerId: 1,
        ...(isToTools ? { incidentId: 1 } : {}),
        ...(isToDevices ? { deviceId: 1 } : {}),
      })
      .toArray();
  const due = new Map<string, Contact>();
  const note = (found: Contact[]) => {
    for (const contact of found) {
      const { deviceId = null } = contact;
      due.set(contactKey(contact), isToDevices ? { ...contact, deviceId } : contact);
    }
  };
  const first = await page({ $in: ranks });
  note(first);
  // A full page may be of very few contacts: then each rank has a page of its own.
  if (first.length === contactsPage)
    for (const rank of ranks) {
      if (due.size >= contactsAtOnce * 2) break;
      note(await page(rank));
    }
  return [...due.values()];
}
