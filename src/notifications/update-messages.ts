import type { SendResult } from '../egress/index.ts';
import { type IncidentDocument, incidentsById } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';
import type { OutgoingMessage, VoidResult } from './outgoing-message.ts';

type AboutIncident = OutgoingMessage & { incident: IncidentDocument };
type Result = SendResult | VoidResult;

/** The latest messages about one incident to one account that are looked at; older ones are not. */
const messagesMax = 5;

/**
 * Changes what the latest messages about the incident show in a chat, each to how its incidents stand now. `change` is
 * given such a message as if it were sent anew.
 */
export async function updateMessages(
  world: World,
  message: AboutIncident,
  change: (earlier: AboutIncident, replaces: string) => Promise<Result>,
): Promise<Result> {
  const latest = message.incident.events.at(-1);
  let result: Result = { outcome: 'void', reason: say('chatNothingToUpdate') };
  for (const lead of await earlierMessages(world, message.delivery)) {
    const others = await bundledWith(world, lead);
    const ids = [lead, ...others].flatMap(({ incidentId }) => incidentId ?? []);
    const incidents = await incidentsById(world, ids);
    const incident = incidents.get(lead.incidentId ?? '');
    if (!incident || lead.providerId === undefined) continue;
    const isSame = incident._id === message.incident._id;
    const told = isSame && latest ? { intent: latest.intent, eventId: latest.id } : {};
    const next = await change(
      {
        lane: message.lane,
        unnamed: 0,
        delivery: { ...lead, ...told },
        incident,
        others: others.map((delivery) => ({
          delivery,
          incident: incidents.get(delivery.incidentId ?? '') ?? null,
        })),
      },
      lead.providerId,
    );
    // One that has to be tried again outweighs the others.
    if (result.outcome !== 'retry') result = next;
  }
  return result;
}

/** The messages that told this account of the incident, alone or in a bundle, the latest first. */
async function earlierMessages(
  world: World,
  { organizationId, incidentId, ownerId, lane, deviceId }: DeliveryDocument,
): Promise<DeliveryDocument[]> {
  const same = { organizationId, ownerId, lane, deviceId: deviceId ?? null };
  const told = await deliveriesOf(world)
    .find({
      ...same,
      incidentId,
      state: { $in: ['sent', 'delivered'] },
      isUpdate: { $exists: false },
    })
    .sort({ _id: -1 })
    .limit(messagesMax)
    .toArray();
  const leads = new Set(told.map(({ _id, bundledIn }) => bundledIn ?? _id));
  const missing = [...leads].filter((id) => !told.some(({ _id }) => _id === id));
  const further =
    missing.length === 0
      ? []
      : await deliveriesOf(world)
          .find({ _id: { $in: missing } })
          .toArray();
  return [...told, ...further].filter(({ _id }) => leads.has(_id));
}

function bundledWith(world: World, { _id }: DeliveryDocument): Promise<DeliveryDocument[]> {
  return deliveriesOf(world).find({ bundledIn: _id }).limit(200).toArray();
}
