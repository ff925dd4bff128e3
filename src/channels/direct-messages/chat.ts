import type { components } from '../../contract/index.ts';
import {
  failedAs,
  type OutboundClient,
  type OutboundResponse,
  type SendResult,
  sendFailureOf,
} from '../../egress/index.ts';
import { say } from '../../sentences/index.ts';
import type { ChannelName } from '../channel.ts';

/** An outbound integration as it is set up; its bot may write to single people. */
export type ChatSettings = Required<components['schemas']['OutboundIntegrationInput']>;

/** The same with its id. */
export interface ChatIntegration {
  id: string;
  wire: ChatSettings;
}

export interface ChatOptions {
  outbound: OutboundClient;
  timeoutMilliseconds: number;
}

/** How a person gives the bot a code. */
export interface Opening {
  /** The text that they write. */
  text: string;
  /** The text is a command, typed in any conversation; else it is a message to the bot. */
  isCommand: boolean;
  /** Opens the conversation with the bot; null where there is no such address. */
  url: string | null;
}

/** How single people are written to by the bot of an integration. */
export interface Chat<Target> {
  /** Integrations have a type of the same name. */
  readonly channel: ChannelName;
  /**
   * Where messages to the account go; null where the integration writes to no single people. `place`: what the chat is
   * to be told of the conversation, as it was kept when the person connected the account; null where nothing is.
   */
  targetOf(integration: ChatIntegration, chatUserId: string, place: string | null): Target | null;
  /** Whether the bot works, asked now; its id is what the chat calls it. */
  probe(settings: ChatSettings, options: ChatOptions): Promise<SendResult>;
  opening(code: string, bot: string | null): Opening;
  /** Its rooms have a form for codes below each message with buttons, so that they need no command. */
  readonly roomHasForm?: true;
}

interface ChatRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  token?: string;
  headers?: Readonly<Record<string, string>>;
  json?: object;
}

/** Throws what `OutboundClient` throws. */
export function askChat(
  { outbound, timeoutMilliseconds }: ChatOptions,
  url: string,
  { method = 'POST', token, headers, json }: ChatRequest,
): Promise<OutboundResponse> {
  return outbound.request(url, {
    method,
    headers: {
      ...(json && { 'content-type': 'application/json; charset=utf-8' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(json && { body: JSON.stringify(json) }),
    timeoutMilliseconds,
    redirectsMax: 0,
  });
}

/** The result of a request that threw before anything was posted. */
export function failureBeforePosting(error: unknown): SendResult {
  const failure = sendFailureOf(error);
  if (failure.outcome !== 'retry') return failure;
  const { mayHaveArrived: _ofTheQuestion, ...rest } = failure;
  return rest;
}

/** How a chat writes into a conversation that has to be opened first. Each may throw what `OutboundClient` throws. */
interface ConversationSteps {
  /** Changes a message in its place. */
  change(sent: string): Promise<SendResult>;
  /** The conversation of the bot with the person is there afterwards; it is the `providerId`. */
  open(): Promise<SendResult>;
  post(conversation: string): Promise<SendResult>;
}

/** `replaces`: the message that is changed; without it, a new one is posted. */
export async function writeInConversation(
  replaces: string | undefined,
  { change, open, post }: ConversationSteps,
): Promise<SendResult> {
  if (replaces !== undefined) return change(replaces).catch(sendFailureOf);
  const opened = await open().catch(failureBeforePosting);
  if (opened.outcome !== 'sent') return opened;
  const { providerId } = opened;
  if (providerId === null) return { outcome: 'refused', ...failedAs('200', say('chatAnswerOdd')) };
  return post(providerId).catch(sendFailureOf);
}

type Why =
  | 'chatTokenInvalid'
  | 'chatBlocked'
  | 'chatForbidden'
  | 'chatAccountGone'
  | 'chatMessageGone';

/** This account, or the access of its organization, is what fails; others may be reached. */
export function chatRefusal(chat: string, code: string, why: Why): SendResult {
  return { outcome: 'refused', ...failedAs(code, say(why, { chat })), concernsOne: true };
}
