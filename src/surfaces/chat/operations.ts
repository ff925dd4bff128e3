import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { Proof } from './authenticate.ts';
import type { ChatCaller } from './caller.ts';
import { discordHandler } from './discord.ts';
import { isFromDiscord } from './discord-signature.ts';
import { googleChatHandler } from './google-chat.ts';
import { googleChatProof } from './google-chat-token.ts';
import { mattermostActionHandler, mattermostCommandHandler } from './mattermost.ts';
import { isFromMattermost, isMattermostCommand } from './mattermost-tokens.ts';
import { microsoftTeamsHandler } from './microsoft-teams.ts';
import { microsoftTeamsProof } from './microsoft-teams-token.ts';
import { slackActionHandler } from './slack-actions.ts';
import { slackCommandHandler } from './slack-command.ts';
import { slackEventHandler } from './slack-events.ts';
import { isFromSlack } from './slack-signature.ts';
import { isFromTelegram, telegramHandler } from './telegram.ts';

/** The handler of an operation of the document, and how its chat proves who it is. */
type ChatOperation = readonly [handle: OperationHandler<ChatCaller>, proof: Proof];

export function chatOperations(
  world: World,
  egress: OutboundClient,
): Readonly<Record<string, ChatOperation>> {
  return {
    receiveDiscordInteraction: [discordHandler(world), isFromDiscord],
    receiveGoogleChatEvent: [googleChatHandler(world), googleChatProof(world, egress)],
    receiveMattermostAction: [mattermostActionHandler(world), isFromMattermost],
    receiveMattermostCommand: [mattermostCommandHandler(world), isMattermostCommand],
    receiveSlackAction: [slackActionHandler(world, egress), isFromSlack],
    receiveSlackCommand: [slackCommandHandler(world), isFromSlack],
    receiveSlackEvent: [slackEventHandler(world, egress), isFromSlack],
    receiveTeamsActivity: [
      microsoftTeamsHandler(world, egress),
      microsoftTeamsProof(world, egress),
    ],
    receiveTelegramUpdate: [telegramHandler(world), isFromTelegram],
  };
}
