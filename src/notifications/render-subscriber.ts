import {
  colours,
  type EmailContent,
  emailButtons,
  emailFacts,
  emailFrame,
  emailHead,
  emailLetter,
  emailQuote,
  oneLine,
  plain,
  quiet,
  shortened,
} from '../channels/index.ts';
import { html, nothing } from '../kernel/index.ts';
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
    'maintenance-called-off': 'Maintenance called off',
    update: 'Update',
  } satisfies Record<News['kind'], string>,
  updates: {
    Investigating: 'Investigating',
    Identified: 'Identified',
    Monitoring: 'Monitoring',
    Resolved: 'Resolved',
  } satisfies Record<PublicUpdateState, string>,
  /** Said of one that began before this is told: its end has changed, or it was announced late. */
  underWay: 'Maintenance under way',
  state: 'State',
  affects: 'Affects',
  time: 'Time',
  open: 'Open the status page',
  leave: 'Unsubscribe',
  why: (title: string) => `You subscribed to “${title}”.`,
  stop: 'Reply STOP to end these texts.',
  confirmSubject: (title: string) => `Confirm your subscription to ${title}`,
  confirmText: (title: string) =>
    `Somebody, probably you, wants to get the updates of “${title}” at this address. Confirm it by this link; it works for three days:`,
  confirmButton: 'Confirm',
  confirmElse: 'If it was not you, do nothing: without the link nobody is subscribed.',
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
    'maintenance-called-off': 'Wartung abgesagt',
    update: 'Neues',
  },
  updates: {
    Investigating: 'Wird untersucht',
    Identified: 'Ursache gefunden',
    Monitoring: 'Wird beobachtet',
    Resolved: 'Behoben',
  },
  underWay: 'Wartung läuft',
  state: 'Zustand',
  affects: 'Betrifft',
  time: 'Zeit',
  open: 'Statusseite öffnen',
  leave: 'Abmelden',
  why: (title) => `Sie haben „${title}“ abonniert.`,
  stop: 'STOP als Antwort beendet diese SMS.',
  confirmSubject: (title) => `Benachrichtigungen von ${title} bestätigen`,
  confirmText: (title) =>
    `Jemand, vermutlich Sie selbst, möchte an diese Adresse die Meldungen von „${title}“ bekommen. Bestätigen Sie das mit diesem Link; er gilt drei Tage lang:`,
  confirmButton: 'Bestätigen',
  confirmElse:
    'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ohne den Link wird niemand angemeldet.',
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
      html: emailLetter({
        language,
        title: t.confirmSubject(title),
        parts: [t.confirmText(title), { url, label: t.confirmButton }, t.confirmElse],
      }),
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
  const kind = kindOf(news, t);
  const isMaintenance = news.kind.startsWith('maintenance');
  const when = times(news, page, locale);
  const rows = [
    [
      t.state,
      news.severity === null || news.kind === 'incident-resolved'
        ? ''
        : shortened(oneLine(stateWord(page, news.severity, language)), 60),
    ],
    // Not twice: without a title they are the title.
    [t.affects, title === names ? '' : shortened(names, 500)],
    [t.time, when],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value }]));
  const words = news.update ? textIn(news.update.texts, language) : news.message;
  const said = words === null ? null : shortened(plain(words).trim(), 5000);
  const link = isMaintenance ? `${url}#m-${news.subjectId}` : url;
  const end = ` ${url}\n${t.stop}`;
  const about = isMaintenance ? `${title}, ${when}` : title;
  const brief = oneLine(`${pageTitle}: ${kind}. ${about}${said === null ? '' : `. ${said}`}`);
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
      html: newsPage({ kind, title, said, rows, link, leave, pageTitle, news, language }),
    },
  };
}

function kindOf({ kind, dueAt, start, update }: News, t: typeof english): string {
  if (update?.state) return t.updates[update.state];
  return kind === 'maintenance-begun' && dueAt > start ? t.underWay : t.kinds[kind];
}

interface NewsPage {
  kind: string;
  title: string;
  said: string | null;
  rows: readonly { name: string; value: string }[];
  link: string;
  leave: string;
  pageTitle: string;
  news: News;
  language: PageLanguage;
}

function newsPage({ kind, title, said, rows, link, leave, pageTitle, news, language }: NewsPage) {
  const t = texts[language];
  const colour = colourOf(news);
  return emailFrame({
    language,
    title,
    preview: said ?? kind,
    colour,
    rows: html`${emailHead({ state: kind, colour, title, below: pageTitle })}${said === null ? nothing : emailQuote(said)}
<tr><td class="pad" style="padding:20px 32px 0">${emailFacts(rows)}</td></tr>
<tr><td class="pad" style="padding:20px 32px 26px">${emailButtons({ url: link, label: t.open, colour })}</td></tr>
`,
    footer: html`${t.why(pageTitle)} <a class="quiet" href="${leave}" style="color:${quiet}">${t.leave}</a>.`,
  });
}

/** Good news is green, and maintenance is no alarm. */
function colourOf({ kind, severity, update }: News): string {
  const isOver = kind === 'incident-resolved' || update?.state === 'Resolved';
  return colours[isOver ? 'Resolved' : (severity ?? 'Minor')] ?? quiet;
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
