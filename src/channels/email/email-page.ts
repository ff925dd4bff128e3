import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import { type Speech, speaker } from '../../sentences/index.ts';
import type { Severity } from '../notification.ts';
import { colours, emailFrame, ink, line, quiet } from './email-frame.ts';
import { emailButtons, emailFacts, emailHead, emailQuote } from './email-parts.ts';

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
  const attributes = page.attributes.map(({ name, value, isImage }) => ({
    name,
    value: shownValue(value, isImage ? t('showImage') : null),
  }));
  return emailFrame({
    language: page.speech.language,
    title: page.title,
    preview: `${page.happened} · ${page.facts[0]?.value ?? ''}`,
    colour,
    rows: html`${emailHead({ ...page, colour, below: page.happened })}${page.message === null ? nothing : emailQuote(page.message)}
<tr><td class="pad" style="padding:22px 32px 4px">
${buttonsOf(page, colour)}
${page.answerHint === null ? nothing : smallPrint(page.answerHint, '12px')}
</td></tr>
<tr><td class="pad" style="padding:20px 32px 26px">
${emailFacts([...page.facts, ...attributes])}
${leftOut(page.attributesLeftOut, t('moreAttributes', { count: page.attributesLeftOut }))}
${page.bundled.length === 0 ? nothing : bundle(page)}
</td></tr>`,
    footer: html`${page.greeting}${page.reason === null ? nothing : html` ${page.reason}`}`,
  });
}

function buttonsOf(page: EmailPage, colour: string): Html {
  const { acknowledgeUrl, acknowledgeLabel, viewUrl, viewLabel } = page;
  const view = { url: viewUrl, label: viewLabel, colour: null };
  return acknowledgeUrl === null
    ? emailButtons(view)
    : emailButtons({ url: acknowledgeUrl, label: acknowledgeLabel, colour }, view);
}

/** An address becomes a link; an image is one, too, because a mail that loads images tells others that it was read. */
function shownValue(value: string, instead: string | null): Html {
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
  if (url === null) return html`${value}`;
  return html`<a class="link" href="${url.href}" style="color:#1f5fbf">${instead ?? value}</a>`;
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
