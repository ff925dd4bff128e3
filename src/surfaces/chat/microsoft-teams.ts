import {
  askToken,
  placeOf,
  pressedButton,
  sendActivity,
  shortened,
  type TeamsConversation,
  teamsBotOf,
} from '../../channels/index.ts';
import { chatAccountOf, noteChatPlace } from '../../contacts/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { isUuid, systemContext, type World } from '../../kernel/index.ts';
import { isChatAction, type OutboundIntegration } from '../../outbound/index.ts';
import { say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';
import { pressInRoom, toldInRoom } from './in-room.ts';
import { answerLine } from './line-in-room.ts';
import { pressPersonally } from './personal.ts';

interface TeamsActivity {
  type: string;
  id?: string;
  name?: string;
  serviceUrl: string;
  text?: string | null;
  from: { id: string; name?: string | null };
  conversation: { id: string; conversationType?: string | null };
  value?: { press?: string; action?: { data?: { press?: string } } } | null;
}

/** Handles buttons that people press on cards of the bot, and messages to it. */
export function microsoftTeamsHandler(
  world: World,
  egress: OutboundClient,
): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const activity = body as TeamsActivity;
    if (activity.conversation.conversationType === 'personal')
      await notePlace(world, integration, activity);
    if (activity.type === 'invoke' && activity.name === 'adaptiveCard/action') {
      const { press = '' } = activity.value?.action?.data ?? {};
      const value = shortened(await pressed(world, integration, activity, press), 3900);
      const type = 'application/vnd.microsoft.activity.message';
      return { status: 200, body: { statusCode: 200, type, value } };
    }
    // Their answer is not looked at: what is said goes into the conversation.
    if (activity.type === 'message') {
      const text = await answered(world, integration, activity);
      await tell(egress, integration, activity, text);
    }
    return { status: 200, body: {} };
  };
}

async function pressed(
  world: World,
  integration: OutboundIntegration,
  { id, from }: TeamsActivity,
  press: string,
): Promise<string> {
  const pressId = id ? `${from.id} ${id}` : null;
  const personal = pressedButton(press);
  if (personal) return pressPersonally(world, integration, from.id, { ...personal, pressId });
  const [action, incidentId = ''] = press.split(':');
  if (!isChatAction(action) || !isUuid(incidentId))
    return toldInRoom(world, integration, say('chatPressNotYours'));
  const inRoom = { action, incidentId, chatUserId: from.id, pressId };
  return (await pressInRoom(world, integration, inRoom, 'message')).text;
}

/** Codes and words are taken where a person is alone with the bot: what stands in a channel is nobody's alone. */
async function answered(
  world: World,
  integration: OutboundIntegration,
  activity: TeamsActivity,
): Promise<string> {
  const { id, text, from, conversation, value } = activity;
  if (typeof value?.press === 'string') return pressed(world, integration, activity, value.press);
  if (conversation.conversationType !== 'personal')
    return toldInRoom(world, integration, say('roomHelpWrite'));
  const place = placeOf(conversationOf(activity));
  const person = { id: from.id, displayName: from.name ?? null, place };
  const requestId = id ? `${from.id} ${id}` : null;
  return answerLine(world, integration, person, { command: '', text: text ?? '', requestId });
}

function conversationOf({ serviceUrl, conversation }: TeamsActivity): TeamsConversation {
  return { serviceUrl, id: conversation.id };
}

/** Microsoft moves conversations to other addresses. */
async function notePlace(
  world: World,
  { id, organizationId }: OutboundIntegration,
  activity: TeamsActivity,
): Promise<void> {
  const ctx = systemContext(world, organizationId);
  const account = await chatAccountOf(ctx, id, activity.from.id);
  if (account) await noteChatPlace(ctx, account, placeOf(conversationOf(activity)));
}

/** Microsoft waits 15 seconds. */
const timeoutMilliseconds = 4000;

/** Writes to the conversation. What fails here has failed nothing else. */
async function tell(
  egress: OutboundClient,
  { wire }: OutboundIntegration,
  activity: TeamsActivity,
  text: string,
): Promise<void> {
  const bot = teamsBotOf(wire.microsoftTeamsSettings);
  if (!bot) return;
  const options = { outbound: egress, timeoutMilliseconds };
  const asked = await askToken(bot, options);
  if (!('token' in asked)) return;
  const message = {
    type: 'message',
    // Else it would be read as Markdown.
    textFormat: 'plain',
    text: shortened(text, 3900),
    from: { id: `28:${bot.appId}` },
    recipient: { id: activity.from.id },
    conversation: { id: activity.conversation.id },
  };
  await sendActivity(conversationOf(activity), message, { ...options, token: asked.token });
}
