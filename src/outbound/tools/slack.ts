import { slackText } from '../../channels/index.ts';
import { invalidField } from '../../kernel/index.ts';
import { type Sentence, say, words } from '../../sentences/index.ts';
import {
  channelsOf,
  everyChannel,
  hasChannels,
  inEach,
  sendChatMessage,
  toldChannels,
} from '../chat-message.ts';
import { escapedWithin } from '../escape.ts';
import { NotSent, refused, type ToolAnswer, textAt } from '../exchange.ts';
import { happenedText, type Markup, noticeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { callSlack, slackMention } from '../slack-api.ts';
import {
  channelPlace,
  furnishChannel,
  incidentChannelOf,
  knownChannel,
} from '../slack-incident-channel.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';

type SlackSettings = SettingsOf<'slackSettings'>;

const mrkdwn: Markup = {
  text: slackText,
  link: (text, url) => `<${slackText(url)}|${slackText(text)}>`,
  bold: (text) => `*${text}*`,
  quote: '&gt; ',
  item: '',
};
const emoji = { Critical: '🔴', Warning: '🟠', Minor: '🔵' } as const;
const tagsMax = 10;
const goneErrors = /message_not_found|cant_update_message|edit_window_closed/;

export const slack = defineTool<'slackSettings'>({
  settings: 'slackSettings',
  /** Refuses settings that would be stored and have no effect: nobody should wait for messages that do not come. */
  check({ isForPeople, onCallUserGroupId, onCallUserGroupTiers, botToken, signingSecret }) {
    if ((isForPeople || onCallUserGroupId) && !botToken)
      throw invalidField('slackSettings.botToken', say('slackHasNoToken'));
    if (onCallUserGroupTiers && !onCallUserGroupId)
      throw invalidField('slackSettings.onCallUserGroupId', say('slackTiersNeedGroup'));
    if (isForPeople && !signingSecret)
      throw invalidField(
        'slackSettings.signingSecret',
        say('chatForPeopleNeedsSecret', { member: 'signingSecret' }),
      );
  },
  isRoomOfPeople: ({ botToken, signingSecret }) => Boolean(botToken && signingSecret),
  missing(settings) {
    if (!settings.botToken) return say('slackHasNoToken');
    return hasChannels(settings) || settings.dedicatedChannel?.isEnabled
      ? null
      : say('slackHasNoChannel');
  },
  isOnlyForPeople: (settings) =>
    (settings.isForPeople === true || Boolean(settings.onCallUserGroupId)) &&
    !hasChannels(settings) &&
    !settings.dedicatedChannel?.isEnabled,
  async send(job) {
    const { settings, report, delivery, sent } = job;
    const mentions = await mentionsOf(job);
    const own = knownChannel(sent);
    const rooms = channelsOf(job, settings).filter((channel) => channel !== own);
    if (delivery.isTest && rooms.length === 0) refused('channel', say('slackTestMakesNoChannel'));
    const inRooms = await outcomeOf(() =>
      inEach(rooms, (channel) => tell(job, channel, blocksOf(report, settings, mentions, own))),
    );
    const inOwn = await outcomeOf(() => tellOwnChannel(job, mentions));
    if (inOwn instanceof NotSent)
      job.aftermath.remark = say('slackChannelFails', {
        tool: delivery.integration.wire.displayName,
        why: whyOf(inOwn),
      });
    if (inRooms instanceof NotSent) throw inRooms;
    // A message that Slack refuses for good does not fail the messages in the rooms: the incident says it.
    const isRefused = inOwn instanceof NotSent && inOwn.result.outcome === 'refused';
    if (inOwn instanceof NotSent && !(isRefused && rooms.length > 0)) throw inOwn;
    return inRooms ?? (inOwn instanceof NotSent ? null : inOwn);
  },
  notify(job) {
    const { settings, notice, sent } = job;
    const title = slackText(cut(notice.title, 300));
    const text = `*${title}*\n${noticeText(notice, mrkdwn, 2500)}`;
    const message = {
      text: title,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
      unfurl_links: false,
    };
    return inEach(everyChannel(settings), (channel) =>
      sent.made(channel, {
        make: async () =>
          textAt(await call(job, 'chat.postMessage', { channel, ...message }), 'ts'),
      }),
    );
  },
});

/** One message, which later events change, with what happens in its thread. */
function tell(job: Job<SlackSettings>, channel: string, blocks: object[]): Promise<string> {
  const { settings, report } = job;
  const message = {
    text: cut(`${report.title}: ${report.latest.happened}`, 1000),
    blocks,
    unfurl_links: false,
  };
  return sendChatMessage(job, {
    place: channel,
    post: async () => textAt(await call(job, 'chat.postMessage', { channel, ...message }), 'ts'),
    update: (ts) => call(job, 'chat.update', { channel, ts, ...message }),
    ...(settings.hideActivityHistory
      ? {}
      : {
          reply: (ts: string) =>
            call(job, 'chat.postMessage', {
              channel,
              thread_ts: ts,
              text: happenedText(report, mrkdwn, 3000),
            }),
        }),
    isGone: ({ result }) => result.outcome === 'refused' && goneErrors.test(result.error),
  });
}

/** The channel of the incident. What people there have archived by hand stays archived. */
async function tellOwnChannel(
  job: Job<SlackSettings>,
  mentions: readonly string[],
): Promise<string | null> {
  const { sent, settings, report, aftermath } = job;
  const channel = await incidentChannelOf(job);
  if (channel === null) return null;
  const { archiveOnResolve, archiveDelayInSeconds } = settings.dedicatedChannel ?? {};
  try {
    const id = await tell(job, channel, blocksOf(report, settings, mentions));
    await furnishChannel(job, channel);
    if (!report.isOpen && archiveOnResolve)
      aftermath.archiveAfterSeconds = archiveDelayInSeconds ?? 0;
    return id;
  } catch (error) {
    const isClosed =
      error instanceof NotSent &&
      error.result.outcome === 'refused' &&
      /^(is_archived|channel_not_found)$/.test(error.result.code ?? '');
    if (!isClosed || sent.isNew(channelPlace)) throw error;
    return null;
  }
}

async function outcomeOf<Result>(run: () => Promise<Result>): Promise<Result | NotSent> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotSent) return error;
    throw error;
  }
}

