import { slackText } from '../channels/index.ts';
import { failedAs, type OutboundClient, type SendResult } from '../egress/index.ts';
import { organizationLanguage } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { type Sentence, type Speak, say, speaker, usualSpeech } from '../sentences/index.ts';
import { Exchange, NotSent, textAt } from './exchange.ts';
import type { OutboundIntegration, OutboundIntegrationWire } from './integrations.ts';
import { cut } from './report.ts';
import { withoutSecrets } from './secrets-in-text.ts';
import { claimMilliseconds, SentMessages } from './sent-messages.ts';
import { callSlack, type SlackCaller, slackMention } from './slack-api.ts';

export interface ReminderTier {
  /** 1 is the first. */
  tier: number;
  people: readonly {
    displayName: string;
    /** Null for somebody without a real one. */
    email: string | null;
    /** Local time; null when nobody plans that far ahead. */
    until: string | null;
  }[];
}

/** Who is on call now, on its way to one channel. */
interface OnCallReminder {
  /** The same at each repeat. */
  key: string;
  /** With its secrets in clear. */
  integration: OutboundIntegration;
  channelId: string;
  teamName: string;
  tiers: readonly ReminderTier[];
}

/** Less than the claim, so that nobody else starts while a request is under way. */
const sendMilliseconds = claimMilliseconds - 10_000;
const tagsMax = 10;
const tiersMax = 40;
const sectionMax = 2900;

/** Why an integration can send no reminder; null when it can. */
export function reminderObstacle(
  { isPaused, slackSettings }: OutboundIntegrationWire,
  pausedReason: Sentence | null,
): Sentence | null {
  if (isPaused) return pausedReason ?? say('toolPaused');
  if (!slackSettings?.botToken) return say('slackHasNoToken');
  return null;
}

/**
 * Posts a reminder. The id that Slack gives is stored before anything else happens, so that a repeat does not post
 * again.
 */
export async function postReminder(
  world: World,
  egress: OutboundClient,
  { key, integration, channelId, teamName, tiers }: OnCallReminder,
): Promise<SendResult> {
  const { wire, internal } = integration;
  const obstacle = reminderObstacle(wire, internal.pausedReason);
  if (obstacle !== null) return { outcome: 'unconfigured', ...failedAs(null, obstacle) };
  const claim = { key, integration, isSnapshot: true, incident: null };
  const sent = await SentMessages.claim(world, claim);
  if (!sent) return busy;
  const exchange = new Exchange(egress, sendMilliseconds);
  const caller = { exchange, botToken: wire.slackSettings?.botToken };
  try {
    const providerId = await sent.made(channelId, {
      async make() {
        const isTagging = !wire.slackSettings?.disableTagOnCallMembersInOnCallMessage;
        const mentions = isTagging ? await mentionsOf(caller, tiers) : new Map<string, string>();
        const language = await organizationLanguage(world, integration.organizationId);
        const message = messageOf(teamName, tiers, mentions, speaker(usualSpeech[language]));
        const answer = await callSlack(caller, 'chat.postMessage', {
          channel: channelId,
          ...message,
          unfurl_links: false,
        });
        return textAt(answer, 'ts');
      },
    });
    const result = { outcome: 'sent' as const, code: exchange.code, providerId };
    return withoutSecrets(result, wire, exchange.credentials);
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return withoutSecrets(error.result, wire, exchange.credentials);
  } finally {
    await sent.release();
  }
}

const busy: SendResult = {
  outcome: 'retry',
  ...failedAs(null, say('reminderBusy')),
  retryAfterSeconds: 2,
};

/** By address. */
async function mentionsOf(
  caller: SlackCaller,
  tiers: readonly ReminderTier[],
): Promise<Map<string, string>> {
  const emails = new Set(
    tiers.flatMap(({ people }) => people.flatMap(({ email }) => (email === null ? [] : [email]))),
  );
  const mentions = new Map<string, string>();
  for (const email of [...emails].slice(0, tagsMax)) {
    const mention = await slackMention(caller, email);
    if (mention !== null) mentions.set(email, mention);
  }
  return mentions;
}

function messageOf(
  teamName: string,
  tiers: readonly ReminderTier[],
  mentions: ReadonlyMap<string, string>,
  t: Speak<string>,
): { text: string; blocks: object[] } {
  const team = cut(teamName, 100);
  const onCall = tiers.flatMap(({ people }) => people);
  if (onCall.length === 0) {
    const text = t('nobodyOnCallFor', { team });
    const advice = t('checkEscalationsNow');
    return {
      text: slackText(text),
      blocks: [headerOf(text), sectionOf(`*${advice}*`)],
    };
  }
  const names = [...new Set(onCall.map(({ displayName }) => displayName))];
  return {
    text: slackText(cut(t('onCallForTeam', { team, names }), 900)),
    blocks: [
      headerOf(t('onCallFor', { team })),
      ...tiers.slice(0, tiersMax).map((tier) => sectionOf(tierText(tier, mentions, t))),
    ],
  };
}

function tierText(
  { tier, people }: ReminderTier,
  mentions: ReadonlyMap<string, string>,
  t: Speak<string>,
): string {
  const heading = `*${t('tierNumber', { tier })}*`;
  if (people.length === 0) return `${heading}: ⚠️ *${t('wordNobody')}*`;
  let text = heading;
  for (const [index, { displayName, email, until }] of people.entries()) {
    const mention = email === null ? undefined : mentions.get(email);
    const name = slackText(cut(displayName, 200));
    const person = mention ? `${name} ${mention}` : name;
    const line = `\n• ${until ? t('personUntil', { person, until }) : person}`;
    if (text.length + line.length > sectionMax)
      return `${text}\n• ${t('peopleMore', { count: people.length - index })}`;
    text += line;
  }
  return text;
}

function headerOf(text: string): object {
  return { type: 'header', text: { type: 'plain_text', text: cut(text, 150) } };
}

function sectionOf(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}
