import {
  activitiesUrl,
  adaptiveCard,
  openAction,
  pressAction,
  type TeamsBot,
  teamsBotOf,
  teamsServiceUrl,
  textBlock,
  textRun,
  tokenRequestOf,
} from '../../channels/index.ts';
import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { sendChatMessage } from '../chat-message.ts';
import { type Exchange, textAt } from '../exchange.ts';
import { happenedText, plainMarkup } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool, type Job, type NoticeText, type SettingsOf } from '../tool.ts';
import { demandUrl } from '../urls.ts';

type TeamsSettings = SettingsOf<'microsoftTeamsSettings'>;

const colors = { Critical: 'attention', Warning: 'warning', Minor: 'accent' } as const;

/** A workflow cannot change messages: each event is a card of its own. A bot changes its own, and is in a thread. */
export const microsoftTeams = defineTool<'microsoftTeamsSettings'>({
  settings: 'microsoftTeamsSettings',
  check(settings) {
    const { webhookUrl, appId, tenantId, clientSecret, channelId, isForPeople } = settings;
    demandUrl('microsoftTeamsSettings.webhookUrl', webhookUrl);
    const isBegun = Boolean(appId || tenantId || clientSecret || channelId || isForPeople);
    if (webhookUrl ? isBegun : !isBegun)
      throw invalidField('microsoftTeamsSettings.webhookUrl', say('teamsWorkflowOrBot'));
    for (const member of webhookUrl ? [] : (['appId', 'tenantId', 'clientSecret'] as const))
      if (!settings[member])
        throw invalidField(
          `microsoftTeamsSettings.${member}`,
          say('teamsBotNeeds', { members: ['appId', 'tenantId', 'clientSecret'] }),
        );
    if (!webhookUrl && !channelId && !isForPeople)
      throw invalidField('microsoftTeamsSettings.channelId', say('chatNeedsPlace'));
  },
  missing: ({ webhookUrl, channelId }) => (webhookUrl || channelId ? null : say('chatHasNoPlace')),
  isOnlyForPeople: ({ webhookUrl, channelId, isForPeople }) =>
    !webhookUrl && !channelId && isForPeople === true,
  isRoomOfPeople: (settings) => teamsBotOf(settings) !== null,
  async send(job) {
    const { exchange, settings, report, sent } = job;
    const bot = teamsBotOf(settings);
    if (bot) return sendByBot(job, bot);
    const json = messageOf(cardOf(report));
    await sent.once('message', () => exchange.ask(settings.webhookUrl ?? '', { json }));
    return null;
  },
  async notify({ exchange, settings, notice, sent }) {
    const bot = teamsBotOf(settings);
    const activity = messageOf(noticeCard(notice), notice.title);
    if (bot)
      return sent.made('message', {
        make: async () => threadIn(await bearerOf(exchange, bot), { exchange, settings, activity }),
      });
    await sent.once('message', () => exchange.ask(settings.webhookUrl ?? '', { json: activity }));
    return null;
  },
});

async function sendByBot(job: Job<TeamsSettings>, bot: TeamsBot): Promise<string> {
  const { exchange, settings, report } = job;
  const headers = await bearerOf(exchange, bot);
  // The card is right in whatever order events come.
  const latest = { ...report, ...report.latest };
  const activity = messageOf(cardOf(latest, pressesOf(report)), report.title);
  return sendChatMessage(job, {
    place: settings.channelId ?? '',
    post: () => threadIn(headers, { exchange, settings, activity }),
    update(ref) {
      const { activities, id } = readRef(ref);
      const url = `${activities}/${encodeURIComponent(id)}`;
      return exchange.ask(url, { method: 'PUT', headers, json: activity });
    },
    reply: (ref) =>
      exchange.ask(readRef(ref).activities, {
        headers,
        json: {
          type: 'message',
          attachments: [
            adaptiveCard([textBlock(textRun(happenedText(report, plainMarkup, 3000)))], []),
          ],
        },
      }),
    isGone: ({ result }) => result.code === '404',
  });
}

async function bearerOf(exchange: Exchange, bot: TeamsBot): Promise<Record<string, string>> {
  const { url, body } = tokenRequestOf(bot);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = textAt(await exchange.ask(url, { headers, body }), 'access_token');
  exchange.credentials.add(token);
  return { authorization: `Bearer ${token}` };
}

/** Begins a thread in the channel; the message is known by both ids, neither of which has a space. */
async function threadIn(
  headers: Readonly<Record<string, string>>,
  {
    exchange,
    settings,
    activity,
  }: { exchange: Exchange; settings: TeamsSettings; activity: object },
): Promise<string> {
  const answer = await exchange.ask(`${teamsServiceUrl}v3/conversations`, {
    headers,
    json: {
      isGroup: true,
      channelData: { channel: { id: settings.channelId } },
      tenantId: settings.tenantId,
      activity,
    },
  });
  return `${textAt(answer, 'id')} ${textAt(answer, 'activityId')}`;
}

function readRef(ref: string): { activities: string; id: string } {
  const [conversation = '', id = ''] = ref.split(' ');
  return { activities: activitiesUrl(teamsServiceUrl, conversation), id };
}

/** `summary` announces the message. */
function messageOf(card: object, summary?: string): object {
  return {
    type: 'message',
    ...(summary === undefined ? {} : { summary: cut(summary, 200) }),
    attachments: [card],
  };
}

/** The buttons for what can be done now, by people who have connected their account. */
function pressesOf({ state, isOpen, incidentId, t }: Report): object[] {
  if (!isOpen) return [];
  const resolve = pressAction(t('resolveIncident'), `resolve:${incidentId}`);
  if (state !== 'Open') return [resolve];
  return [pressAction(t('acknowledge'), `acknowledge:${incidentId}`), resolve];
}

function noticeCard({ title, text, link }: NoticeText): object {
  return adaptiveCard(
    [
      textBlock(textRun(cut(title, 300), { weight: 'Bolder', size: 'Large' })),
      textBlock(textRun(cut(text, 3000))),
    ],
    link ? [openAction(link.text, link.url)] : [],
  );
}

/** 28 kB for the whole message. */
function cardOf(report: Report, presses: readonly object[] = []): object {
  const color = report.isOpen ? colors[report.severity] : 'good';
  const title = textRun(cut(report.title, 300), { weight: 'Bolder', size: 'Large', color });
  return adaptiveCard(
    [
      textBlock(title),
      textBlock(textRun(happenedText(report, plainMarkup, 3000))),
      ...report.facts
        .slice(0, 15)
        .map(({ name, value }) =>
          textBlock(textRun(`${cut(name, 100)}: `, { weight: 'Bolder' }), textRun(cut(value, 300))),
        ),
    ],
    [...presses, openAction(report.t('openIncident'), report.url)],
  );
}
