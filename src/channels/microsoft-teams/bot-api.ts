import {
  membersOf,
  type OutboundResponse,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../../egress/index.ts';
import { isObject } from '../../kernel/index.ts';
import type { ChannelResult } from '../channel.ts';
import {
  askChat,
  type ChatOptions,
  chatRefusal,
  failureBeforePosting,
} from '../direct-messages/chat.ts';
import { type TeamsBot, tokenRequestOf } from './bot.ts';

/** Where an activity goes, as the reference of the connector has it: https://learn.microsoft.com/azure/bot-service. */
export interface TeamsConversation {
  serviceUrl: string;
  id: string;
}

export interface TeamsToken {
  token: string;
  seconds: number;
}

/** The token of the bot; the failure where it gets none. Nothing was sent then. */
export async function askToken(
  bot: TeamsBot,
  options: ChatOptions,
): Promise<TeamsToken | SendResult> {
  const { url, body } = tokenRequestOf(bot);
  try {
    const answer = await options.outbound.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      timeoutMilliseconds: options.timeoutMilliseconds,
      redirectsMax: 0,
    });
    const { access_token: token, expires_in: seconds } = membersOf(answer) ?? {};
    if (answer.status === 200 && typeof token === 'string')
      return { token, seconds: typeof seconds === 'number' ? seconds : 0 };
    const read = sendResultOf(answer);
    return read.outcome === 'retry' ? read : refusal('chatTokenInvalid', String(answer.status));
  } catch (error) {
    return failureBeforePosting(error);
  }
}

/** Posts an activity, or changes the one with the id. */
export async function sendActivity(
  { serviceUrl, id }: TeamsConversation,
  activity: object,
  { token, replaces, ...options }: ChatOptions & { token: string; replaces?: string | undefined },
): Promise<ChannelResult> {
  const activities = activitiesUrl(serviceUrl, id);
  const isNew = replaces === undefined;
  const url = isNew ? activities : `${activities}/${encodeURIComponent(replaces)}`;
  try {
    const method = isNew ? 'POST' : 'PUT';
    const answer = await askChat(options, url, { method, token, json: activity });
    return resultOf(answer, replaces);
  } catch (error) {
    return sendFailureOf(error);
  }
}

export function activitiesUrl(serviceUrl: string, conversationId: string): string {
  const base = serviceUrl.replace(/\/+$/, '');
  return `${base}/v3/conversations/${encodeURIComponent(conversationId)}/activities`;
}

/** Codes of https://learn.microsoft.com/microsoftteams/platform/bots, on the status codes of conversations. */
const blocked = /^(BotNotInConversationRoster|ConversationBlockedByUser|MessageWritesBlocked)$/;

function resultOf(answer: OutboundResponse, replaces: string | undefined): ChannelResult {
  const { id, error } = membersOf(answer) ?? {};
  const read = sendResultOf(answer, typeof id === 'string' ? id : (replaces ?? null));
  if (read.outcome !== 'refused') return read;
  const { status } = answer;
  // Another change of the same message was under way.
  if (status === 412) return { ...read, outcome: 'retry', retryAfterSeconds: null };
  const code = isObject(error) && typeof error.code === 'string' ? error.code : String(status);
  if (status === 401) return refusal('chatTokenInvalid', code);
  if (status === 403) return refusal(blocked.test(code) ? 'chatBlocked' : 'chatForbidden', code);
  if (status !== 404) return read;
  const isOfMessage = replaces !== undefined && code !== 'ConversationNotFound';
  return refusal(isOfMessage ? 'chatMessageGone' : 'chatAccountGone', code);
}

function refusal(why: Parameters<typeof chatRefusal>[2], code: string): SendResult {
  return chatRefusal('Microsoft Teams', code, why);
}
