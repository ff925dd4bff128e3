import type { World } from '../kernel/index.ts';
import { inTurns, type Sparingly, type Waiting } from '../pace/index.ts';
import { type Contact, contactKey } from './contact.ts';
import { deliveriesOf, ranks } from './delivery.ts';
import { isToolLane, type Lane, traitsOf } from './lanes.ts';

/** A contact with due messages; `rank` is that of the severest, `nextAt` when the first was due. */
export interface DueContact extends Waiting {
  contact: Contact;
  nextAt: Date;
}

/** Whom messages to tools of an organization go to, by the ids of the tools. */
export type TargetsOf = (
  organizationId: string,
  ownerIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

export interface DueSearch {
  /** Keys of contacts that need not be among those that are found. */
  busy: readonly string[];
  /** Organizations that get no further place now: no look past the first page is for them. */
  full: readonly string[];
  targetsOf: TargetsOf | undefined;
  /** For looks past all that is due of those who fill a page. */
  others: Sparingly;
}

/** Messages in which is looked for contacts. */
const contactsPage = 300;
/** Further pages, each without the tools, or the organizations, of those before it. */
const pagesMax = 20;

type Found = Contact & Pick<Waiting, 'organizationId' | 'rank'> & { nextAt: Date };

/** Whom a message goes to; its target is still to be looked up. */
export function toDueContact(lane: Lane, found: Found): DueContact {
  const { ownerId, incidentId = null, deviceId = null, organizationId, rank, nextAt } = found;
  const contact = isToolLane(lane) ? { ownerId, incidentId } : { ownerId, deviceId };
  return { contact, organizationId, rank, nextAt, target: null };
}

/**
 * Contacts with due messages in a lane, the severest and oldest first, and some of every tool and every organization
 * that has any. Tools take turns within a rank.
 */
export async function dueContacts(
  world: World,
  lane: Lane,
  { busy, full, targetsOf, others }: DueSearch,
): Promise<DueContact[]> {
  const isToTools = isToolLane(lane);
  const { contactsAtOnce } = traitsOf(lane);
  // Only the keys of people are what their messages have. What goes elsewhere to somebody busy is found a moment later.
  const left = isToTools ? [] : busy.filter((key) => !key.includes(' '));
  const now = world.clock.now();
  const queue = {
    lane,
    nextAt: { $lte: now },
    ...(left.length === 0 ? {} : { ownerId: { $nin: [...left] } }),
  };
  const page = (rank: number | { $in: number[] }, without: object = {}) =>
    deliveriesOf(world)
      .find({ ...queue, rank, ...without })
      .sort({ rank: 1, nextAt: 1 })
      .limit(contactsPage)
      .project<Found>({
        _id: 0,
        ownerId: 1,
        organizationId: 1,
        rank: 1,
        nextAt: 1,
        ...(isToTools ? { incidentId: 1 } : { deviceId: 1 }),
      })
      .toArray();
  const due = new Map<string, DueContact>();
  const seen = new Set<string>();
  const note = (found: readonly Found[]) => {
    for (const one of found) {
      seen.add(isToTools ? one.ownerId : one.organizationId);
      const known = toDueContact(lane, one);
      const key = contactKey(known.contact);
      const severest = due.get(key) ?? known;
      // A message that is less severe may have waited for longer.
      if (one.nextAt < severest.nextAt) severest.nextAt = one.nextAt;
      due.set(key, severest);
    }
    return found.length;
  };
  const all = { $in: ranks };
  let length = note(await page(all));
  // A full page may be of very few contacts: then each rank has a page of its own, and so has whoever is not in it.
  if (length === contactsPage) {
    for (const rank of ranks) {
      if (due.size >= contactsAtOnce * 2) break;
      note(await page(rank));
    }
    await others.run(async () => {
      for (let pages = 0; length === contactsPage && pages < pagesMax; pages += 1) {
        const without = [...full, ...(isToTools ? [] : seen)];
        const owners = isToTools ? { ownerId: { $nin: [...seen] } } : {};
        length = note(await page(all, { organizationId: { $nin: without }, ...owners }));
      }
    });
  }
  const found = [...due.values()];
  return withTargets(isToTools ? byTurns(lane, found) : found, targetsOf);
}

/** Contacts that were found, and some that have become due since; no more than a look finds. */
export function joined(
  lane: Lane,
  found: readonly DueContact[],
  since: readonly DueContact[],
): DueContact[] {
  const byKey = new Map([...found, ...since].map((one) => [contactKey(one.contact), one]));
  return byTurns(lane, [...byKey.values()]).slice(0, contactsPage);
}

/** Within a rank tools take turns; among people, organizations. */
function byTurns(lane: Lane, contacts: readonly DueContact[]): DueContact[] {
  const whose = ({ contact, organizationId }: DueContact) =>
    isToolLane(lane) ? contact.ownerId : organizationId;
  return ranks.flatMap((rank) => {
    const some = contacts.filter((one) => one.rank === rank);
    return inTurns(Map.groupBy(some, whose).values());
  });
}

/** A delivery about no incident waits for no target: somebody tries a tool, or a reminder is soon too late. */
export async function withTargets(
  found: DueContact[],
  targetsOf: TargetsOf | undefined,
): Promise<DueContact[]> {
  if (!targetsOf) return found;
  const targets = new Map<string, string>();
  for (const [organizationId, some] of Map.groupBy(found, (one) => one.organizationId)) {
    const ids = new Set(some.map(({ contact }) => contact.ownerId));
    for (const [id, target] of await targetsOf(organizationId, [...ids])) targets.set(id, target);
  }
  return found.map((one) => {
    const { ownerId, incidentId = null } = one.contact;
    return incidentId === null ? one : { ...one, target: targets.get(ownerId) ?? null };
  });
}
