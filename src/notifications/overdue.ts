import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf, oldestDueAt } from './delivery.ts';
import { isToolLane, type Lane, lanes } from './lanes.ts';

/** Messages that were due and are not sent. */
interface OverdueMessages {
  /**
   * Since when the oldest message to people or tools is due whose delay is ours: it was not tried, its channel fails
   * for everybody, or nobody at all was reached by its alert. What only one receiver refuses is not among them.
   */
  oldestDueAt: Date | null;
  /** Since when the oldest message is due that was tried and has to be tried again, by lane. */
  oldestRetryAt: ReadonlyMap<Lane, Date>;
  /** Alerts of which nothing has reached anybody yet. */
  unreached: readonly DeliveryDocument[];
}

/** Alerts that are looked at to see whether anybody was reached; the oldest are enough to know since when. */
const alertsMax = 200;

export async function overdueMessages(
  world: World,
  down: ReadonlySet<Lane>,
): Promise<OverdueMessages> {
  let oldest = await oldestDueAt(world);
  const consider = (at: Date) => {
    if (!oldest || at < oldest) oldest = at;
  };
  const oldestRetryAt = new Map<Lane, Date>();
  const unreached: DeliveryDocument[] = [];
  // One look for all lanes: most of the time nothing waits in any.
  const waiting = { lane: { $in: [...lanes] }, retriedSince: { $exists: true } };
  const isAnyWaiting = (await deliveriesOf(world).findOne(waiting)) !== null;
  for (const lane of isAnyWaiting ? lanes : []) {
    const tried = { lane, retriedSince: { $exists: true } };
    const [first] = await deliveriesOf(world)
      .find(tried)
      .sort({ retriedSince: 1 })
      .limit(1)
      .toArray();
    if (!first?.retriedSince) continue;
    oldestRetryAt.set(lane, first.retriedSince);
    if (down.has(lane)) consider(first.retriedSince);
    if (isToolLane(lane)) continue;
    const alerts = await deliveriesOf(world)
      .find({ ...tried, isAlert: true })
      .sort({ retriedSince: 1 })
      .limit(alertsMax)
      .toArray();
    unreached.push(...(await withoutReach(world, alerts)));
  }
  for (const { retriedSince } of unreached) if (retriedSince) consider(retriedSince);
  return { oldestDueAt: oldest, oldestRetryAt, unreached };
}

/** Alerts of steps of which no message was accepted for anybody. */
async function withoutReach(
  world: World,
  alerts: readonly DeliveryDocument[],
): Promise<DeliveryDocument[]> {
  if (alerts.length === 0) return [];
  const taken = await deliveriesOf(world)
    .find({
      organizationId: { $in: [...new Set(alerts.map(({ organizationId }) => organizationId))] },
      incidentId: { $in: [...new Set(alerts.map(({ incidentId }) => incidentId))] },
      isAlert: true,
      state: { $in: ['sent', 'delivered'] },
    })
    .project<Pick<DeliveryDocument, 'incidentId' | 'step' | 'alsoForSteps'>>({
      incidentId: 1,
      step: 1,
      alsoForSteps: 1,
    })
    .toArray();
  const reached = new Set(
    taken.flatMap(({ incidentId, step, alsoForSteps = [] }) =>
      [step, ...alsoForSteps].map((one) => `${incidentId} ${one}`),
    ),
  );
  return alerts.filter(({ incidentId, step }) => !reached.has(`${incidentId} ${step}`));
}
