import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { channelsOf, everyChannel, hasChannels, inEach, sendChatMessage } from '../chat-message.ts';
import { escapedWithin, slackText } from '../escape.ts';
import { type ToolAnswer, textAt } from '../exchange.ts';
import { happenedText, type Markup, noticeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { callSlack, slackMention } from '../slack-api.ts';
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
  /** What would be stored and never done is refused: nobody should wait for a channel that does not come. */
  check({ dedicatedChannel }) {
    if (dedicatedChannel?.isEnabled)
      throw invalidField('slackSettings.dedicatedChannel', say('slackChannelsPerIncident'));
  },
  missing(settings) {
    if (!settings.botToken) return say('slackHasNoToken');
    return hasChannels(settings) ? null : say('slackHasNoChannel');
  },
  async send(job) {
    const { settings, report } = job;
    const mentions = await mentionsOf(job);
    const message = {
      text: cut(`${report.title}: ${report.latest.happened}`, 1000),
      blocks: blocksOf(report, settings, mentions),
      unfurl_links: false,
    };
    return inEach(channelsOf(job, settings), (channel) =>
      sendChatMessage(job, {
        place: channel,
        post: async () =>
          textAt(await call(job, 'chat.postMessage', { channel, ...message }), 'ts'),
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
      }),
    );
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
  if (!settings.tagOnCallMembers || sent.places().length > 0) return [];
  const mentions: string[] = [];
  for (const { email } of report.onCall.slice(0, tagsMax)) {
    if (email === null) continue;
    const mention = await slackMention({ exchange, botToken: settings.botToken }, email);
    if (mention !== null) mentions.push(mention);
  }
  return mentions;
}

function blocksOf(report: Report, settings: SlackSettings, mentions: readonly string[]): object[] {
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
