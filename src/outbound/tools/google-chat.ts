import { htmlMarkup, noticeText, wholeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool } from '../tool.ts';
import { demandUrl } from '../urls.ts';

/** A webhook cannot change messages: each event is a reply in the thread of the incident. */
export const googleChat = defineTool<'googleChatSettings'>({
  settings: 'googleChatSettings',
  check: ({ webhookUrl }) => demandUrl('googleChatSettings.webhookUrl', webhookUrl),
  async send({ exchange, settings, report, sent }) {
    const url = new URL(settings.webhookUrl);
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
    await sent.once('message', () =>
      exchange.ask(url.href, {
        json: {
          thread: { threadKey: report.marker },
          cardsV2: [{ cardId: 'incident', card: cardOf(report) }],
        },
      }),
    );
    return null;
  },
  async notify({ exchange, settings, notice, sent }) {
    const text = noticeText(notice, htmlMarkup, 5000).replaceAll('\n', '<br>');
    const card = {
      header: { title: cut(notice.title, 200) },
      sections: [{ widgets: [{ textParagraph: { text } }] }],
    };
    await sent.once('message', () =>
      exchange.ask(settings.webhookUrl, { json: { cardsV2: [{ cardId: 'notice', card }] } }),
    );
    return null;
  },
});

/** 32,000 bytes for the whole message. */
function cardOf(report: Report): object {
  return {
    header: { title: cut(report.title, 200), subtitle: subtitleOf(report) },
    sections: [
      {
        widgets: [
          { textParagraph: { text: wholeText(report, htmlMarkup, 7000).replaceAll('\n', '<br>') } },
          {
            buttonList: {
              buttons: [
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
