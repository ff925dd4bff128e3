import { chatKinds, chats, type Opening, registry } from '../../channels/index.ts';
import type { ChatConnection } from '../../contacts/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say, words } from '../../sentences/index.ts';

const timeoutMilliseconds = 5000;

/**
 * How the person gives the bot a code. Asks the chat first, so that nobody writes to a bot whose token has ended.
 * Throws 409. For a room nobody is asked.
 */
export async function openingOf(
  { integration, kind }: ChatConnection,
  outbound: OutboundClient,
): Promise<(code: string) => Opening> {
  if (kind === null) {
    const known = chatKinds.find((one) => chats[one].channel === integration.wire.type);
    return (code) =>
      known && !chats[known].roomHasForm ? chats[known].opening(code, null) : entered(code);
  }
  const chat = chats[kind];
  const found = await chat.probe(integration.wire, { outbound, timeoutMilliseconds });
  if (found.outcome === 'sent') return (code) => chat.opening(code, found.providerId);
  const why = found.sentence ?? words(found.error);
  const { title } = registry[chat.channel];
  throw new AppError(
    'conflict',
    found.outcome === 'retry' ? say('chatNoAnswer', { chat: title, why }) : why,
  );
}

/** Below any message with buttons. */
function entered(code: string): Opening {
  return { text: code, isCommand: false, url: null };
}
