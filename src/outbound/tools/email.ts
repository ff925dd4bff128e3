import { failedAs } from '../../egress/index.ts';
import { say } from '../../sentences/index.ts';
import { html } from '../escape.ts';
import { NotSent } from '../exchange.ts';
import { htmlMarkup, plainMarkup, wholeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool } from '../tool.ts';

/** One mail per event and address; mails about an incident form a thread. */
export const email = defineTool<'emailSettings'>({
  settings: 'emailSettings',
  async send({ settings, report, delivery, sent, sendEmail }) {
    if (!sendEmail)
      throw new NotSent({
        outcome: 'unconfigured',
        ...failedAs(null, say('serverHasNoMail')),
      });
    let providerId: string | null = null;
    for (const to of new Set(settings.to))
      await sent.once(to, async () => {
        const result = await sendEmail({
          key: `${delivery.key}:${to}`,
          to,
          subject: subjectOf(report),
          text: `${report.title}\n\n${wholeText(report, plainMarkup, 20_000)}\n`,
          html: bodyOf(report),
          threadId: report.marker,
        });
        if (result.outcome !== 'sent') throw new NotSent(result);
        providerId ??= result.providerId;
      });
    return providerId;
  },
});

/** The same for all mails of an incident, or clients would tear the thread. */
function subjectOf({ title, severity, t }: Report): string {
  return cut(`[${t('severityWord', { severity })}] ${title}`, 200);
}

function bodyOf(report: Report): string {
  const text = wholeText(report, htmlMarkup, 40_000).replaceAll('\n', '<br>\n');
  return `<h2>${html(report.title)}</h2>\n<p>${text}</p>\n`;
}
