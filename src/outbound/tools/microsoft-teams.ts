import { happenedText, plainMarkup } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool } from '../tool.ts';
import { demandUrl } from '../urls.ts';

const colors = { Critical: 'attention', Warning: 'warning', Minor: 'accent' } as const;

/** A workflow cannot change messages: each event is a card of its own. */
export const microsoftTeams = defineTool<'microsoftTeamsSettings'>({
  settings: 'microsoftTeamsSettings',
  check: ({ webhookUrl }) => demandUrl('microsoftTeamsSettings.webhookUrl', webhookUrl),
  async send({ exchange, settings, report, sent }) {
    const json = messageOf(cardOf(report));
    await sent.once('message', () => exchange.ask(settings.webhookUrl, { json }));
    return null;
  },
  async notify({ exchange, settings, notice, sent }) {
    const title = run(cut(notice.title, 300), { weight: 'Bolder', size: 'Large' });
    const json = messageOf(
      cardWith(
        [text(title), text(run(cut(notice.text, 3000)))],
        notice.link ? [openAction(notice.link.text, notice.link.url)] : [],
      ),
    );
    await sent.once('message', () => exchange.ask(settings.webhookUrl, { json }));
    return null;
  },
});

function messageOf(content: object): object {
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function run(words: string, more: object = {}): object {
  return { type: 'TextRun', text: words, ...more };
}

function text(...inlines: object[]): object {
  return { type: 'RichTextBlock', inlines };
}

/** Text runs take no Markdown, so nothing needs an escape. 28 kB for the whole message. */
function cardOf(report: Report): object {
  const color = report.isOpen ? colors[report.severity] : 'good';
  return cardWith(
    [
      text(run(cut(report.title, 300), { weight: 'Bolder', size: 'Large', color })),
      text(run(happenedText(report, plainMarkup, 3000))),
      ...report.facts
        .slice(0, 15)
        .map(({ name, value }) =>
          text(run(`${cut(name, 100)}: `, { weight: 'Bolder' }), run(cut(value, 300))),
        ),
    ],
    [openAction(report.t('openIncident'), report.url)],
  );
}

function openAction(title: string, url: string): object {
  return { type: 'Action.OpenUrl', title, url };
}

function cardWith(body: readonly object[], actions: readonly object[]): object {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    msteams: { width: 'Full' },
    body,
    actions,
  };
}
