import { createHash } from 'node:crypto';
import {
  failedAs,
  type OutboundClient,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../../egress/index.ts';
import { say } from '../../sentences/index.ts';
import type { ChannelResult, Message } from '../channel.ts';

/** A browser or a UnifiedPush app (RFC 8030, encrypted by RFC 8291), or a topic of an ntfy server. */
export type PushTarget =
  | { kind: 'webPush'; endpoint: string; keys: { p256dh: string; auth: string } }
  | { kind: 'ntfy'; topicUrl: string };

interface PushAction {
  label: string;
  url: string;
  /** POST: happens without opening a page, where the app can do that. */
  method: 'GET' | 'POST';
}

export interface PushContent {
  title: string;
  body: string;
  /** Opened when the notification is touched. */
  url: string;
  urgency: 'low' | 'normal' | 'high';
  /** A later message with the same topic replaces the earlier one; any text. */
  topic: string;
  actions?: readonly PushAction[];
}

type PushMessage = Message<PushContent, PushTarget>;

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

interface PushService {
  timeoutMilliseconds: number;
  vapidKeys(): Promise<VapidKeys>;
  /** `mailto:` or `https:`: whom the push service turns to. */
  vapidSubject: string;
  /** To what people chose: only public addresses. */
  outbound: OutboundClient;
  /** To the ntfy server of the operator, which may well be private. */
  ntfy: { url: string; outbound: OutboundClient } | null;
}

const timeToLiveSeconds = 3600;
/** Push services take 4096 bytes; encryption adds 86 and padding. */
const payloadBytesMax = 3800;
const ntfyBytesMax = 4000;
const ntfyPriorities = { low: 2, normal: 3, high: 5 } as const;

export async function sendPush(
  message: PushMessage,
  settings: PushService,
): Promise<ChannelResult> {
  try {
    const { to: target } = message;
    return target.kind === 'webPush'
      ? await sendWebPush(message, target, settings)
      : await sendNtfy(message, target, settings);
  } catch (error) {
    return sendFailureOf(error);
  }
}

/** Keys of this installation, which subscriptions are made for: with others, all of them are void. */
export async function createVapidKeys(): Promise<VapidKeys> {
  const { generateVAPIDKeys } = await webPush();
  return generateVAPIDKeys();
}

async function sendWebPush(
  message: PushMessage,
  { endpoint, keys }: PushTarget & { kind: 'webPush' },
  { vapidKeys, vapidSubject, outbound, timeoutMilliseconds }: PushService,
): Promise<ChannelResult> {
  const { generateRequestDetails } = await webPush();
  const vapid = await vapidKeys();
  const { key, title, url, actions = [], topic } = message;
  const payload = (body: string) => JSON.stringify({ key, title, body, url, topic, actions });
  let details: ReturnType<typeof generateRequestDetails>;
  try {
    details = generateRequestDetails(
      { endpoint, keys },
      payload(fitting(message.body, payload, payloadBytesMax)),
      {
        vapidDetails: { subject: vapidSubject, ...vapid },
        TTL: timeToLiveSeconds,
        urgency: message.urgency,
        topic: pushTopic(topic),
      },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = say('pushSubscriptionInvalid', { why: reason });
    return { outcome: 'refused', ...failedAs('subscription', said), isGone: true };
  }
  const { 'Content-Length': _, ...headers } = details.headers;
  const answer = await outbound.request(endpoint, {
    method: 'POST',
    headers: stringsOf(headers),
    ...(details.body === null ? {} : { body: details.body }),
    timeoutMilliseconds,
    redirectsMax: 0,
  });
  if (answer.status === 404 || answer.status === 410) {
    const failure = failedAs(String(answer.status), say('pushSubscriptionEnded'));
    return { outcome: 'refused', ...failure, isGone: true };
  }
  return sendResultOf(answer, answer.headers.location ?? null);
}

/** RFC 8030 5.4: at most 32 characters of the URL-safe Base64 alphabet. */
function pushTopic(text: string): string {
  if (/^[\w-]{1,32}$/.test(text)) return text;
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}

/**
 * As JSON, because header values could not hold every character. `sequence_id` makes a later message replace an
 * earlier one (ntfy 2.16; older servers ignore it and show both).
 */
async function sendNtfy(
  message: PushMessage,
  { topicUrl }: PushTarget & { kind: 'ntfy' },
  { outbound, ntfy, timeoutMilliseconds }: PushService,
): Promise<SendResult> {
  const address = ntfyAddressOf(topicUrl);
  if (!address) return { outcome: 'refused', ...failedAs('url', say('pushTopicInvalid')) };
  const { title, url, urgency, topic, actions = [] } = message;
  const isOwnServer = ntfy !== null && new URL(ntfy.url).origin === new URL(address.server).origin;
  const body = (text: string) =>
    JSON.stringify({
      topic: address.topic,
      title,
      message: text,
      priority: ntfyPriorities[urgency],
      click: url,
      sequence_id: pushTopic(topic),
      actions: actions.map(({ label, url: target, method }) =>
        method === 'POST'
          ? { action: 'http', label, url: target, method, clear: true }
          : { action: 'view', label, url: target },
      ),
    });
  const answer = await (isOwnServer ? ntfy.outbound : outbound).request(address.server, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body(fitting(message.body, body, ntfyBytesMax)),
    timeoutMilliseconds,
    redirectsMax: 0,
  });
  return sendResultOf(answer, messageIdOf(answer.body));
}

/** Server and topic of an address such as `https://user:password@ntfy.example.com/topic`; null when it is none. */
export function ntfyAddressOf(topicUrl: string): { server: string; topic: string } | null {
  const url = URL.parse(topicUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) return null;
  const topic = /^\/([-\w]{1,64})$/.exec(url.pathname)?.[1];
  if (topic === undefined) return null;
  url.pathname = '/';
  return { server: url.href, topic };
}

function messageIdOf(body: Buffer): string | null {
  try {
    const { id } = JSON.parse(body.toString('utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** As much of `text` as leaves what `write` makes of it within `bytesMax`. */
function fitting(text: string, write: (text: string) => string, bytesMax: number): string {
  let shown = text;
  while (shown.length > 0) {
    const excess = Buffer.byteLength(write(shown)) - bytesMax;
    if (excess <= 0) return shown;
    const kept = [...shown].slice(0, -Math.max(1, Math.ceil(excess / 4)) - 1).join('');
    shown = kept === '' ? '' : `${kept.replace(/…$/, '')}…`;
    if (kept.length <= 1) return '';
  }
  return shown;
}

/** A CommonJS package, whose exports Node finds in part. */
async function webPush(): Promise<typeof import('web-push')> {
  const loaded = await import('web-push');
  return loaded.default ?? loaded;
}

function stringsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
