import { failedAs } from '../../egress/index.ts';
import { escapedHtml } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { NotSent } from '../exchange.ts';
import { htmlMarkup, noticeText, plainMarkup, wholeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';

type EmailSettings = SettingsOf<'emailSettings'>;

/** One mail per event and address; mails about an incident form a thread. */
export const email = defineTool<'emailSettings'>({
  settings: 'emailSettings',
  send: ({ report, delivery, ...job }) =>
    toEach(job, delivery.key, {
      subject: subjectOf(report),
      text: `${report.title}\n\n${wholeText(report, plainMarkup, 20_000)}\n`,
      html: bodyOf(report),
      threadId: report.marker,
    }),
  notify({ key, notice, ...job }) {
    const lines = noticeText(notice, htmlMarkup, 20_000).replaceAll('\n', '<br>\n');
    return toEach(job, key, {
      subject: cut(notice.title, 200),
      text: `${notice.title}\n\n${noticeText(notice, plainMarkup, 20_000)}\n`,
      html: `<h2>${escapedHtml(notice.title)}</h2>\n<p>${lines}</p>\n`,
      threadId: key,
    });
  },
});

async function toEach(
  { settings, sent, sendEmail }: Pick<Job<EmailSettings>, 'settings' | 'sent' | 'sendEmail'>,
  key: string,
  mail: { subject: string; text: string; html: string; threadId: string },
): Promise<string | null> {
  if (!sendEmail)
    throw new NotSent({
      outcome: 'unconfigured',
      ...failedAs(null, say('serverHasNoMail')),
    });
  let providerId: string | null = null;
  for (const to of new Set(settings.to))
    await sent.once(to, async () => {
      const result = await sendEmail({ key: `${key}:${to}`, to, ...mail });
      if (result.outcome !== 'sent') throw new NotSent(result);
      providerId ??= result.providerId;
    });
  return providerId;
}

/** The same for all mails of an incident, or clients would tear the thread. */
function subjectOf({ title, severity, t }: Report): string {
  return cut(`[${t('severityWord', { severity })}] ${title}`, 200);
}

function bodyOf(report: Report): string {
  const text = wholeText(report, htmlMarkup, 40_000).replaceAll('\n', '<br>\n');
  return `<h2>${escapedHtml(report.title)}</h2>\n<p>${text}</p>\n`;
}
