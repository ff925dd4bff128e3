import { shortened } from '../../channels/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { patchIncident } from '../../incidents/index.ts';
import { AppError, repeatableId, type World } from '../../kernel/index.ts';
import { incidentOfChannel, type OutboundIntegration } from '../../outbound/index.ts';
import { inWords, say, words } from '../../sentences/index.ts';
import { actingPerson } from './acting-person.ts';
import type { ChatCaller } from './caller.ts';
import { notConnected, toldInRoom } from './in-room.ts';
import { saidBy } from './said-by.ts';
import { slackWay, tellInChannel } from './slack-tell.ts';

const messageMax = 5000;

interface SlackEvent {
  type: string;
  user?: string;
  channel_id?: string;
  item?: { message?: { ts?: string; text?: string; bot_id?: string } };
}

/** Handles events of Slack: a message that is pinned in the channel of an incident goes into its history. */
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
  const tell = (text: string) =>
    tellInChannel(egress, integration, { channel: channelId, user, text });
  const person = await actingPerson(world, integration, user);
  if (!person) return tell(await toldInRoom(world, integration, notConnected(slackWay)));
  const { ctx, speech } = person;
  if (!ctx) return tell(inWords(say('suspendedInTocsin'), speech));
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
    await patchIncident(ctx, incidentId, { appendIntent });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tell(inWords(say('nothingChangedBecause', { why: saidBy(error) }), speech));
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
