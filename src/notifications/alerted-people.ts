import type { Ctx, World } from '../kernel/index.ts';
import { firstIdAt } from '../kernel/index.ts';
import { type DeliveryDocument, type DeliveryState, deliveriesOf } from './delivery.ts';
import { toolLane } from './lanes.ts';

/** Somebody was alerted of an incident; several messages at one time are several of these. */
export interface PersonAlerted {
  userId: string;
  incidentId: string;
  at: Date;
}

/** Who of these people was alerted of the team's incidents in the period. What did not go out alerted nobody. */
export async function peopleAlerted(
  ctx: Ctx,
  teamId: string,
  userIds: readonly string[],
  { start, end }: { start: number; end: number },
): Promise<PersonAlerted[]> {
  const found = await deliveriesOf(ctx)
    .find({
      organizationId: ctx.organizationId,
      ownerId: { $in: [...userIds] },
      // Ids begin with the time of what they tell.
      _id: { $gte: firstIdAt(start), $lt: firstIdAt(end) },
      teamIds: teamId,
      isAlert: true,
      state: { $in: ['sent', 'delivered'] },
    })
    .project<{ ownerId: string; incidentId: string | null; dueAt: Date }>({
      ownerId: 1,
      incidentId: 1,
      dueAt: 1,
    })
    .toArray();
  return found.flatMap(({ ownerId: userId, incidentId, dueAt: at }) =>
    incidentId === null ? [] : [{ userId, incidentId, at }],
  );
}

/** The outcome of these messages. */
export async function outcomeOf(
  world: World,
  deliveryIds: readonly string[],
): Promise<{ reached: string[]; isWaiting: boolean }> {
  const found = await deliveriesOf(world)
    .find({ _id: { $in: [...deliveryIds] } })
    .project<{ ownerId: string; state: DeliveryState }>({ ownerId: 1, state: 1 })
    .toArray();
  const reached = found.filter(({ state }) => state === 'sent' || state === 'delivered');
  return {
    reached: [...new Set(reached.map(({ ownerId }) => ownerId))],
    isWaiting: found.some(({ state }) => state === 'queued'),
  };
}

/** People to whom a message of this step went out. */
export async function peopleReached(
  world: World,
  {
    organizationId,
    incidentId,
    step,
  }: { organizationId: string; incidentId: string; step: string },
): Promise<string[]> {
  const found = await deliveriesOf(world)
    .find({ organizationId, incidentId, step, state: { $in: ['sent', 'delivered'] } })
    .project<{ ownerId: string }>({ ownerId: 1 })
    .toArray();
  return [...new Set(found.map(({ ownerId }) => ownerId))];
}

/** A message of an alert to a person that was to be sent, also where another product told them instead. */
export interface PlannedAlert {
  incidentId: string;
  userId: string;
  lane: DeliveryDocument['lane'];
  step: string;
  at: Date;
}

/** Whom alerts of these incidents told, or would have told in shadow, in no order. */
export async function plannedAlerts(
  ctx: Ctx,
  incidentIds: readonly string[],
): Promise<PlannedAlert[]> {
  const found = await deliveriesOf(ctx)
    .find({
      organizationId: ctx.organizationId,
      incidentId: { $in: [...incidentIds] },
      lane: { $ne: toolLane },
      isAlert: true,
      $or: [{ state: { $ne: 'dropped' } }, { 'dropReason.code': 'inShadow' }],
    })
    .project<Pick<DeliveryDocument, 'incidentId' | 'ownerId' | 'lane' | 'step' | 'dueAt'>>({
      incidentId: 1,
      ownerId: 1,
      lane: 1,
      step: 1,
      dueAt: 1,
    })
    .toArray();
  return found.flatMap(({ incidentId, ownerId: userId, lane, step, dueAt: at }) =>
    incidentId === null ? [] : [{ incidentId, userId, lane, step, at }],
  );
}
