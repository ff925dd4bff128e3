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
    const attachment = {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: cardOf(report),
    };
    await sent.once('message', () =>
      exchange.ask(settings.webhookUrl, { json: { type: 'message', attachments: [attachment] } }),
    );
    return null;
  },
});

/** Text runs take no Markdown, so nothing needs an escape. 28 kB for the whole message. */
function cardOf(report: Report): object {
  const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more });
  const text = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines });
  const color = report.isOpen ? colors[report.severity] : 'good';
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    msteams: { width: 'Full' },
    body: [
      text(run(cut(report.title, 300), { weight: 'Bolder', size: 'Large', color })),
      text(run(happenedText(report, plainMarkup, 3000))),
      ...report.facts
        .slice(0, 15)
        .map(({ name, value }) =>
          text(run(`${cut(name, 100)}: `, { weight: 'Bolder' }), run(cut(value, 300))),
        ),
    ],
    actions: [{ type: 'Action.OpenUrl', title: report.t('openIncident'), url: report.url }],
  };
}
