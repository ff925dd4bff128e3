import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import { ink, line, quiet } from './email-frame.ts';

/** Rows and pieces of mails, all in one look. */

/** How it stands, on its colour, the title, and a quiet line below. */
export function emailHead(head: { state: string; colour: string; title: string; below: string }) {
  return html`<tr><td class="pad" style="padding:26px 32px 0">
<span style="display:inline-block;padding:3px 11px;border-radius:12px;background:${head.colour};color:#ffffff;font-size:13px;line-height:18px;font-weight:600">${head.state}</span>
<h1 class="ink" dir="auto" style="margin:14px 0 6px;color:${ink};font-size:22px;line-height:29px;font-weight:650;overflow-wrap:anywhere">${head.title}</h1>
<p class="quiet" dir="auto" style="margin:0;color:${quiet};font-size:15px;line-height:22px">${head.below}</p>
</td></tr>
`;
}

/** The words of somebody. */
export function emailQuote(message: string): Html {
  return html`<tr><td class="pad" style="padding:16px 32px 0"><div class="quote ink" dir="auto" style="padding:12px 16px;border-radius:7px;background:#f3f4f6;color:${ink};font-size:15px;line-height:22px;white-space:pre-line;overflow-wrap:anywhere">${message}</div></td></tr>
`;
}

/** A table of names and values; on a phone one below the other. */
export function emailFacts(facts: readonly { name: string; value: string | Html }[]): Html {
  const rows = facts.map(
    ({ name, value }) => html`<tr>
<td class="name quiet line" valign="top" dir="auto" style="width:30%;padding:9px 14px 9px 0;border-top:1px solid ${line};color:${quiet};font-size:14px;line-height:20px;overflow-wrap:anywhere">${name}</td>
<td class="value ink line" valign="top" dir="auto" style="padding:9px 0;border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;white-space:pre-line;overflow-wrap:anywhere">${value}</td>
</tr>
`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${joined(rows)}</table>`;
}

export interface EmailButton {
  url: string;
  label: string;
  /** The colour of its ground; null for one that is not the first choice. */
  colour: string | null;
}

/** Links as buttons beside each other; on a phone each is as wide as the mail. */
export function emailButtons(...buttons: readonly EmailButton[]): Html {
  const gap = html`<span class="gap" style="display:inline-block;width:10px;line-height:0;font-size:0">&nbsp;</span>`;
  return joined(buttons.flatMap((one, at) => [at === 0 ? nothing : gap, button(one)]));
}

function button({ url, label, colour }: EmailButton): Html {
  const style = colour
    ? `padding:12px 26px;border:1px solid ${colour};background:${colour};color:#ffffff`
    : `padding:12px 22px;border:1px solid #c9ced5;background:#ffffff;color:${ink}`;
  return html`<span class="action" style="display:inline-block"><a class="${colour ? 'button' : 'button second'}" href="${url}" style="display:inline-block;${style};border-radius:7px;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${label}</a></span>`;
}
