import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import { type Speech, speaker } from '../../sentences/index.ts';
import type { Severity } from '../notification.ts';
import { colours, emailFrame, ink, line, quiet } from './email-frame.ts';

type Colour = Severity | 'Resolved';

/** The content of a mail, in its order. */
export interface EmailPage {
  speech: Speech;
  severity: Severity;
  state: string;
  /** The severity while it is open, else that of what is over. */
  colour: Colour;
  isOpen: boolean;
  title: string;
  happened: string;
  message: string | null;
  facts: readonly { name: string; value: string }[];
  attributes: readonly { name: string; value: string; isImage?: boolean | undefined }[];
  attributesLeftOut: number;
  bundled: readonly { title: string; state: string; colour: Colour }[];
  bundledLeftOut: number;
  acknowledgeUrl: string | null;
  acknowledgeLabel: string;
  viewUrl: string;
  viewLabel: string;
  greeting: string;
  reason: string | null;
  /** How the mail can be answered. */
  answerHint: string | null;
}

/** A mail about an incident, or about several. */
export function emailPage(page: EmailPage): string {
  const colour = colours[page.colour] ?? quiet;
  const t = speaker(page.speech);
  return emailFrame({
    language: page.speech.language,
    title: page.title,
    preview: `${page.happened} · ${page.facts[0]?.value ?? ''}`,
    colour,
    rows: html`<tr><td class="pad" style="padding:26px 32px 0">
<span style="display:inline-block;padding:3px 11px;border-radius:12px;background:${colour};color:#ffffff;font-size:13px;line-height:18px;font-weight:600">${page.state}</span>
<h1 class="ink" dir="auto" style="margin:14px 0 6px;color:${ink};font-size:22px;line-height:29px;font-weight:650;overflow-wrap:anywhere">${page.title}</h1>
<p class="quiet" dir="auto" style="margin:0;color:${quiet};font-size:15px;line-height:22px">${page.happened}</p>
</td></tr>
${page.message === null ? nothing : quote(page.message)}
<tr><td class="pad" style="padding:22px 32px 4px">
${page.acknowledgeUrl === null ? nothing : html`<span class="action" style="display:inline-block"><a class="button" href="${page.acknowledgeUrl}" style="display:inline-block;padding:12px 26px;border-radius:7px;border:1px solid ${colour};background:${colour};color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${page.acknowledgeLabel}</a></span><span class="gap" style="display:inline-block;width:10px;line-height:0;font-size:0">&nbsp;</span>`}<span class="action" style="display:inline-block"><a class="button second" href="${page.viewUrl}" style="display:inline-block;padding:12px 22px;border-radius:7px;border:1px solid #c9ced5;background:#ffffff;color:${ink};font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${page.viewLabel}</a></span>
${page.answerHint === null ? nothing : smallPrint(page.answerHint, '12px')}
</td></tr>
<tr><td class="pad" style="padding:20px 32px 26px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${joined(page.facts.map(({ name, value }) => row(name, html`${value}`)))}
${joined(page.attributes.map(({ name, value, isImage }) => row(name, shownValue(value, isImage ? t('showImage') : null))))}
</table>
${leftOut(page.attributesLeftOut, t('moreAttributes', { count: page.attributesLeftOut }))}
${page.bundled.length === 0 ? nothing : bundle(page)}
</td></tr>`,
    footer: html`${page.greeting}${page.reason === null ? nothing : html` ${page.reason}`}`,
  });
}

function row(name: string, value: Html): Html {
  return html`<tr>
<td class="name quiet line" valign="top" dir="auto" style="width:30%;padding:9px 14px 9px 0;border-top:1px solid ${line};color:${quiet};font-size:14px;line-height:20px;overflow-wrap:anywhere">${name}</td>
<td class="value ink line" valign="top" dir="auto" style="padding:9px 0;border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;white-space:pre-line;overflow-wrap:anywhere">${value}</td>
</tr>
`;
}

/** An address becomes a link; an image is one, too, because a mail that loads images tells others that it was read. */
function shownValue(value: string, instead: string | null): Html {
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
  if (url === null) return html`${value}`;
  return html`<a class="link" href="${url.href}" style="color:#1f5fbf">${instead ?? value}</a>`;
}

function quote(message: string): Html {
  return html`<tr><td class="pad" style="padding:16px 32px 0"><div class="quote ink" dir="auto" style="padding:12px 16px;border-radius:7px;background:#f3f4f6;color:${ink};font-size:15px;line-height:22px;white-space:pre-line;overflow-wrap:anywhere">${message}</div></td></tr>`;
}

function bundle({ bundled, bundledLeftOut, speech }: EmailPage): Html {
  const more = speaker(speech)('moreIncidents', { count: bundledLeftOut });
  const entries = bundled.map(
    ({ title, state, colour }) =>
      html`<tr><td class="ink line" dir="auto" style="padding:8px 0;border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;overflow-wrap:anywhere"><strong style="color:${colours[colour] ?? quiet}" class="${colour}">${state}</strong> ${title}</td></tr>
`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${joined(entries)}</table>
${leftOut(bundledLeftOut, more)}`;
}

function leftOut(count: number, more: string): Html {
  return count === 0 ? nothing : smallPrint(more, '10px');
}

function smallPrint(text: string, above: string): Html {
  const style = `margin:${above} 0 0;color:${quiet};font-size:14px;line-height:20px`;
  return html`<p class="quiet" style="${style}">${text}</p>`;
}
