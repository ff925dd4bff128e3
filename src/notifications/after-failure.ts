import { personName, userKind } from '../identity/index.ts';
import {
  addRemark,
  type IncidentDocument,
  incidentsById,
  noteFailing,
  noteUnreached,
} from '../incidents/index.ts';
import { repeatableId, systemContext, type World } from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import { type NamedPerson, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, errorOf } from './delivery.ts';
import { dropReason } from './judge.ts';
import { traitsOf } from './lanes.ts';
import { remindedBy, whatFollows } from './what-follows.ts';

/**
 * Follows up alerts that failed twice, or for good: brings forward the person's next channel, and the next tier where
 * nobody is reached. The write that notes the failure also notes that this is still to do (`isUnfollowed`). The last
 * write here takes that back, so a crash in between only repeats what is harmless.
 */
export async function followFailures(
  world: World,
  failed: readonly DeliveryDocument[],
): Promise<void> {
  for (const delivery of failed) await afterFailure(world, delivery);
}

/** Follows up failures that were left by a crash, or by a database that stood still. */
export async function followLeftFailures(world: World): Promise<void> {
  const left = await deliveriesOf(world).find({ isUnfollowed: true }).limit(leftMax).toArray();
  await followFailures(world, left);
}

const leftMax = 500;

async function afterFailure(
  world: World,
  { _id, isAlert, organizationId, incidentId, step, alsoForSteps = [] }: DeliveryDocument,
): Promise<void> {
  const deliveries = deliveriesOf(world);
  if (!isAlert || incidentId === null) {
    await deliveries.updateOne({ _id }, { $unset: { isUnfollowed: 1 } });
    return;
  }
  const steps = { $in: [step, ...alsoForSteps] };
  const $or = [{ step: steps }, { alsoForSteps: steps }];
  const alerts = await deliveries.find({ organizationId, incidentId, $or }).toArray();
  const failed = alerts.find((one) => one._id === _id);
  if (!failed) return;
  const incident = (await incidentsById(world, [incidentId])).get(incidentId);
  // Acknowledged or resolved meanwhile: nobody has to be told any more.
  if (incident && dropReason(failed, incident) === null) {
    const now = world.clock.now();
    const { forward, failing, unreached } = whatFollows(failed, alerts, now);
    const wanted = forward.filter((one) => dropReason(one, incident) === null);
    await bringForward(world, failed, wanted, now);
    const isSaid = await sayBroughtForward(world, failed);
    const why = whyOf(failed);
    for (const one of failing)
      if (!(await wereReachedBefore(world, incident, one, alerts)))
        await noteFailing(world, incidentId, { step: one, why });
    for (const one of unreached) await noteUnreached(world, incidentId, one);
    // The next look says it.
    if (!isSaid) return;
  }
  // Not where it has failed once more since.
  await deliveries.updateOne(
    { _id, attempts: { $size: failed.attempts.length } },
    { $unset: { isUnfollowed: 1 } },
  );
}

async function bringForward(
  world: World,
  failed: DeliveryDocument,
  messages: readonly DeliveryDocument[],
  now: Date,
): Promise<void> {
  for (const { _id, dueAt } of messages)
    await deliveriesOf(world).updateOne(
      // Another server may have followed the same failure, or sent it.
      { _id, state: 'queued', dueAt, broughtForward: { $exists: false }, attempts: { $size: 0 } },
      {
        $set: {
          nextAt: now,
          dueAt: now,
          broughtForward: { by: failed._id, from: dueAt },
          ...changedNow(world),
        },
      },
    );
}

/**
 * The history of the incident says which contact the failure has brought forward, once; false while others change the
 * incident all the time.
 */
async function sayBroughtForward(world: World, failed: DeliveryDocument): Promise<boolean> {
  const { _id, organizationId, incidentId, step, ownerId } = failed;
  if (incidentId === null) return true;
  const brought = await deliveriesOf(world).findOne({
    organizationId,
    incidentId,
    step,
    ownerId,
    'broughtForward.by': _id,
  });
  if (!brought) return true;
  const user = await findResource(systemContext(world, organizationId), userKind, { _id: ownerId });
  if (!user) return true;
  const name = { userId: ownerId, displayName: personName(user.wire) };
  const timeZoneId = user.wire.timeZoneId ?? 'UTC';
  const remark = broughtForwardRemark(failed, brought, { name, timeZoneId });
  if (!remark) return true;
  for (let attempt = 0; attempt < remarkAttempts; attempt += 1) {
    const incident = (await incidentsById(world, [incidentId])).get(incidentId);
    if (!incident || (await addRemark(world, incident, remark))) return true;
  }
  return false;
}

/** Others may change the incident meanwhile. */
const remarkAttempts = 5;

/** The remark in the history about a contact that a failure has brought forward: once, by its id. Pure. */
export function broughtForwardRemark(
  failed: DeliveryDocument,
  brought: DeliveryDocument,
  { name, timeZoneId }: { name: NamedPerson; timeZoneId: string },
): { id: string; message: Sentence } | null {
  const { _id, incidentId, createdAt, lane } = failed;
  if (!brought.broughtForward || incidentId === null) return null;
  return {
    id: repeatableId(createdAt.getTime(), incidentId, `forward ${_id}`),
    message: say(broughtForwardCode(failed), {
      channel: traitsOf(brought.lane).title,
      name,
      at: zonedMoment(brought.broughtForward.from.getTime(), timeZoneId),
      failed: traitsOf(lane).title,
      why: whyOf(failed),
    }),
  };
}

function broughtForwardCode({ state, unanswered }: DeliveryDocument) {
  if (state === 'queued') return unanswered ? 'contactForwardUnanswered' : 'contactBroughtForward';
  return state === 'perhapsSent' ? 'contactInsteadUnanswered' : 'contactInstead';
}

/** Why a message did not arrive, by what is known so far. */
export function whyOf({ attempts, dropReason: reason }: DeliveryDocument): Sentence {
  const last = attempts.at(-1);
  return reason ?? (last && errorOf(last)) ?? say('serverFault');
}

/** An earlier alert of the same plan told people of this one: what fails only reminds them. */
async function wereReachedBefore(
  world: World,
  incident: IncidentDocument,
  step: string,
  alerts: readonly DeliveryDocument[],
): Promise<boolean> {
  const reminded = remindedBy(incident, step, alerts);
  if (!reminded) return false;
  const before = await deliveriesOf(world).findOne({
    organizationId: incident.organizationId,
    incidentId: incident._id,
    ownerId: { $in: [...reminded.userIds] },
    isAlert: true,
    state: { $in: ['sent', 'delivered'] },
    createdAt: { $gte: reminded.since },
  });
  return before !== null;
}
