import { slackText } from '../../channels/index.ts';
import { type OutboundClient, OutboundError } from '../../egress/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import type { RoomWay } from './in-room.ts';

/** The command of the app in the documentation. */
export const slackWay: RoomWay = { command: '/tocsin' };

/** A chat waits three seconds for the whole answer. */
const timeoutMilliseconds = 1500;

/** Tells whoever pressed something. What fails here has failed nothing else. */
export async function tellInSlack(
  egress: OutboundClient,
  responseUrl: string,
  text: string,
): Promise<void> {
  if (URL.parse(responseUrl)?.host !== 'hooks.slack.com') return;
  const message = { response_type: 'ephemeral', replace_original: false, text: slackText(text) };
  await post(egress, responseUrl, message);
}

/** Tells somebody in a channel what only they see. What fails here has failed nothing else. */
export async function tellInChannel(
  egress: OutboundClient,
  { wire }: OutboundIntegration,
  { channel, user, text }: { channel: string; user: string; text: string },
): Promise<void> {
  const token = wire.slackSettings?.botToken;
  if (!token) return;
  const message = { channel, user, text: slackText(text) };
  await post(egress, 'https://slack.com/api/chat.postEphemeral', message, token);
}

async function post(
  egress: OutboundClient,
  url: string,
  message: object,
  token?: string,
): Promise<void> {
  try {
    await egress.request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(message),
      redirectsMax: 0,
      timeoutMilliseconds,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  }
}
