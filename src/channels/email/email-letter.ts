import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import type { Language } from '../../sentences/index.ts';
import { colours, emailFrame, ink, quiet } from './email-frame.ts';
import { emailButtons } from './email-parts.ts';

/** A paragraph, or a button that leads to an address, which stands below it for whoever copies it. */
export type LetterPart = string | { url: string; label: string };

export interface Letter {
  language: Language;
  title: string;
  parts: readonly LetterPart[];
}

/** A mail that is about no incident; the same in several languages where nobody knows that of the reader. */
export function emailLetter(first: Letter, ...others: readonly Letter[]): string {
  const { language, title, parts } = first;
  return emailFrame({
    language,
    title,
    preview: parts.find((part) => typeof part === 'string') ?? title,
    colour,
    rows: joined([first, ...others].map(rowOf)),
    footer: nothing,
  });
}

const colour = colours.Minor ?? quiet;
const style = {
  heading: `margin:0 0 14px;color:${ink};font-size:22px;line-height:29px;font-weight:650`,
  paragraph: `margin:0 0 14px;color:${ink};font-size:16px;line-height:24px;white-space:pre-line`,
  address: `margin:0 0 16px;color:${quiet};font-size:13px;line-height:19px`,
};

function rowOf({ language, title, parts }: Letter): Html {
  return html`<tr><td class="pad" lang="${language}" style="padding:26px 32px;overflow-wrap:anywhere">
<h1 class="ink" dir="auto" style="${style.heading}">${title}</h1>
${joined(parts.map((part) => (typeof part === 'string' ? paragraph(part) : button(part))))}</td></tr>
`;
}

function paragraph(text: string): Html {
  return html`<p class="ink" dir="auto" style="${style.paragraph}">${text}</p>
`;
}

function button({ url, label }: { url: string; label: string }): Html {
  return html`<p style="margin:20px 0 8px">${emailButtons({ url, label, colour })}</p>
<p class="quiet" style="${style.address}">${url}</p>
`;
}
