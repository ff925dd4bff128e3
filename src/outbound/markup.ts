import { markdown } from '../channels/index.ts';
import { escapedHtml } from '../kernel/index.ts';
import { escapedWithin, jiraText } from './escape.ts';
import { cut, type Happened, type Report } from './report.ts';
import type { NoticeText } from './tool.ts';

/** How one target writes what every report consists of. */
export interface Markup {
  text(text: string): string;
  link(text: string, url: string): string;
  bold(text: string): string;
  /** Before each line of what somebody wrote. */
  quote: string;
  /** Before each fact. */
  item: string;
}

export const plainMarkup: Markup = {
  text: (text) => text,
  link: (text, url) => `${text}: ${url}`,
  bold: (text) => text,
  quote: '> ',
  item: '- ',
};

export const markdownMarkup: Markup = {
  text: markdown,
  link: (text, url) => `[${markdown(text)}](${url})`,
  bold: (text) => `**${text}**`,
  quote: '> ',
  item: '- ',
};

export const jiraMarkup: Markup = {
  text: jiraText,
  link: (text, url) => `[${jiraText(text)}|${url}]`,
  bold: (text) => `*${text}*`,
  quote: 'bq. ',
  item: '* ',
};

export const htmlMarkup: Markup = {
  text: escapedHtml,
  link: (text, url) => `<a href="${escapedHtml(url)}">${escapedHtml(text)}</a>`,
  bold: (text) => `<b>${text}</b>`,
  quote: '&gt; ',
  item: '',
};

/** The text of an event and of its message, for a comment or a line in a thread. */
export function happenedText(what: Happened, markup: Markup, lengthMax: number): string {
  return lines([markup.text(what.happened), ...messageLines(what, markup)], lengthMax);
}

/** The text of a message about no incident, below its title; the link is not counted. */
export function noticeText({ text, link }: NoticeText, markup: Markup, lengthMax: number): string {
  const said = escapedWithin(text, markup.text, lengthMax);
  return link ? `${said}\n${markup.link(link.text, link.url)}` : said;
}

/** The whole incident: the body of a ticket or of a message. */
export function wholeText(report: Report, markup: Markup, lengthMax: number): string {
  return lines(
    [
      markup.link(report.t('wordIncident'), report.url),
      '',
      ...report.facts.map(
        ({ name, value }) =>
          `${markup.item}${markup.bold(markup.text(name))}: ${markup.text(value)}`,
      ),
      '',
      markup.text(report.happened),
      ...messageLines(report, markup),
    ],
    lengthMax,
  );
}

function messageLines({ message }: Happened, { text, quote }: Markup): string[] {
  return (message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 50)
    .map((line) => `${quote}${text(cut(line.trim(), 1000))}`);
}

/** Whole lines only, so that no markup is cut in two. */
function lines(all: readonly string[], lengthMax: number): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of all) {
    length += line.length + 1;
    if (length > lengthMax) break;
    kept.push(line);
  }
  return kept.join('\n').trim();
}
