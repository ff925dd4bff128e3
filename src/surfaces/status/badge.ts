import { html } from '../../kernel/index.ts';
import {
  type PageContent,
  type PageLanguage,
  type PublicState,
  type ServiceContent,
  stateWord,
} from '../../status-pages/index.ts';
import { cleanLine, cutText } from './clean-text.ts';
import type { Document } from './document.ts';

const colours: Readonly<Record<PublicState, string>> = {
  operational: '#1d7f4e',
  maintenance: '#2b64b5',
  Minor: '#9a6700',
  Warning: '#b4530a',
  Critical: '#c4241f',
};
/** Width of an 11 px sans-serif letter, on average and with room to spare. */
const letterWidth = 6.6;
const padding = 9;

/** A small picture of the state of the whole page, or of one service of it, for other people's pages. */
export function renderBadge(
  { page, state: ofAll }: PageContent,
  language: PageLanguage,
  service: ServiceContent | null,
): Document {
  const state = service?.state ?? ofAll;
  const title = cutText(cleanLine(service?.title ?? page.wire.publicTitle), 40);
  const word = cutText(cleanLine(stateWord(page, state, language)), 40);
  const widthOf = (text: string) => Math.round([...text].length * letterWidth + padding * 2);
  const [left, right] = [widthOf(title), widthOf(word)];
  const text = (x: number, length: number, content: string) =>
    html`<text x="${String(x)}" y="14" textLength="${String(length - padding * 2)}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  const { markup } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${String(left + right)}" height="20" role="img" aria-label="${title}: ${word}"><title>${title}: ${word}</title><clipPath id="r"><rect width="${String(left + right)}" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${String(left)}" height="20" fill="#3b4450"/><rect x="${String(left)}" width="${String(right)}" height="20" fill="${colours[state]}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(padding, left, title)}${text(left + padding, right, word)}</g></svg>
`;
  return {
    text: markup,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  };
}
