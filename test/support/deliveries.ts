import { orderedId, type World } from '../../src/kernel/index.ts';
import { type DeliveryDocument, deliveryLog } from '../../src/notifications/index.ts';
import type { Log, LogDocument } from '../../src/resources/index.ts';
import { say } from '../../src/sentences/index.ts';
import { plainCollection } from '../../src/store/index.ts';

type Given = Pick<DeliveryDocument, 'organizationId' | 'ownerId'> & Partial<DeliveryDocument>;

/** A record of a message as the sender leaves it, with defaults for what a test does not care about. */
export function storeDelivery(world: World, given: Given): Promise<DeliveryDocument> {
  const at = world.clock.now();
  return appendLog(world, deliveryLog, {
    incidentId: null,
    teamIds: [],
    intent: 'Created',
    eventId: null,
    severity: 'Warning',
    lane: 'Email',
    step: 'a step',
    because: say('tierOfTeam', { tier: 1, team: 'Payments' }),
    isAlert: true,
    dueAt: at,
    state: 'sent',
    target: 'a…@example.com',
    attempts: [{ at, code: '250', error: null, milliseconds: 7 }],
    ...given,
  });
}

/** A record of any log, of now. */
export async function appendLog<Entry extends LogDocument>(
  world: World,
  { model }: Log<Entry>,
  entry: Omit<Entry, '_id' | 'createdAt'>,
): Promise<Entry> {
  const createdAt = world.clock.now();
  const _id = orderedId(createdAt.getTime());
  // as unknown as: what was left out of an entry, put together with the rest, is the whole entry.
  const document = { ...entry, _id, createdAt } as unknown as Entry;
  await plainCollection(model(world.store)).insertOne(document);
  return document;
}
