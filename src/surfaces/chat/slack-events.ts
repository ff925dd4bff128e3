import { shortened } from '../../channels/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { patchIncident } from '../../incidents/index.ts';
import { AppError, repeatableId, type World } from '../../kernel/index.ts';
import { incidentOfChannel, type OutboundIntegration } from '../../outbound/index.ts';
import { words } from '../../sentences/index.ts';
import { actingFor } from './acting-for.ts';
import type { ChatCaller } from './caller.ts';
import { personInSlack } from './people.ts';

const messageMax = 5000;

interface SlackEvent {
  type: string;
  user?: string;
  channel_id?: string;
  item?: { message?: { ts?: string; text?: string; bot_id?: string } };
}

/** What happens in Slack: a message that is pinned in the channel of an incident goes into its history. */
export function slackEventHandler(
  world: World,
  egress: OutboundClient,
): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const { type, challenge, event } = body as {
      type: string;
      challenge?: string;
      event?: SlackEvent;
    };
    if (type === 'url_verification') return { status: 200, body: { challenge: challenge ?? '' } };
    if (event?.type === 'pin_added') await pinned(world, egress, integration, event);
    return { status: 200, body: {} };
  };
}

async function pinned(
  world: World,
  egress: OutboundClient,
  integration: OutboundIntegration,
  { user, channel_id: channelId, item }: SlackEvent,
): Promise<void> {
  const { ts, text = '', bot_id: bot } = item?.message ?? {};
  const message = shortened(plainText(text), messageMax);
  // Messages of bots are of this server, too: the history has what they say.
  if (!user || !channelId || !ts || bot !== undefined || message === '') return;
  const incidentId = await incidentOfChannel(world, integration.id, channelId);
  if (incidentId === null) return;
  const person = await personInSlack(egress, integration, user);
  // Slack repeats what was not answered in time, and somebody may pin the same message once more.
  const eventId = repeatableId(
    integration.createdAt.getTime(),
    integration.id,
    `pin ${channelId} ${ts}`,
  );
  const appendIntent = {
    intent: 'Commented' as const,
    message: words(message),
    messageIsPublic: false,
    options: {},
    eventId,
  };
  try {
    const { ctx, by } = await actingFor(world, integration, person);
    await patchIncident(ctx, incidentId, { appendIntent }, by);
  } catch (error) {
    // Slack shows nobody an answer to a pin: the incident is gone or out of their sight, or they are suspended.
    if (!(error instanceof AppError)) throw error;
    world.log.info({ incidentId, code: error.code }, 'a pinned message was not taken');
  }
}

/** Slack's mrkdwn without its marks for links, people and channels. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<([^<>|]*)\|([^<>]*)>/g, (_all, target: string, label: string) =>
      /^[@#!]/.test(target) ? `${target[0]}${label}` : `${label} (${target})`,
    )
    .replaceAll(/<([^<>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
