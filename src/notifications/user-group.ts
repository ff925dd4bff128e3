import { chatUsersOf } from '../contacts/index.ts';
import { failedAs, type OutboundClient, type SendResult } from '../egress/index.ts';
import { type Ctx, repeatableId, systemContext, type World } from '../kernel/index.ts';
import { onDutyNow } from '../on-call/index.ts';
import {
  type OutboundIntegration,
  outboundIntegrationKind,
  reminderObstacle,
  updateUserGroup,
} from '../outbound/index.ts';
import { findResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type DeliveryDocument, type DeliveryUserGroup, deliveriesOf } from './delivery.ts';
import { toolLane } from './lanes.ts';
import { aboutNoIncident } from './no-incident.ts';
import type { VoidResult } from './outgoing-message.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Somebody may have changed the group by hand. */
const againAfter = 24 * hour;

/** The people on call in the first tiers of the team of the integration; null where it keeps no group. */
async function userGroupNow(
  ctx: Ctx,
  integration: OutboundIntegration,
): Promise<DeliveryUserGroup | null> {
  const { onCallUserGroupId: id, onCallUserGroupTiers } = integration.wire.slackSettings ?? {};
  const duty = id && integration.teamId ? await onDutyNow(ctx, integration.teamId) : null;
  if (!id || !duty) return null;
  const tiers = duty.tiers.slice(0, onCallUserGroupTiers ?? 1);
  const people = tiers.flatMap((tier) => tier.people.map(({ user }) => user.id));
  const accounts = await chatUsersOf(ctx, integration, people);
  return { id, users: [...new Set(accounts.values())].toSorted().join() };
}

/** The update that the group needs now; null where the latest one was the same. What failed is tried each hour. */
export async function userGroupDelivery(
  ctx: Ctx,
  integration: OutboundIntegration,
): Promise<DeliveryDocument | null> {
  const userGroup = await userGroupNow(ctx, integration);
  if (!userGroup) return null;
  const at = ctx.clock.now();
  const latest = await latestUpdate(ctx, integration.id);
  if (latest && isSameGroup(latest.userGroup, userGroup)) {
    const isWell = latest.state === 'sent' || latest.state === 'queued';
    if (at.getTime() - latest.createdAt.getTime() < (isWell ? againAfter : hour)) return null;
  }
  const { id, organizationId, teamId } = integration;
  return aboutNoIncident({
    _id: repeatableId(at.getTime(), 'slack-user-group', id),
    onceKey: keyAt(id, at),
    organizationId,
    teamIds: teamId === null ? [] : [teamId],
    ownerId: id,
    lane: toolLane,
    step: 'slack-user-group',
    because: say('slackUserGroup'),
    userGroup,
    at,
    target: userGroup.id,
  });
}

/** Puts those into the group who are on call by then. */
export async function sendUserGroup(
  world: World,
  egress: OutboundClient,
  { organizationId, ownerId }: DeliveryDocument,
): Promise<SendResult | VoidResult> {
  const ctx = systemContext(world, organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, { _id: ownerId });
  if (!integration) return { outcome: 'void', reason: say('toolDeleted') };
  const userGroup = await userGroupNow(ctx, integration);
  if (!userGroup) return { outcome: 'void', reason: say('slackGroupOff') };
  const obstacle = reminderObstacle(integration.wire, integration.internal.pausedReason);
  if (obstacle !== null) return { outcome: 'unconfigured', ...failedAs(null, obstacle) };
  if (userGroup.users === '')
    return { outcome: 'refused', ...failedAs(null, say('slackGroupNobody')) };
  const users = userGroup.users.split(',');
  return updateUserGroup(egress, integration, { userGroupId: userGroup.id, users });
}

/** Why the latest update of the group of an integration failed; null: it keeps none, or it did not. */
export async function userGroupFailure(
  world: World,
  { id, wire }: Pick<OutboundIntegration, 'id' | 'wire'>,
): Promise<Sentence | null> {
  if (!wire.slackSettings?.onCallUserGroupId || wire.isPaused) return null;
  const latest = await latestUpdate(world, id);
  return latest?.state === 'failed' ? (latest.dropReason ?? null) : null;
}

/** How many groups are kept in all organizations, and why the latest update of some of them failed. */
export async function userGroupHealth(
  world: World,
): Promise<{ count: number; failures: Sentence[] }> {
  const keeping = await outboundIntegrationKind
    .model(world.store)
    .find({ 'wire.slackSettings.onCallUserGroupId': { $gt: '' } }, { _id: 1 })
    .lean();
  const latest = await Promise.all(keeping.map(({ _id }) => latestUpdate(world, String(_id))));
  return {
    count: keeping.length,
    failures: latest.flatMap((one) => (one?.state === 'failed' && one.dropReason) || []),
  };
}

const keyStart = (integrationId: string) => `slack-user-group ${integrationId} `;

/** Two processes that look in the same minute make one. */
function keyAt(integrationId: string, at: Date): string {
  const minutes = Math.floor(at.getTime() / minute);
  return keyStart(integrationId) + String(minutes).padStart(10, '0');
}

function latestUpdate(world: World, integrationId: string): Promise<DeliveryDocument | null> {
  const start = keyStart(integrationId);
  return deliveriesOf(world).findOne(
    { onceKey: { $gte: start, $lt: `${start}~` } },
    { sort: { onceKey: -1 } },
  );
}

function isSameGroup(one: DeliveryUserGroup | undefined, other: DeliveryUserGroup): boolean {
  return one?.id === other.id && one.users === other.users;
}
