import type { ChatReply } from '../../channels/index.ts';
import type { World } from '../../kernel/index.ts';
import {
  answerToReply,
  applyReply,
  findReplyLink,
  type ReplyIntent,
} from '../../notifications/index.ts';
import { type OutboundIntegration, outboundTypeName } from '../../outbound/index.ts';
import { inWords, say } from '../../sentences/index.ts';
import { actingPerson } from './acting-person.ts';
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
  const [link, person] = await Promise.all([
    findReplyLink(world, token),
    actingPerson(world, integration, chatUserId),
  ]);
  const { organizationId } = integration;
  if (!link || person?.userId !== link.userId || organizationId !== link.organizationId)
    return toldInRoom(world, integration, say('chatPressNotYours'));
  const { ctx, speech } = person;
  if (!ctx) return inWords(say('suspendedInTocsin'), speech);
  const intent = intents[reply];
  const incidents = await applyReply(world, link, intent, {
    via: outboundTypeName(integration.wire.type),
    requestId: ctx.requestId,
    effectKey: pressId,
  });
  return answerToReply(intent, incidents, speech);
}
