import { speaker } from '../../sentences/index.ts';
import type { Notification } from '../notification.ts';
import {
  localTime,
  oneLine,
  plain,
  shortened,
  shownAttributes,
  stateOf,
  stateWord,
  titleOf,
  whatHappened,
} from '../words.ts';
import { type EmailPage, emailPage } from './email-page.ts';

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
  /** The thread of the mail: all mails with the same value are one thread, from the first one on. */
  threadId?: string;
  isUrgent?: boolean;
  headers?: Readonly<Record<string, string>>;
}

const attributesMax = 25;
const valueCharactersMax = 600;
/** The title's share of the subject. Mail programs cut at half of that. */
const titleCharactersMax = 120;

/**
 * One mail in both forms. The subject holds only what seldom changes, because mail programs split a thread where the
 * subject changes; what happened is the first line, which they show beside it.
 */
export function renderEmail(notification: Notification): EmailContent {
  const { incident, bundledCount, recipient } = notification;
  const page = pageOf(notification);
  const severity = speaker(recipient.speech)('severityWord', { severity: incident.severity });
  return {
    subject: `${severity}: ${titleOf(notification, titleCharactersMax)}`,
    text: textOf(page),
    html: emailPage(page),
    ...(bundledCount > 1 ? {} : { threadId: incident.id }),
    isUrgent: incident.status === 'Open' && incident.severity === 'Critical',
  };
}

function pageOf(notification: Notification): EmailPage {
  const { incident, intent, teamNames, integrationName, at, message, reason, links, recipient } =
    notification;
  const { mailAnswers } = notification;
  const { speech } = recipient;
  const t = speaker(speech);
  const time = (moment: Date) => localTime(moment, recipient.timeZoneId, speech.locale);
  const isBundle = notification.bundledCount > 1;
  const attributes = isBundle ? [] : shownAttributes(notification);
  const isOpen = incident.status === 'Open';
  const facts = [
    [t('wordTeam'), teamNames.map(oneLine).join(', ')],
    [t('wordIntegration'), integrationName === null || isBundle ? '' : oneLine(integrationName)],
    [t('deedOpened'), isBundle ? '' : time(incident.openedAt)],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value }]));
  return {
    speech,
    severity: incident.severity,
    state: stateWord(notification),
    colour: isOpen ? incident.severity : 'Resolved',
    isOpen,
    title: titleOf(notification),
    happened: `${whatHappened(notification)}${intent === 'Created' ? '' : `, ${time(at)}`}`,
    message: message === null ? null : shortened(plain(message).trim(), 2000),
    facts,
    attributes: attributes.slice(0, attributesMax).map(({ name, value, isImage }) => ({
      name: oneLine(name),
      value: shortened(plain(value).trim(), valueCharactersMax),
      isImage,
    })),
    attributesLeftOut: Math.max(0, attributes.length - attributesMax),
    bundled: (isBundle ? [incident, ...notification.bundled] : []).map(
      ({ title, status, severity }) => ({
        title: shortened(oneLine(title) || t('untitled'), 200),
        state: stateOf({ status, severity }, speech),
        colour: status === 'Open' ? severity : 'Resolved',
      }),
    ),
    bundledLeftOut: Math.max(0, notification.bundledCount - 1 - notification.bundled.length),
    acknowledgeUrl: isOpen ? links.acknowledge : null,
    acknowledgeLabel: t(isBundle ? 'acknowledgeAll' : 'acknowledge'),
    viewUrl: links.view,
    viewLabel: t(isBundle ? 'viewIncidents' : 'viewIncident'),
    greeting: t('messageFor', { name: oneLine(recipient.name) }),
    reason: reason === null ? null : oneLine(reason),
    answerHint:
      isOpen && mailAnswers
        ? t(mailAnswers === 'both' ? 'mailAnswerHint' : 'mailAnswerHintResolve')
        : null,
  };
}

function textOf(page: EmailPage): string {
  const t = speaker(page.speech);
  const listed = (name: string, value: string) =>
    value.includes('\n') ? `${name}:\n${value.replaceAll(/^/gm, '  ')}` : `${name}: ${value}`;
  const paragraphs = [
    `${page.state.toUpperCase()}: ${page.title}\n${page.happened}`,
    page.message === null ? '' : page.message.replaceAll(/^/gm, '> '),
    page.acknowledgeUrl === null ? '' : `${page.acknowledgeLabel}: ${page.acknowledgeUrl}`,
    `${page.viewLabel}: ${page.viewUrl}`,
    page.answerHint ?? '',
    page.facts.map(({ name, value }) => listed(name, value)).join('\n'),
    [
      ...page.attributes.map(({ name, value }) => listed(name, value)),
      ...(page.attributesLeftOut > 0
        ? [t('moreAttributes', { count: page.attributesLeftOut })]
        : []),
    ].join('\n'),
    [
      ...page.bundled.map(({ title, state }) => `- ${state}: ${title}`),
      ...(page.bundledLeftOut > 0 ? [t('moreIncidents', { count: page.bundledLeftOut })] : []),
    ].join('\n'),
    `-- \n${[page.greeting, page.reason].filter((part) => part !== null).join(' ')}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}
