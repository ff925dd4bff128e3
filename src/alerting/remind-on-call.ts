import { systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type DeliveryDocument,
  lateMax,
  reminderDelivery,
  type Sender,
} from '../notifications/index.ts';
import { dueReminder, outboundIntegrationKind } from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';
import { teamKind, teamPages } from '../teams/index.ts';
import { messagesOfDuty } from './messages-of-duty.ts';

/**
 * Reminds chats of who is on call. Looks each minute which times have come, rather than planning them: nothing that a
 * change of the settings would have to undo. What is stored already has the same key.
 */
export function onCallReminderTask(world: World, sender: Sender): Task {
  let storedUntil: Date | null = null;
  return {
    name: 'on-call-reminders',
    everySeconds: 60,
    async run(stopping) {
      const now = world.clock.now();
      // A minute twice: what another process has just changed may not have been seen.
      const since = Math.max(now.getTime() - lateMax, (storedUntil?.getTime() ?? 0) - 60_000);
      for await (const { organizationId, teamIds } of teamPages(world, stopping))
        await sender.enqueue(
          await remindersOf(world, { organizationId, teamIds }, new Date(since), now),
        );
      if (!stopping.aborted) storedUntil = now;
    },
  };
}

async function remindersOf(
  world: World,
  { organizationId, teamIds }: { organizationId: string; teamIds: readonly string[] },
  since: Date,
  now: Date,
): Promise<DeliveryDocument[]> {
  const ctx = systemContext(world, organizationId);
  const { items: scheduled } = await listResources(ctx, outboundIntegrationKind, {
    teamId: { $in: [...teamIds] },
    'wire.slackSettings.onCallReminderScheduleSettings.runTime': { $gt: '' },
  });
  if (scheduled.length === 0) return [];
  const ofTeams = [...new Set(scheduled.flatMap(({ teamId }) => teamId ?? []))];
  const teams = await listResources(ctx, teamKind, { _id: { $in: ofTeams } });
  const zones = new Map(teams.items.map(({ id, wire }) => [id, wire.timeZoneId ?? 'UTC']));
  const reminders = scheduled.flatMap((integration) => {
    const zone = zones.get(integration.teamId ?? '');
    const due = zone === undefined ? null : dueReminder(integration.wire, zone, since, now);
    return due?.channelIds.map((channelId) => reminderDelivery(integration, due, channelId)) ?? [];
  });
  return messagesOfDuty(ctx, reminders);
}
