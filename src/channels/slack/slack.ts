import {
  failedAs,
  membersOf,
  type OutboundResponse,
  sendFailureOf,
  sendResultOf,
} from '../../egress/index.ts';
import { say } from '../../sentences/index.ts';
import type { Channel, ChannelResult, Message } from '../channel.ts';
import { askChat, type Chat, type ChatOptions, chatRefusal } from '../direct-messages/chat.ts';
import { chatChannel } from '../direct-messages/chat-channel.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { shortened } from '../words.ts';

/** A person of a workspace: https://docs.slack.dev/reference/methods/chat.postMessage. */
export interface SlackTarget {
  botToken: string;
  userId: string;
}

/** Direct messages by a Slack app of the organization. */
export const slack: Channel<ChatContent, SlackTarget, object> = {
  ...chatChannel,
  title: 'Slack',
  reachedBy: 'slack',
  addressOf: (person) => person.slack ?? null,
  members: {
    isOn: 'shouldSendSlack',
    delayMinutes: 'delayInMinSlack',
    severities: 'severitiesSlack',
    disabledIntents: 'disabledIntentsSlack',
  },
  open: (options) => ({ send: (message) => sendSlack(message, options) }),
};

export const slackChat: Chat<SlackTarget> = {
  channel: 'Slack',
  targetOf({ wire: { slackSettings: settings } }, userId) {
    const { botToken, signingSecret, isForPeople } = settings ?? {};
    return botToken && signingSecret && isForPeople ? { botToken, userId } : null;
  },
  async probe({ slackSettings }, options) {
    try {
      return slackResult(await callSlack(slackSettings?.botToken ?? '', 'auth.test', options));
    } catch (error) {
      return sendFailureOf(error);
    }
  },
  opening: (code) => ({ text: `/tocsin connect ${code}`, isCommand: true, url: null }),
};

async function sendSlack(
  { to, replaces, ...content }: Message<ChatContent, SlackTarget>,
  options: ChatOptions,
): Promise<ChannelResult> {
  const [channel = '', ts = ''] = replaces?.split(separator) ?? [];
  const message = {
    // Announces the message, where it is read as markup; the blocks are plain text.
    text: slackText(`${content.mark} ${content.title}`),
    blocks: blocksOf(content),
    unfurl_links: false,
  };
  try {
    const answer =
      replaces === undefined
        ? await callSlack(to.botToken, 'chat.postMessage', options, {
            channel: to.userId,
            ...message,
          })
        : await callSlack(to.botToken, 'chat.update', options, { channel, ts, ...message });
    return slackResult(answer, replaces);
  } catch (error) {
    return sendFailureOf(error);
  }
}

function callSlack(
  token: string,
  method: string,
  options: ChatOptions,
  json: object = {},
): Promise<OutboundResponse> {
  return askChat(options, `https://slack.com/api/${method}`, { token, json });
}

/** A message is known by its conversation and its time. */
const separator = '/';

const passingErrors = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'org_login_required',
  'external_channel_migrating',
  'update_failed',
]);
const reasons = {
  chatTokenInvalid: /^(invalid_auth|not_authed|account_inactive|token_(revoked|expired))$/,
  chatAccountGone:
    /^(channel_not_found|user_\w+|is_archived|is_inactive|messages_tab_disabled|cannot_dm_bot|restricted_action\w*|ekm_access_denied)$/,
  chatMessageGone: /^(message_not_found|cant_update_message|edit_window_closed)$/,
} as const;

/** Slack answers 200 also when it refuses. `replaces`: the message that it should have changed. */
function slackResult(answer: OutboundResponse, replaces?: string): ChannelResult {
  const read = sendResultOf(answer);
  if (read.outcome !== 'sent') return read;
  const { ok, error, channel, ts } = membersOf(answer) ?? {};
  if (ok === true) {
    const isNamed = typeof channel === 'string' && typeof ts === 'string';
    const providerId = isNamed ? channel + separator + ts : (replaces ?? null);
    return { ...read, providerId };
  }
  const code = typeof error === 'string' ? error : 'unknown_error';
  const failure = failedAs(code, say('slackAnswered', { code }));
  if (passingErrors.has(code)) return { outcome: 'retry', ...failure, retryAfterSeconds: null };
  for (const why of ['chatTokenInvalid', 'chatAccountGone', 'chatMessageGone'] as const)
    if (reasons[why].test(code)) return chatRefusal('Slack', code, why);
  return code === 'missing_scope'
    ? {
        outcome: 'refused',
        ...failedAs(code, say('slackScopeMissing', { code })),
        concernsOne: true,
      }
    : { outcome: 'refused', ...failure };
}

/** https://docs.slack.dev/reference/block-kit/blocks: the longest texts of a header, a section and a button. */
const charactersMax = { header: 150, section: 3000, button: 75 };

/** All text is plain: nothing in an alert is read as markup or as a mention. */
function blocksOf({ mark, title, lines, link, buttons }: ChatContent): object[] {
  const text = lines.filter((line) => line !== '').join('\n');
  const labelled = (label: string) => plain(label, charactersMax.button);
  return [
    { type: 'header', text: plain(`${mark} ${title}`, charactersMax.header) },
    ...(text === '' ? [] : [{ type: 'section', text: plain(text, charactersMax.section) }]),
    {
      type: 'actions',
      elements: [
        ...buttons.map(({ label, data }, index) => ({
          type: 'button',
          action_id: `reply${index}`,
          text: labelled(label),
          value: data,
        })),
        { type: 'button', action_id: 'open', text: labelled(link.text), url: link.url },
      ],
    },
  ];
}

/** Which characters Slack counts is not said: within the limit in code units is within it by any count. */
function plain(text: string, charactersMax: number): object {
  const shown = shortened(text, charactersMax);
  const isWithin = shown.length <= charactersMax;
  return {
    type: 'plain_text',
    text: isWithin ? shown : shortened(text, Math.floor(charactersMax / 2)),
    emoji: false,
  };
}

/** Slack's mrkdwn; mentions need angle brackets. */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
