import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { ChatCaller } from './caller.ts';
import { discordHandler } from './discord.ts';
import { googleChatHandler } from './google-chat.ts';
import { mattermostActionHandler, mattermostCommandHandler } from './mattermost.ts';
import { slackActionHandler } from './slack-actions.ts';
import { slackCommandHandler } from './slack-command.ts';
import { slackEventHandler } from './slack-events.ts';
import { telegramHandler } from './telegram.ts';

/** The handlers by the operations of the document. */
export function handlersOf(
  world: World,
  egress: OutboundClient,
): Readonly<Record<string, OperationHandler<ChatCaller>>> {
  return {
    receiveDiscordInteraction: discordHandler(world),
    receiveGoogleChatEvent: googleChatHandler(world),
    receiveMattermostAction: mattermostActionHandler(world),
    receiveMattermostCommand: mattermostCommandHandler(world),
    receiveSlackAction: slackActionHandler(world, egress),
    receiveSlackCommand: slackCommandHandler(world),
    receiveSlackEvent: slackEventHandler(world, egress),
    receiveTelegramUpdate: telegramHandler(world),
  };
}
