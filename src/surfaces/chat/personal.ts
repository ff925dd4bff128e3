import type { ChatReply } from '../../channels/index.ts';
import { chatAccountOf } from '../../contacts/index.ts';
import { isSuspended } from '../../identity/index.ts';
import { randomId, systemContext, type World } from '../../kernel/index.ts';
import {
  answerToReply,
  applyReply,
  findReplyLink,
  type ReplyIntent,
  speechOfLink,
} from '../../notifications/index.ts';
import { type OutboundIntegration, outboundTypeName } from '../../outbound/index.ts';
import { inWords, say } from '../../sentences/index.ts';
import type { Person } from './caller.ts';
import { answerCommand } from './command.ts';
import { connectByCode, disconnectAccount, nameOf, personOf } from './connect-account.ts';
import { toldInRoom } from './in-room.ts';

const intents: Record<ChatReply, ReplyIntent> = {
  acknowledge: 'Investigated',
  resolve: 'Resolved',
  escalate: 'Escalated',
  takeOver: 'Assigned',
};

export interface PersonalPress {
  reply: ChatReply;
  /** As the button holds it. */
  token: string;
  /** Id of the press, for chats that repeat unanswered requests: the same press does nothing again. */
  pressId: string | null;
}

/**
 * Does what somebody pressed on a message that was sent to them alone, and returns what to tell them. It takes both the
 * button, which only they got, and the account that they have connected.
 */
export async function pressPersonally(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
  { reply, token, pressId }: PersonalPress,
): Promise<string> {
  const ctx = systemContext(world, integration.organizationId);
  const [link, account] = await Promise.all([
    findReplyLink(world, token),
    chatAccountOf(ctx, integration.id, chatUserId),
  ]);
  const user = account && (await personOf(ctx, account.wire.userId));
  const isTheirs = link && user?.id === link.userId && link.organizationId === ctx.organizationId;
  if (!isTheirs) return toldInRoom(world, integration, say('chatPressNotYours'));
  const speech = await speechOfLink(world, link);
  if (isSuspended(user)) return inWords(say('suspendedInTocsin'), speech);
  const intent = intents[reply];
  const incidents = await applyReply(world, link, intent, {
    via: outboundTypeName(integration.wire.type),
    requestId: randomId(),
    effectKey: pressId,
  });
  return answerToReply(intent, incidents, speech);
}

/**
 * Answers what somebody writes to the bot: a code connects their account with the person who made it, `stop` ends that.
 */
export async function answerWritten(
  world: World,
  integration: OutboundIntegration,
  { id: chatUserId, displayName }: Pick<Person, 'id' | 'displayName'>,
  text: string,
): Promise<string> {
  const [word = '', argument = ''] = text.trim().split(/\s+/);
  if (/^\/?stop$/i.test(word)) return stop(world, integration, chatUserId);
  const code = /^\/?(start|link|connect)$/i.test(word) ? argument : word;
  if (!/^[\w-]{43}$/.test(code))
    return (
      (await wordsOf(world, integration, chatUserId, text)) ??
      (await toldInRoom(world, integration, say('chatHelp')))
    );
  const connected = await connectByCode(world, integration, { id: chatUserId, displayName }, code);
  if (connected === 'wrong') return toldInRoom(world, integration, say('chatCodeWrong'));
  if (connected === 'suspended') return toldInRoom(world, integration, say('suspendedInTocsin'));
  const { user, speech } = connected;
  return inWords(say('chatConnected', { person: nameOf(user), email: user.wire.email }), speech);
}

/** What the words of a connected account do (`command.ts`); null for any other text, and for other accounts. */
async function wordsOf(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
  text: string,
): Promise<string | null> {
  const ctx = systemContext(world, integration.organizationId);
  if (!(await chatAccountOf(ctx, integration.id, chatUserId))) return null;
  const line = text.trim().replace(/^\//, '');
  return answerCommand(world, integration, { chatUserId, command: '', text: line });
}

async function stop(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
): Promise<string> {
  const ended = await disconnectAccount(world, integration, chatUserId);
  if (!ended) return toldInRoom(world, integration, say('chatNotConnected'));
  return inWords(say('chatStopped'), ended.speech);
}
