import { type EmailContent, oneLine, plain, shortened } from '../channels/index.ts';
import { html, joined, nothing, trusted } from '../kernel/index.ts';
import type { Speech } from '../sentences/index.ts';
import {
  type News,
  type PageLanguage,
  type PublicUpdateState,
  type StatusPage,
  stateWord,
  textIn,
} from '../status-pages/index.ts';

/** The same as a text message and as a mail. */
export interface SubscriberMessage {
  text: string;
  email: EmailContent;
}

const english = {
  incident: 'Incident',
  kinds: {
    'incident-opened': 'New incident',
    'incident-changed': 'Incident changed',
    'incident-message': 'Update',
    'incident-resolved': 'Resolved',
    'incident-reopened': 'Incident again',
    'maintenance-planned': 'Maintenance planned',
    'maintenance-begun': 'Maintenance begins',
    'maintenance-ended': 'Maintenance is over',
    update: 'Update',
  } satisfies Record<News['kind'], string>,
  updates: {
    Investigating: 'Investigating',
    Identified: 'Identified',
    Monitoring: 'Monitoring',
    Resolved: 'Resolved',
  } satisfies Record<PublicUpdateState, string>,
  state: 'State',
  affects: 'Affects',
  time: 'Time',
  open: 'Open the status page',
  leave: 'Unsubscribe',
  why: (title: string) => `You subscribed to “${title}”.`,
  stop: 'Reply STOP to end these texts.',
  confirmSubject: (title: string) => `Confirm the updates of ${title}`,
  confirmText: (title: string) =>
    `Somebody, probably you, wants to get the updates of “${title}” at this address. Open this link to confirm; it works for three days:`,
  confirmButton: 'Confirm',
  confirmElse: 'If it was not you, do nothing: you will get no further mail.',
  confirmSms: (title: string, code: string) =>
    `${code} is your code for the updates of ${title}. If you did not ask for it, do nothing. Reply STOP to end texts.`,
};

const german: typeof english = {
  incident: 'Störung',
  kinds: {
    'incident-opened': 'Neue Störung',
    'incident-changed': 'Störung verändert',
    'incident-message': 'Neues',
    'incident-resolved': 'Behoben',
    'incident-reopened': 'Wieder gestört',
    'maintenance-planned': 'Wartung geplant',
    'maintenance-begun': 'Wartung beginnt',
    'maintenance-ended': 'Wartung beendet',
    update: 'Neues',
  },
  updates: {
    Investigating: 'Wird untersucht',
    Identified: 'Ursache gefunden',
    Monitoring: 'Wird beobachtet',
    Resolved: 'Behoben',
  },
  state: 'Zustand',
  affects: 'Betrifft',
  time: 'Zeit',
  open: 'Statusseite öffnen',
  leave: 'Abmelden',
  why: (title) => `Sie haben „${title}“ abonniert.`,
  stop: 'STOP als Antwort beendet diese SMS.',
  confirmSubject: (title) => `Benachrichtigungen von ${title} bestätigen`,
  confirmText: (title) =>
    `Jemand, vermutlich Sie selbst, möchte an diese Adresse die Meldungen von „${title}“ bekommen. Öffnen Sie diesen Link, um das zu bestätigen; er gilt drei Tage lang:`,
  confirmButton: 'Bestätigen',
  confirmElse:
    'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Sie bekommen keine weitere Mail.',
  confirmSms: (title, code) =>
    `${code} ist Ihr Code für die Meldungen von ${title}. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun. STOP als Antwort beendet SMS.`,
};

const texts = { en: english, de: german };
/** A text message of this length has two or three parts. */
const smsCharactersMax = 320;

/** Asks whoever reads it to confirm the address. Pure. */
export function signUpMessage(
  page: StatusPage,
  language: PageLanguage,
  { url, code }: { url: string; code: string },
): SubscriberMessage {
  const t = texts[language];
  const title = shortened(oneLine(page.wire.publicTitle), 100);
  return {
    text: t.confirmSms(shortened(title, 40), code),
    email: {
      subject: t.confirmSubject(title),
      text: `${t.confirmText(title)}\n\n${url}\n\n${t.confirmElse}\n`,
      html: pageOf(
        language,
        t.confirmSubject(title),
        html`<p style="${p}">${t.confirmText(title)}</p><p style="${p}"><a href="${url}" style="${button}">${t.confirmButton}</a></p><p class="quiet" style="${quiet}">${t.confirmElse}</p>`,
      ),
    },
  };
}

