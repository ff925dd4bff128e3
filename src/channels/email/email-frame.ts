import { type Html, html, trusted } from '../../kernel/index.ts';
import { type Language, speaker, usualSpeech } from '../../sentences/index.ts';

/** Colours for light and for dark mail programs; white text on each is readable (contrast 4.5 and more). */
export const colours: Readonly<Record<string, string>> = {
  Critical: '#c4241f',
  Warning: '#a85400',
  Minor: '#2b64b5',
  Resolved: '#20794a',
};
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const ink = '#1b1f24';
export const quiet = '#59636e';
export const line = '#e3e6ea';

/**
 * Programs that know it follow the theme of the reader; the others show the light colours that stand in each element.
 */
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
.desk{display:none!important}
}
@media (prefers-color-scheme:dark){
.page{background:#0d1117!important}
.card{background:#161b22!important;border-color:#30363d!important}
.ink{color:#e6edf3!important}
.quiet{color:#9da7b3!important}
.line{border-color:#30363d!important}
.quote{background:#0d1117!important;color:#e6edf3!important}
.link{color:#79b8ff!important}
.Critical{color:#ff8f88!important}
.Warning{color:#ffb366!important}
.Minor{color:#79b8ff!important}
.Resolved{color:#6fdd9c!important}
.second{color:#e6edf3!important;border-color:#4b5563!important;background:#161b22!important}
}`;

/** The frame around the rows of every mail. */
interface EmailFrame {
  language: Language;
  title: string;
  /** Mail programs show it beside the subject. */
  preview: string;
  /** Colour of the stripe at the top. */
  colour: string;
  /** Rows of a table. */
  rows: Html;
  /** Below the card. */
  footer: Html;
}

/**
 * A mail of tables and inline styles, because that is what mail programs agree on. No image, no script, nothing remote.
 */
export function emailFrame({ language, title, preview, colour, rows, footer }: EmailFrame): string {
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<style>${trusted(sheet)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}${trusted('&#847;&zwnj;&nbsp;'.repeat(40))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f6"><tr><td class="outer" align="center" style="padding:28px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid ${line};border-radius:10px;overflow:hidden;font-family:${trusted(font)};border-collapse:separate">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${colour}">&nbsp;</td></tr>
${rows}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="pad quiet" style="padding:16px 32px;color:${quiet};font-family:${trusted(font)};font-size:13px;line-height:19px">${footer} ${speaker(usualSpeech[language])('sentByTocsin')}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return body.markup;
}