function whyOf({ result }: NotSent): Sentence {
  if (result.outcome === 'sent') return say('toolGaveNoReason');
  return result.sentence ?? words(result.error);
}

function call(
  { exchange, settings }: Pick<Job<SlackSettings>, 'exchange' | 'settings'>,
  method: string,
  json: object,
): Promise<ToolAnswer> {
  return callSlack({ exchange, botToken: settings.botToken }, method, json);
}

/** People on call as mentions, where they are known by their address. */
async function mentionsOf({
  settings,
  report,
  exchange,
  sent,
}: Job<SlackSettings>): Promise<string[]> {
  if (!settings.tagOnCallMembers || toldChannels(sent).length > 0) return [];
  const mentions: string[] = [];
  for (const { email } of report.onCall.slice(0, tagsMax)) {
    if (email === null) continue;
    const mention = await slackMention({ exchange, botToken: settings.botToken }, email);
    if (mention !== null) mentions.push(mention);
  }
  return mentions;
}

function blocksOf(
  report: Report,
  settings: SlackSettings,
  mentions: readonly string[],
  own: string | null = null,
): object[] {
  const facts = report.facts.slice(0, 10).map(({ name, value }) => ({
    type: 'mrkdwn',
    text: `*${slackText(cut(name, 200))}*\n${escapedWithin(value, slackText, 900)}`,
  }));
  return [
    {
      type: 'header',
      text: { type: 'plain_text', text: cut(`${emoji[report.severity]} ${report.title}`, 150) },
    },
    ...(facts.length > 0 ? [{ type: 'section', fields: facts }] : []),
    { type: 'section', text: { type: 'mrkdwn', text: happenedText(report.latest, mrkdwn, 3000) } },
    ...(mentions.length > 0
      ? [{ type: 'section', text: { type: 'mrkdwn', text: mentions.join(' ') } }]
      : []),
    ...(own === null
      ? []
      : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<#${slackText(own)}>` }] }]),
    { type: 'actions', elements: buttonsOf(report, settings) },
  ];
}

function buttonsOf(report: Report, settings: SlackSettings): object[] {
  const text = (label: string) => ({ type: 'plain_text', text: label });
  const value = report.incidentId;
  const hasActions =
    settings.signingSecret && !settings.isSlackMessagePayloadReadOnly && report.isOpen;
  return [
    ...(hasActions && report.state === 'Open'
      ? [
          {
            type: 'button',
            action_id: 'acknowledge',
            style: 'primary',
            text: text(report.t('acknowledge')),
            value,
          },
        ]
      : []),
    ...(hasActions
      ? [{ type: 'button', action_id: 'resolve', text: text(report.t('resolveIncident')), value }]
      : []),
    { type: 'button', action_id: 'open', text: text(report.t('openIncident')), url: report.url },
  ];
}
