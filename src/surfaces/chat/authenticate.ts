import { createHmac } from 'node:crypto';
import { pressedButton } from '../../channels/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { Arrival, Operation } from '../../http/index.ts';
import { isObject, isUuid, type World } from '../../kernel/index.ts';
import { findReplyLink } from '../../notifications/index.ts';
import {
  chatActionToken,
  isSameSecret,
  type OutboundIntegration,
  outboundIntegrationOf,
} from '../../outbound/index.ts';
import { refusal, say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';
import { isFromDiscord } from './discord-signature.ts';
import { SigningKeys } from './signing-keys.ts';

const slackWindowSeconds = 300;

type Proof = (
  world: World,
  integration: OutboundIntegration,
  arrival: Arrival,
) => boolean | Promise<boolean>;

/** How each chat proves who it is, by operation. */
const proofsOf = (egress: OutboundClient, { clock }: World): Readonly<Record<string, Proof>> => ({
  receiveSlackAction: isFromSlack,
  receiveSlackEvent: isFromSlack,
  receiveSlackCommand: isFromSlack,
  receiveMattermostAction: isFromMattermost,
  receiveMattermostCommand: isMattermostCommand,
  receiveTelegramUpdate: isFromTelegram,
  receiveDiscordInteraction: isFromDiscord,
  receiveGoogleChatEvent: googleProof(new SigningKeys(egress, clock, googleKeysUrl)),
});

/**
 * Finds the integration in the address; 401 unless the request proves that it comes from its chat, the same for unknown
 * ids.
 */
export function createAuthenticator(world: World, egress: OutboundClient) {
  const proofs = proofsOf(egress, world);
  return async ({ operationId }: Operation, arrival: Arrival): Promise<ChatCaller> => {
    const { pathname } = new URL(arrival.url, 'http://chat');
    const [, , , id = ''] = pathname.split('/');
    const integration = isUuid(id) ? await outboundIntegrationOf(world, id) : null;
    const isProved = await (integration && proofs[operationId]?.(world, integration, arrival));
    if (!integration || !isProved) throw refusal('unauthenticated', say('chatUnproven'));
    return { integration };
  };
}

/** Slack's signature of version 0 over the time and the body as sent. */
async function isFromSlack(
  { clock }: World,
  { wire }: OutboundIntegration,
  { headers, rawBody }: Arrival,
): Promise<boolean> {
  const secret = wire.slackSettings?.signingSecret;
  const time = headers.get('x-slack-request-timestamp') ?? '';
  if (!secret || !/^\d{1,12}$/.test(time)) return false;
  const age = Math.abs(clock.now().getTime() / 1000 - Number(time));
  if (age > slackWindowSeconds) return false;
  const body = (await rawBody()) ?? Buffer.alloc(0);
  const expected = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex');
  return isSameSecret(headers.get('x-slack-signature') ?? '', `v0=${expected}`);
}

/** Mattermost signs nothing: the button carries the token that we gave it, in what Mattermost shows to nobody. */
async function isFromMattermost(
  world: World,
  integration: OutboundIntegration,
  { rawBody }: Arrival,
): Promise<boolean> {
  if (!integration.wire.mattermostSettings) return false;
  const { context } = jsonOf(await rawBody());
  if (!isObject(context)) return false;
  const { incidentId, token, reply } = context;
  if (typeof reply === 'string') {
    const pressed = pressedButton(reply);
    const link = pressed && (await findReplyLink(world, pressed.token));
    return link?.organizationId === integration.organizationId;
  }
  if (typeof incidentId !== 'string' || typeof token !== 'string') return false;
  return isSameSecret(token, chatActionToken(world, integration.id, incidentId));
}

/** A slash command carries the token that Mattermost made for it. */
async function isMattermostCommand(
  _world: World,
  { wire }: OutboundIntegration,
  { rawBody }: Arrival,
): Promise<boolean> {
  const { slashCommandToken } = wire.mattermostSettings ?? {};
  if (!slashCommandToken) return false;
  const form = new URLSearchParams((await rawBody())?.toString('utf8') ?? '');
  return isSameSecret(form.get('token') ?? '', slashCommandToken);
}

function isFromTelegram(
  _world: World,
  { wire }: OutboundIntegration,
  { headers }: Arrival,
): boolean {
  const secret = wire.telegramSettings?.webhookSecret;
  if (!secret) return false;
  return isSameSecret(headers.get('x-telegram-bot-api-secret-token') ?? '', secret);
}

const googleIssuer = 'chat@system.gserviceaccount.com';
const googleKeysUrl = `https://www.googleapis.com/service_accounts/v1/jwk/${googleIssuer}`;

/** Google's token is for the number of the project of the app. */
function googleProof(keys: SigningKeys): Proof {
  return async (_world, { wire }, { headers }) => {
    const { projectNumber: audience } = wire.googleChatSettings ?? {};
    const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (!audience || !token) return false;
    return keys.verifies(token, { issuer: googleIssuer, audience });
  };
}

function jsonOf(body: Buffer | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
