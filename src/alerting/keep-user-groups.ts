import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import { type DeliveryDocument, type Sender, userGroupDelivery } from '../notifications/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';
import { teamPages } from '../teams/index.ts';
import { messagesOfDuty } from './messages-of-duty.ts';

/**
 * Keeps user groups of Slack in step with who is on call. Looks each minute who that is, rather than planning it:
 * nothing that a change of a schedule would have to undo.
 */
export function userGroupTask(world: World, sender: Sender): Task {
  return {
    name: 'slack-user-groups',
    everySeconds: 60,
    async run(stopping) {
      for await (const { organizationId, teamIds } of teamPages(world, stopping))
        await sender.enqueue(await updatesOf(systemContext(world, organizationId), teamIds));
    },
  };
}

async function updatesOf(ctx: Ctx, teamIds: readonly string[]): Promise<DeliveryDocument[]> {
  const { items } = await listResources(ctx, outboundIntegrationKind, {
    teamId: { $in: [...teamIds] },
    'wire.slackSettings.onCallUserGroupId': { $gt: '' },
  });
  const updates: DeliveryDocument[] = [];
  for (const integration of items) {
    if (integration.wire.isPaused) continue;
    const update = await userGroupDelivery(ctx, integration);
    if (update) updates.push(update);
  }
  return messagesOfDuty(ctx, updates);
}
