import { failedAs, type OutboundClient, type SendResult } from '../egress/index.ts';
import { organizationLanguage } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { inWords, type Sentence, say, usualSpeech } from '../sentences/index.ts';
import type { OutboundDelivery, SendEmail } from './delivery.ts';
import { Exchange, NotSent, refused, type ToolExchange } from './exchange.ts';
import type { OutboundIntegration } from './integrations.ts';
import { reportOf } from './report.ts';
import { withoutSecrets, withoutSecretsIn } from './secrets-in-text.ts';
import { claimMilliseconds, SentMessages } from './sent-messages.ts';
import type { Aftermath } from './tool.ts';
import { noticeObstacle, toolOf } from './tools/index.ts';

/** Less than the claim, so that nobody else starts while a request is under way. */
const deliveryMilliseconds = claimMilliseconds - 10_000;

/** The result of a delivery, with requests and answers; without these where people are to stay unnamed. */
export type ToolResult = SendResult & { exchanges?: ToolExchange[]; aftermath?: Aftermath };

/**
 * Sends one event of an incident to a tool. What the tool answered is stored as it comes in, so a repeat with the same
 * key goes on where the first attempt ended.
 */
export async function deliver(
  world: World,
  egress: OutboundClient,
  delivery: OutboundDelivery,
  sendEmail: SendEmail | null = null,
): Promise<ToolResult> {
  const { integration } = delivery;
  const speech = usualSpeech[await organizationLanguage(world, integration.organizationId)];
  const aftermath: Aftermath = {};
  const result = await exchanged(world, egress, delivery, (exchange, sent) => {
    const tool = toolOf(integration.wire.type);
    return tool.send({
      settings: settingsOf(integration, tool.settings),
      report: reportOf(delivery, speech),
      delivery,
      exchange,
      sent,
      world,
      sendEmail,
      aftermath,
    });
  });
  return { ...result, aftermath };
}

/** A message about no incident on its way to one tool. */
export interface OutboundNotice {
  /** The same at each repeat. */
  key: string;
  /** With its secrets in clear. */
  integration: OutboundIntegration;
  title: Sentence;
  /** In lines. */
  said: readonly Sentence[];
  /** The body for tools that take JSON. */
  json: object;
  /** Where more of it is. */
  link: { text: Sentence; url: string } | null;
}

/** Sends something that is about no incident, as `deliver` does; what tools cannot be told is refused. */
export async function deliverNotice(
  world: World,
  egress: OutboundClient,
  { key, integration, title, said, json, link }: OutboundNotice,
  sendEmail: SendEmail,
): Promise<ToolResult> {
  const speech = usualSpeech[await organizationLanguage(world, integration.organizationId)];
  const notice = {
    title: inWords(title, speech),
    text: said.map((one) => inWords(one, speech)).join('\n'),
    link: link && { text: inWords(link.text, speech), url: link.url },
  };
  const claim = { key, integration, isSnapshot: true, incident: null };
  return exchanged(world, egress, claim, (exchange, sent) => {
    const tool = toolOf(integration.wire.type);
    if (!tool.notify) return refused('type', noticeObstacle(integration.wire.type));
    return tool.notify({
      ...{ settings: settingsOf(integration, tool.settings), key, json, exchange, sent, world },
      notice,
      sendEmail,
    });
  });
}

/** Runs requests to a tool while nobody else changes what it has of the incident. */
export async function exchanged(
  world: World,
  egress: OutboundClient,
  claim: Parameters<typeof SentMessages.claim>[1],
  send: (exchange: Exchange, sent: SentMessages) => Promise<string | null>,
): Promise<ToolResult> {
  const { integration } = claim;
  const missing = unconfiguredReason(integration);
  if (missing !== null)
    return {
      outcome: 'unconfigured',
      ...failedAs(null, missing),
    };
  const sent = toolOf(integration.wire.type).keepsNothing
    ? SentMessages.none(claim)
    : await SentMessages.claim(world, claim);
  if (!sent) return busy;
  const exchange = new Exchange(egress, deliveryMilliseconds);
  const shown = (result: SendResult): ToolResult => {
    const { wire } = integration;
    const known = withoutSecrets(result, wire, exchange.credentials);
    if (wire.anonymizeOutboundLogs) return known;
    return { ...known, exchanges: withoutSecretsIn(exchange.kept, wire, exchange.credentials) };
  };
  try {
    const providerId = await send(exchange, sent);
    return shown({ outcome: 'sent', code: exchange.code, providerId });
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return shown(error.result);
  } finally {
    await sent.release();
  }
}

const busy: SendResult = {
  outcome: 'retry',
  ...failedAs(null, say('toolBusy')),
  retryAfterSeconds: 2,
};

/** The reason for which a tool cannot send, as a sentence: missing settings, or a pause; null when it can send. */
export function unconfiguredReason({ wire, internal }: OutboundIntegration): Sentence | null {
  if (wire.isPaused) return internal.pausedReason ?? say('toolPaused');
  const tool = toolOf(wire.type);
  const settings = wire[tool.settings];
  if (settings === null || settings === undefined)
    return say('toolUnset', { settings: [tool.settings] });
  return tool.missing?.(settings) ?? null;
}

function settingsOf({ wire }: OutboundIntegration, member: ReturnType<typeof toolOf>['settings']) {
  const settings = wire[member];
  if (!settings) throw new TypeError(`${member} is not set`);
  return settings;
}
