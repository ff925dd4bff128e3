import type { Severity } from '../incidents/index.ts';
import { type Html, html, joined, nothing, trusted } from './render-html.ts';

/** What a mail shows, in the order in which it shows it. */
export interface EmailPage {
  severity: Severity;
  /** The severity while it is open, else `Resolved`. */
  state: string;
  isOpen: boolean;
  title: string;
  happened: string;
  message: string | null;
  facts: readonly { name: string; value: string }[];
  attributes: readonly { name: string; value: string; isImage: boolean }[];
  attributesLeftOut: number;
  bundled: readonly { title: string; state: string }[];
  bundledLeftOut: number;
  acknowledgeUrl: string | null;
  acknowledgeLabel: string;
  viewUrl: string;
  viewLabel: string;
  greeting: string;
  reason: string | null;
}

/** Of light and of dark mail programs; white text on each is readable (contrast 4.5 and more). */
const colours: Readonly<Record<string, string>> = {
  Critical: '#c4241f',
  Warning: '#a85400',
  Minor: '#2b64b5',
  Resolved: '#20794a',
};
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = '#1b1f24';
const quiet = '#59636e';
const line = '#e3e6ea';

/** Programs that know it follow the theme of the reader; the others show the light colours that stand in each element. */
const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.pad{padding-left:20px!important;padding-right:20px!important}
.outer{padding:0!important}
.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.name,.value{display:block!important;width:auto!important}
.name{padding-bottom:0!important}
.value{padding-top:2px!important;border-top:0!important}
.action{display:block!important;width:100%!important}
.button{display:block!important;text-align:center!important}
.gap{display:block!important;height:10px!important}
}
@media (prefers-color-scheme:dark){
.page{background:#0d1117!important}
.card{background:#161b22!important;border-color:#30363d!important}
.ink{color:#e6edf3!important}
.quiet{color:#9da7b3!important}
.line{border-color:#30363d!important}
.quote{background:#0d1117!important;color:#e6edf3!important}
.link{color:#79b8ff!important}
.second{color:#e6edf3!important;border-color:#4b5563!important;background:#161b22!important}
}`;

/** A mail of tables and inline styles, because that is what mail programs agree on. No image, no script, nothing remote. */
export function emailPage(page: EmailPage): string {
  const colour = colours[page.state] ?? quiet;
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${page.title}</title>
<style>${trusted(sheet)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${page.happened} · ${page.facts[0]?.value ?? ''}${trusted('&#847;&zwnj;&nbsp;'.repeat(40))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f6"><tr><td class="outer" align="center" style="padding:28px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid ${line};border-radius:10px;overflow:hidden;font-family:${trusted(font)};border-collapse:separate">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${colour}">&nbsp;</td></tr>
<tr><td class="pad" style="padding:26px 32px 0">
<span style="display:inline-block;padding:3px 11px;border-radius:12px;background:${colour};color:#ffffff;font-size:13px;line-height:18px;font-weight:600">${page.state}</span>
<h1 class="ink" dir="auto" style="margin:14px 0 6px;color:${ink};font-size:22px;line-height:29px;font-weight:650;overflow-wrap:anywhere">${page.title}</h1>
<p class="quiet" dir="auto" style="margin:0;color:${quiet};font-size:15px;line-height:22px">${page.happened}</p>
</td></tr>
${page.message === null ? nothing : quote(page.message)}
<tr><td class="pad" style="padding:22px 32px 4px">
${page.acknowledgeUrl === null ? nothing : html`<span class="action" style="display:inline-block"><a class="button" href="${page.acknowledgeUrl}" style="display:inline-block;padding:12px 26px;border-radius:7px;border:1px solid ${colour};background:${colour};color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${page.acknowledgeLabel}</a></span><span class="gap" style="display:inline-block;width:10px;line-height:0;font-size:0">&nbsp;</span>`}<span class="action" style="display:inline-block"><a class="button second" href="${page.viewUrl}" style="display:inline-block;padding:12px 22px;border-radius:7px;border:1px solid #c9ced5;background:#ffffff;color:${ink};font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${page.viewLabel}</a></span>
</td></tr>
<tr><td class="pad" style="padding:20px 32px 26px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${joined(page.facts.map(({ name, value }) => row(name, html`${value}`)))}
${joined(page.attributes.map(({ name, value, isImage }) => row(name, shownValue(value, isImage))))}
</table>
${leftOut(page.attributesLeftOut, 'attributes')}
${page.bundled.length === 0 ? nothing : bundle(page)}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="pad quiet" style="padding:16px 32px;color:${quiet};font-family:${trusted(font)};font-size:13px;line-height:19px">${page.greeting}${page.reason === null ? nothing : html` ${page.reason}`} Sent by Tocsin.</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return body.markup;
}

function row(name: string, value: Html): Html {
  return html`<tr>
<td class="name quiet line" valign="top" dir="auto" style="width:30%;padding:9px 14px 9px 0;border-top:1px solid ${line};color:${quiet};font-size:14px;line-height:20px;overflow-wrap:anywhere">${name}</td>
<td class="value ink line" valign="top" dir="auto" style="padding:9px 0;border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;white-space:pre-line;overflow-wrap:anywhere">${value}</td>
</tr>
`;
}

/** An address becomes a link; an image is one, too, because a mail that loads images tells others that it was read. */
function shownValue(value: string, isImage: boolean): Html {
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
  if (url === null) return html`${value}`;
  const shown = isImage ? 'Show image' : value;
  return html`<a class="link" href="${url.href}" style="color:#1f5fbf">${shown}</a>`;
}

function quote(message: string): Html {
  return html`<tr><td class="pad" style="padding:16px 32px 0"><div class="quote ink" dir="auto" style="padding:12px 16px;border-radius:7px;background:#f3f4f6;color:${ink};font-size:15px;line-height:22px;white-space:pre-line;overflow-wrap:anywhere">${message}</div></td></tr>`;
}

function bundle({ bundled, bundledLeftOut }: EmailPage): Html {
  const entries = bundled.map(
    ({ title, state }) =>
      html`<tr><td class="ink line" dir="auto" style="padding:8px 0;border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;overflow-wrap:anywhere"><strong style="color:${colours[state] ?? quiet}" class="link">${state}</strong> ${title}</td></tr>
`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${joined(entries)}</table>
${leftOut(bundledLeftOut, 'incidents')}`;
}

function leftOut(count: number, what: string): Html {
  if (count === 0) return nothing;
  return html`<p class="quiet" style="margin:10px 0 0;color:${quiet};font-size:14px;line-height:20px">… and ${String(count)} more ${what}</p>`;
}
