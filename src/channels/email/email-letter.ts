import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import type { Language } from '../../sentences/index.ts';
import { colours, emailFrame, ink, quiet } from './email-frame.ts';

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
  button:
    `display:inline-block;padding:12px 26px;border-radius:7px;background:${colour};color:#ffffff;` +
    'font-size:16px;line-height:22px;font-weight:600;text-decoration:none',
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
  const link = html`<a class="button" href="${url}" style="${style.button}">${label}</a>`;
  return html`<p class="action" style="margin:20px 0 8px">${link}</p>
<p class="quiet" style="${style.address}">${url}</p>
`;
}