/** Tells a subscriber what happened. Everything in it is public already. Pure. */
export function newsMessage(
  page: StatusPage,
  news: News,
  { language, locale }: Speech,
  { url, leave }: { url: string; leave: string },
): SubscriberMessage {
  const t = texts[language];
  const pageTitle = shortened(oneLine(page.wire.publicTitle), 100);
  const names = news.services.map(oneLine).join(', ');
  const title = shortened(oneLine(news.title ?? '') || names || t.incident, 150);
  const kind = news.update?.state ? t.updates[news.update.state] : t.kinds[news.kind];
  const isMaintenance = news.kind.startsWith('maintenance');
  const rows = [
    [
      t.state,
      news.severity === null || news.kind === 'incident-resolved'
        ? ''
        : shortened(oneLine(stateWord(page, news.severity, language)), 60),
    ],
    [t.affects, shortened(names, 500)],
    [t.time, times(news, page, locale)],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value }]));
  const words = news.update ? textIn(news.update.texts, language) : news.message;
  const said = words === null ? null : shortened(plain(words).trim(), 5000);
  const link = isMaintenance ? `${url}#m-${news.subjectId}` : url;
  const end = ` ${url}\n${t.stop}`;
  const brief = oneLine(`${pageTitle}: ${kind}. ${title}${said === null ? '' : `. ${said}`}`);
  return {
    text: `${shortened(brief, smsCharactersMax - end.length)}${end}`,
    email: {
      // The same from the first to the last: mail programs split a thread where the subject changes.
      subject: `[${pageTitle}] ${title}`,
      threadId: `${page.id}.${news.subjectId}`,
      text: `${[
        `${kind}: ${title}`,
        ...(said === null ? [] : [said]),
        rows.map(({ name, value }) => `${name}: ${value}`).join('\n'),
        `${t.open}: ${link}`,
        `-- \n${t.why(pageTitle)}\n${t.leave}: ${leave}`,
      ].join('\n\n')}\n`,
      html: pageOf(
        language,
        title,
        html`<p class="quiet" style="${quiet}">${kind}</p><h1 dir="auto" style="margin:0 0 12px;font-size:21px;line-height:28px;overflow-wrap:anywhere">${title}</h1>${
          said === null
            ? nothing
            : html`<p dir="auto" style="${p};white-space:pre-line">${said}</p>`
        }<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px">${joined(
          rows.map(
            ({ name, value }) =>
              html`<tr><td class="quiet" style="padding:4px 14px 4px 0;color:#59636e;vertical-align:top">${name}</td><td dir="auto" style="padding:4px 0;overflow-wrap:anywhere">${value}</td></tr>`,
          ),
        )}</table><p style="${p}"><a href="${link}" style="${button}">${t.open}</a></p><p class="quiet" style="${quiet}">${t.why(pageTitle)} <a class="quiet" href="${leave}" style="color:#59636e">${t.leave}</a></p>`,
      ),
    },
  };
}

const p = 'margin:0 0 16px;overflow-wrap:anywhere';
const quiet = 'margin:0 0 6px;color:#59636e;font-size:14px';
const button =
  'display:inline-block;padding:11px 22px;border-radius:7px;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none';

/** Mail programs that know it follow the theme of the reader. */
const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0d1117!important;color:#e6edf3!important}
.card{background:#161b22!important;border-color:#30363d!important}
.quiet{color:#9da7b3!important}
}`;

/** No image, no script, nothing remote. */
function pageOf(language: PageLanguage, title: string, body: { markup: string }): string {
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${trusted(sheet)}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1b1f24;font:16px/24px -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;padding:26px 28px;background:#ffffff;border:1px solid #e3e6ea;border-radius:10px">${body}</div>
</body>
</html>
`.markup;
}

/** Times in the zone of the page. Without an end, only the beginning. */
function times({ start, end }: News, { wire }: StatusPage, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: wire.timeZoneId ?? 'UTC',
    timeZoneName: 'short',
  });
  return end === null ? format.format(start) : format.formatRange(start, end);
}
