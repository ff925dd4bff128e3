import { pressedButton, shortened } from '../../channels/index.ts';
import { chatOf } from '../../contacts/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { isUuid, type World } from '../../kernel/index.ts';
import { type ChatAction, isChatAction, type OutboundIntegration } from '../../outbound/index.ts';
import { inWords, type Sentence } from '../../sentences/index.ts';
import { act } from './act.ts';
import { speechTo } from './acting-for.ts';
import type { ChatCaller, Person } from './caller.ts';
import { discordHandler } from './discord.ts';
import { googleChatHandler } from './google-chat.ts';
import { openIncident } from './open-incident.ts';
import { emailInMattermost } from './people.ts';
import { answerWritten, pressPersonally } from './personal.ts';
import { slackActionHandler } from './slack-actions.ts';
import { slackCommandHandler } from './slack-command.ts';
import { slackEventHandler } from './slack-events.ts';

/** The handlers by the operations of the document. */
export function handlersOf(
  world: World,
  egress: OutboundClient,
): Readonly<Record<string, OperationHandler<ChatCaller>>> {
  const toldTo = async (integration: OutboundIntegration, person: Person, said: Sentence) =>
    inWords(said, await speechTo(world, integration, person));
  return {
    receiveDiscordInteraction: discordHandler(world),
    receiveGoogleChatEvent: googleChatHandler(world),
    receiveSlackAction: slackActionHandler(world, egress),
    receiveSlackEvent: slackEventHandler(world, egress),
    receiveSlackCommand: slackCommandHandler(world),
    async receiveMattermostAction({ integration }, { body }) {
      const { user_id: id, user_name: name, context } = body as MattermostBody;
      const email = await emailInMattermost(egress, integration, id);
      const person = { id, displayName: name ?? null, email };
      const { said } = await act(world, integration, { ...context, person, pressId: null });
      return { status: 200, body: { ephemeral_text: await toldTo(integration, person, said) } };
    },
    async receiveMattermostCommand({ integration }, { body }) {
      const { user_id: id, user_name: name, text = '' } = body as CommandBody;
      const email = await emailInMattermost(egress, integration, id);
      const person = { id, displayName: name ?? null, email };
      const said = await openIncident(world, integration, { text, person });
      const shown = await toldTo(integration, person, said);
      return { status: 200, body: { response_type: 'ephemeral', text: shown } };
    },
    async receiveTelegramUpdate({ integration }, { body }) {
      const { callback_query: query, message } = body as TelegramBody;
      if (message)
        return { status: 200, body: await answerInTelegram(world, integration, message) };
      const pressed = query && pressedButton(query.data ?? '');
      if (query && pressed) {
        const press = { ...pressed, pressId: query.id };
        const text = await pressPersonally(world, integration, String(query.from.id), press);
        return { status: 200, body: shownInTelegram(query.id, text) };
      }
      const [action, incidentId = ''] = (query?.data ?? '').split(':');
      if (!query || !isChatAction(action) || !isUuid(incidentId)) return { status: 200, body: {} };
      const { id, first_name: first, username } = query.from;
      // A bot never learns anybody's e-mail address.
      const person = {
        id: String(id),
        displayName: first ?? username ?? null,
        email: null,
      };
      const press = { action, incidentId, person, pressId: query.id };
      const { said } = await act(world, integration, press);
      const text = await toldTo(integration, person, said);
      return { status: 200, body: shownInTelegram(query.id, text) };
    },
  };
}

function shownInTelegram(callbackQueryId: string, text: string): object {
  return {
    method: 'answerCallbackQuery',
    callback_query_id: callbackQueryId,
    text: shortened(text, 200),
  };
}

/** Only in a chat of one person with the bot: what stands in a group is nobody's alone. */
async function answerInTelegram(
  world: World,
  integration: OutboundIntegration,
  { chat, from, text }: NonNullable<TelegramBody['message']>,
): Promise<object> {
  if (chatOf(integration) !== 'telegram' || chat.type !== 'private' || !from || text === undefined)
    return {};
  const person = { id: String(from.id), displayName: from.first_name ?? from.username ?? null };
  const answer = await answerWritten(world, integration, person, text);
  return { method: 'sendMessage', chat_id: chat.id, text: answer };
}

interface MattermostBody {
  user_id: string;
  user_name?: string;
  context: { action: ChatAction; incidentId: string };
}

interface CommandBody {
  user_id: string;
  user_name?: string;
  text?: string;
}

interface TelegramBody {
  message?: {
    text?: string;
    chat: { id: number; type: string };
    from?: { id: number; username?: string; first_name?: string };
  };
  callback_query?: {
    id: string;
    data?: string;
    from: { id: number; username?: string; first_name?: string };
  };
}
