import { markdown } from '../../channels/index.ts';
import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { chatActionToken } from '../chat-actions.ts';
import { channelsOf, everyChannel, hasChannels, inEach, sendChatMessage } from '../chat-message.ts';
import { escapedWithin } from '../escape.ts';
import { textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, noticeText } from '../markup.ts';
import { cut } from '../report.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

type MattermostSettings = SettingsOf<'mattermostSettings'>;

const colors = { Critical: '#d32f2f', Warning: '#f57c00', Minor: '#1976d2' } as const;

export const mattermost = defineTool<'mattermostSettings'>({
  settings: 'mattermostSettings',
  check(settings) {
    demandPublicUrl('mattermostSettings.baseUrl', settings.baseUrl, ['botToken']);
    if (!settings.isForPeople) return;
    for (const member of ['baseUrl', 'botToken', 'slashCommandToken'] as const)
      if (!settings[member])
        throw invalidField(
          `mattermostSettings.${member}`,
          say('chatForPeopleNeedsSecret', { member }),
        );
  },
  isOnlyForPeople: ({ isForPeople, sendIncidentsToMattermost }) =>
    isForPeople === true && !sendIncidentsToMattermost,
  isRoomOfPeople: ({ slashCommandToken }) => Boolean(slashCommandToken),
  missing(settings) {
    if (!settings.sendIncidentsToMattermost) return say('mattermostOff');
    if (!settings.baseUrl) return say('mattermostHasNoAddress');
    if (!settings.botToken) return say('mattermostHasNoToken');
    return hasChannels(settings) ? null : say('mattermostHasNoChannel');
  },
  async send(job) {
    const { report, settings } = job;
    const message = { message: '', props: { attachments: [attachmentOf(job)] } };
    return inEach(channelsOf(job, settings), (channel) =>
      sendChatMessage(job, {
        place: channel,
        post: async () =>
          textAt(await call(job, 'posts', { channel_id: channel, ...message }), 'id'),
        update: (id) => call(job, `posts/${encodeURIComponent(id)}/patch`, message, 'PUT'),
        reply: (id) =>
          call(job, 'posts', {
            channel_id: channel,
            root_id: id,
            message: happenedText(report, markdownMarkup, 10_000),
          }),
        isGone: ({ result }) => result.code === '404',
      }),
    );
  },
  notify(job) {
    const { settings, notice, sent } = job;
    const text = noticeText(notice, markdownMarkup, 4000);
    const message = `**${escapedWithin(notice.title, markdown, 500)}**\n${text}`;
    return inEach(everyChannel(settings), (channel) =>
      sent.made(channel, {
        make: async () => textAt(await call(job, 'posts', { channel_id: channel, message }), 'id'),
      }),
    );
  },
});

function call(
  { exchange, settings }: Pick<Job<MattermostSettings>, 'exchange' | 'settings'>,
  path: string,
  json: object,
  method: 'POST' | 'PUT' = 'POST',
) {
  return exchange.ask(below(settings.baseUrl ?? '', `/api/v4/${path}`), {
    method,
    headers: { authorization: `Bearer ${settings.botToken}` },
    json,
  });
}

function attachmentOf({ report, settings, delivery, world }: Job<MattermostSettings>): object {
  const action = (name: 'acknowledge' | 'resolve', label: string) => ({
    id: name,
    name: label,
    type: 'button',
    integration: {
      // Beside the pages of incidents, wherever a proxy has put this server.
      url: new URL(`../chat/mattermost/${delivery.integration.id}`, report.url).href,
      context: {
        action: name,
        incidentId: report.incidentId,
        token: chatActionToken(world, delivery.integration.id, report.incidentId),
      },
    },
  });
  // People connect their accounts by the command; without it nobody could press anything.
  const hasActions =
    report.isOpen && !settings.isMessageReadOnly && Boolean(settings.slashCommandToken);
  return {
    fallback: cut(`${report.title}: ${report.latest.happened}`, 1000),
    color: report.isOpen ? colors[report.severity] : '#388e3c',
    title: cut(report.title, 1000),
    title_link: report.url,
    text: happenedText(report.latest, markdownMarkup, 4000),
    fields: report.facts.map(({ name, value }) => ({
      title: cut(name, 200),
      value: markdown(cut(value, 400)),
      short: value.length < 40,
    })),
    actions: [
      ...(hasActions && report.state === 'Open'
        ? [action('acknowledge', report.t('acknowledge'))]
        : []),
      ...(hasActions ? [action('resolve', report.t('resolveIncident'))] : []),
    ],
  };
}
