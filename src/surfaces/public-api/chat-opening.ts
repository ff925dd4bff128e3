import { type ChatKind, callTelegram, telegramResult } from '../../channels/index.ts';
import type { ChatConnection } from '../../contacts/index.ts';
import {
  membersOf,
  type OutboundClient,
  OutboundError,
  type OutboundResponse,
} from '../../egress/index.ts';
import { AppError, isObject } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { say, words } from '../../sentences/index.ts';

/** What a person writes to the bot with a code, and the address that opens the chat with it. */
export type Opening = (code: string) => { text: string; url: string | null };

/**
 * Asks the chat for the name of the bot, so that nobody writes to one whose token has ended. Throws 409. In a room the
 * code is entered below any message with buttons.
 */
export async function openingOf(
  { integration, kind }: ChatConnection,
  outbound: OutboundClient,
): Promise<Opening> {
  const isCommand = Boolean(integration.wire.slackSettings);
  if (kind === null) return (code) => ({ text: isCommand ? `connect ${code}` : code, url: null });
  return openings[kind](integration, outbound);
}

const timeoutMilliseconds = 5000;

const openings: Readonly<
  Record<ChatKind, (integration: OutboundIntegration, outbound: OutboundClient) => Promise<Opening>>
> = {
  async telegram({ wire }, outbound) {
    const { botToken = '' } = wire.telegramSettings ?? {};
    const answer = await asked('Telegram', () =>
      callTelegram(botToken, 'getMe', { outbound, timeoutMilliseconds }),
    );
    const read = telegramResult(answer);
    if (read.outcome !== 'sent') throw new AppError('conflict', read.sentence ?? words(read.error));
    const { result } = membersOf(answer) ?? {};
    const name = isObject(result) && typeof result.username === 'string' ? result.username : null;
    return (code) => ({
      text: `/start ${code}`,
      url: name === null ? null : `https://t.me/${encodeURIComponent(name)}?start=${code}`,
    });
  },
};

async function asked(
  chat: string,
  ask: () => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const why = error.sentence ?? words(error.message);
    throw new AppError('conflict', say('chatNoAnswer', { chat, why }));
  }
}
