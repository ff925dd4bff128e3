import type { Notification } from '../notification.ts';
import {
  localTime,
  oneLine,
  plain,
  shortened,
  shownAttributes,
  titleOf,
  untitled,
  whatHappened,
} from '../words.ts';
import { type EmailPage, emailPage } from './email-page.ts';

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
  /** What the mail is about: all mails with the same value are one thread, from the first one on. */
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
  const { incident, bundledCount } = notification;
  const page = pageOf(notification);
  return {
    subject: `${incident.severity}: ${titleOf(notification, titleCharactersMax)}`,
    text: textOf(page),
    html: emailPage(page),
    ...(bundledCount > 1 ? {} : { threadId: incident.id }),
    isUrgent: incident.status === 'Open' && incident.severity === 'Critical',
  };
}

function pageOf(notification: Notification): EmailPage {
  const { incident, intent, teamNames, integrationName, at, message, reason, links, recipient } =
    notification;
  const time = (moment: Date) => localTime(moment, recipient.timeZoneId);
  const isBundle = notification.bundledCount > 1;
  const attributes = isBundle ? [] : shownAttributes(notification);
  const isOpen = incident.status === 'Open';
  const facts = [
    ['Team', teamNames.map(oneLine).join(', ')],
    ['Integration', integrationName === null || isBundle ? '' : oneLine(integrationName)],
    ['Opened', isBundle ? '' : time(incident.openedAt)],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value }]));
  return {
    severity: incident.severity,
    state: isOpen ? incident.severity : 'Resolved',
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
        title: shortened(oneLine(title) || untitled, 200),
        state: status === 'Open' ? severity : 'Resolved',
      }),
    ),
    bundledLeftOut: Math.max(0, notification.bundledCount - 1 - notification.bundled.length),
    acknowledgeUrl: isOpen ? links.acknowledge : null,
    acknowledgeLabel: isBundle ? 'Acknowledge all' : 'Acknowledge',
    viewUrl: links.view,
    viewLabel: isBundle ? 'View all incidents' : 'View incident',
    greeting: `For ${oneLine(recipient.name)}.`,
    reason: reason === null ? null : oneLine(reason),
  };
}

function textOf(page: EmailPage): string {
  const listed = (name: string, value: string) =>
    value.includes('\n') ? `${name}:\n${value.replaceAll(/^/gm, '  ')}` : `${name}: ${value}`;
  const paragraphs = [
    `${page.state.toUpperCase()}: ${page.title}\n${page.happened}`,
    page.message === null ? '' : page.message.replaceAll(/^/gm, '> '),
    page.acknowledgeUrl === null ? '' : `${page.acknowledgeLabel}: ${page.acknowledgeUrl}`,
    `${page.viewLabel}: ${page.viewUrl}`,
    page.facts.map(({ name, value }) => listed(name, value)).join('\n'),
    [
      ...page.attributes.map(({ name, value }) => listed(name, value)),
      ...(page.attributesLeftOut > 0 ? [`… and ${page.attributesLeftOut} more attributes`] : []),
    ].join('\n'),
    [
      ...page.bundled.map(({ title, state }) => `- ${state}: ${title}`),
      ...(page.bundledLeftOut > 0 ? [`… and ${page.bundledLeftOut} more incidents`] : []),
    ].join('\n'),
    `-- \n${[page.greeting, page.reason].filter((part) => part !== null).join(' ')}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}
