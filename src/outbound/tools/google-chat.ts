import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { sendChatMessage } from '../chat-message.ts';
import { textAt } from '../exchange.ts';
import { googleToken, keyObstacle } from '../google-account.ts';
import { happenedText, htmlMarkup, noticeText, plainMarkup, wholeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool, type Job, type NoticeJob, type SettingsOf } from '../tool.ts';
import { demandUrl } from '../urls.ts';

type GoogleChatSettings = SettingsOf<'googleChatSettings'>;

/** Which replies go into a thread by its key; else it would be ignored. */
const threaded = 'messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';

/** A webhook cannot change messages: each event is a reply in the thread of the incident. An app changes its own. */
export const googleChat = defineTool<'googleChatSettings'>({
  settings: 'googleChatSettings',
  check({ webhookUrl, serviceAccountKey, spaceName }) {
    demandUrl('googleChatSettings.webhookUrl', webhookUrl);
    const isApp = Boolean(serviceAccountKey && spaceName);
    if (webhookUrl ? Boolean(serviceAccountKey || spaceName) : !isApp)
      throw invalidField('googleChatSettings.webhookUrl', say('googleWebhookOrApp'));
    const obstacle = serviceAccountKey ? keyObstacle(serviceAccountKey) : null;
    if (obstacle) throw invalidField('googleChatSettings.serviceAccountKey', obstacle);
  },
  isRoomOfPeople: ({ serviceAccountKey, spaceName, projectNumber }) =>
    Boolean(serviceAccountKey && spaceName && projectNumber),
  async send(job) {
    const { exchange, settings, report, sent } = job;
    const thread = { threadKey: report.marker };
    if (!settings.webhookUrl) return sendByApp(job);
    const url = new URL(settings.webhookUrl);
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
    await sent.once('message', () =>
      exchange.ask(url.href, { json: { thread, cardsV2: cardsOf(cardOf(report)) } }),
    );
    return null;
  },
  async notify(job) {
    const { exchange, settings, notice, sent } = job;
    const text = noticeText(notice, htmlMarkup, 5000).replaceAll('\n', '<br>');
    const card = {
      header: { title: cut(notice.title, 200) },
      sections: [{ widgets: [{ textParagraph: { text } }] }],
    };
    const json = { cardsV2: cardsOf(card, 'notice') };
    await sent.once('message', async () =>
      settings.webhookUrl
        ? exchange.ask(settings.webhookUrl, { json })
        : exchange.ask(`${spaceOf(settings)}/messages`, { headers: await accessOf(job), json }),
    );
    return null;
  },
});

async function sendByApp(job: Job<GoogleChatSettings>): Promise<string> {
  const { exchange, settings, report } = job;
  const headers = await accessOf(job);
  const messages = `${spaceOf(settings)}/messages?${threaded}`;
  const thread = { threadKey: report.marker };
  // The message is right in whatever order events come.
  const card = cardOf({ ...report, ...report.latest }, buttonsOf(report, settings));
  const cardsV2 = cardsOf(card);
  return sendChatMessage(job, {
    place: settings.spaceName ?? '',
    post: async () =>
      textAt(await exchange.ask(messages, { headers, json: { thread, cardsV2 } }), 'name'),
    update: (name) =>
      exchange.ask(`https://chat.googleapis.com/v1/${encodeURI(name)}?updateMask=cardsV2`, {
        method: 'PATCH',
        headers,
        json: { cardsV2 },
      }),
    reply: () =>
      exchange.ask(messages, {
        headers,
        json: { thread, text: happenedText(report, plainMarkup, 3000).replaceAll('<', '‹') },
      }),
    isGone: ({ result }) => result.code === '404',
  });
}

function spaceOf({ spaceName }: GoogleChatSettings): string {
  return `https://chat.googleapis.com/v1/${spaceName}`;
}

async function accessOf({
  exchange,
  settings,
  world,
}: Pick<
  Job<GoogleChatSettings> | NoticeJob<GoogleChatSettings>,
  'exchange' | 'settings' | 'world'
>): Promise<Record<string, string>> {
  const now = world.clock.now();
  const token = await googleToken(exchange, settings.serviceAccountKey ?? '', now);
  return { authorization: `Bearer ${token}` };
}

function cardsOf(card: object, cardId = 'incident'): object[] {
  return [{ cardId, card }];
}

/** The buttons for what can be done now, by people who have connected their account. */
function buttonsOf(
  { state, isOpen, incidentId, t }: Report,
  { projectNumber }: GoogleChatSettings,
): object[] {
  if (!projectNumber || !isOpen) return [];
  const button = (text: string, name: string) => ({
    text,
    onClick: { action: { function: name, parameters: [{ key: 'incidentId', value: incidentId }] } },
  });
  const resolve = button(t('resolveIncident'), 'resolve');
  return state === 'Open' ? [button(t('acknowledge'), 'acknowledge'), resolve] : [resolve];
}

/** 32,000 bytes for the whole message. */
function cardOf(report: Report, buttons: readonly object[] = []): object {
  return {
    header: { title: cut(report.title, 200), subtitle: subtitleOf(report) },
    sections: [
      {
        widgets: [
          { textParagraph: { text: wholeText(report, htmlMarkup, 7000).replaceAll('\n', '<br>') } },
          {
            buttonList: {
              buttons: [
                ...buttons,
                { text: report.t('openIncident'), onClick: { openLink: { url: report.url } } },
              ],
            },
          },
        ],
      },
    ],
  };
}

function subtitleOf({ severity, state, t }: Report): string {
  return t('severityAndState', { severity, state });
}
