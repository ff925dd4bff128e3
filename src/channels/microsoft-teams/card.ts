import type { ChatContent } from '../direct-messages/chat-content.ts';
import { shortened } from '../words.ts';

/** Text runs take no Markdown, so nothing in an alert needs an escape. */
export function textBlock(...runs: object[]): object {
  return { type: 'RichTextBlock', inlines: runs };
}

export function textRun(words: string, more: object = {}): object {
  return { type: 'TextRun', text: words, ...more };
}

/** A pressed button comes back as `press`; older apps submit it, others execute it and show the answer. */
export function pressAction(title: string, press: string): object {
  const data = { press };
  return {
    type: 'Action.Execute',
    title,
    verb: 'press',
    data,
    fallback: { type: 'Action.Submit', title, data },
  };
}

export function openAction(title: string, url: string): object {
  return { type: 'Action.OpenUrl', title, url };
}

/** https://adaptivecards.io/explorer. Actions stand in a set: outside of one some apps know no fallback. */
export function adaptiveCard(body: readonly object[], actions: readonly object[]): object {
  const set = actions.length > 0 ? [{ type: 'ActionSet', actions }] : [];
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      // The first with actions that are executed.
      version: '1.4',
      msteams: { width: 'Full' },
      body: [...body, ...set],
    },
  };
}

/** 28 kB for the whole message. */
const charactersMax = 4000;

export function activityOf({ mark, title, lines, link, buttons }: ChatContent): object {
  const text = shortened(lines.filter((line) => line !== '').join('\n'), charactersMax);
  const body = [
    textBlock(textRun(`${mark} ${title}`, { weight: 'Bolder', size: 'Large' })),
    ...text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => textBlock(textRun(line))),
  ];
  const actions = [
    ...buttons.map(({ label, data }) => pressAction(label, data)),
    openAction(link.text, link.url),
  ];
  // Announces the message.
  const summary = shortened(`${mark} ${title}`, 200);
  return { type: 'message', summary, attachments: [adaptiveCard(body, actions)] };
}
