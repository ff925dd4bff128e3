import { createHash } from 'node:crypto';
import { type Html, html, joined, nothing, trusted } from '../../kernel/index.ts';
import type { RepliedIncident } from '../../notifications/index.ts';
import {
  type Language,
  type Speak,
  type Speech,
  speaker,
  usualSpeech,
} from '../../sentences/index.ts';

const sheet = `
:root{color-scheme:light dark}
body{margin:0;background:#f3f4f6;color:#1b1f24;font:16px/24px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:520px;margin:0 auto;padding:24px 16px}
.card{background:#fff;border:1px solid #e3e6ea;border-radius:10px;padding:22px 24px;margin-bottom:16px}
h1{font-size:22px;line-height:29px;margin:12px 0 4px;overflow-wrap:anywhere}
p{margin:0;color:#59636e}
.state{display:inline-block;padding:3px 11px;border-radius:12px;color:#fff;background:#59636e;font-size:13px;line-height:18px;font-weight:600}
.Critical{background:#c4241f}.Warning{background:#a85400}.Minor{background:#2b64b5}.Resolved{background:#20794a}
button{width:100%;padding:15px;border:0;border-radius:8px;background:#1f5fbf;color:#fff;font:inherit;font-size:18px;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid #79b8ff;outline-offset:2px}
.other{margin-top:12px;background:transparent;color:#1f5fbf;border:1px solid #1f5fbf}
.time{font-weight:600;color:inherit;margin:8px 0}
.done{font-size:18px;font-weight:600;color:#20794a;margin:4px 0 16px}
@media (prefers-color-scheme:dark){
body{background:#0d1117;color:#e6edf3}
.card{background:#161b22;border-color:#30363d}
p{color:#9da7b3}
.other{color:#79b8ff;border-color:#79b8ff}
.done{color:#5fd391}
}`;

/** No script, nothing from elsewhere, and the form goes to this server only. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

export interface Visit {
  /** The button was pressed just now. */
  isAnswer: boolean;
}

export type LinkState = 'Open' | 'Acknowledged' | 'Resolved';

/** How all of them together stand: `Open` as long as one waits for somebody. */
export function stateOf(incidents: readonly RepliedIncident[]): LinkState {
  const open = incidents.filter(({ status }) => status === 'Open');
  if (open.length === 0) return 'Resolved';
  return open.every(({ isAcknowledged }) => isAcknowledged) ? 'Acknowledged' : 'Open';
}

/** How the incidents of a message stand, and the button where there is something to acknowledge. */
export function incidentsPage(
  incidents: readonly RepliedIncident[],
  { isAnswer }: Visit,
  speech: Speech,
): string {
  const t = speaker(speech);
  const waiting = incidents.filter(
    ({ status, isAcknowledged }) => status === 'Open' && !isAcknowledged,
  );
  const count = waiting.length;
  const label = count > 1 ? t('linkAcknowledgeAll', { count }) : t('acknowledge');
  const button = html`<form method="post"><button type="submit">${label}</button></form>`;
  const done = html`<p class="done" role="status">${t('linkDone')}</p>`;
  const notDone = html`<p role="status">${t('linkNotDone')}</p>`;
  const outcome = { Open: notDone, Acknowledged: done, Resolved: nothing }[stateOf(incidents)];
  return page(
    incidents[0]?.title || t('untitled'),
    html`${isAnswer ? outcome : nothing}
${joined(incidents.map((incident) => card(incident, t)))}
${waiting.length > 0 ? button : nothing}`,
    speech.language,
  );
}

/** The page for an error: `why` is one of our sentences. */
export function errorPage(
  why: 'linkInvalid' | 'linkTooOften' | 'linkTryAgain' | 'replyGone' | 'coverGone',
  { language }: Pick<Speech, 'language'>,
): string {
  const t = speaker(usualSpeech[language]);
  const title = t('linkFailed');
  const card = html`<div class="card"><h1>${title}</h1><p>${t(why)}</p></div>`;
  return page(title, card, language);
}

function card(
  { title, severity, status, isAcknowledged }: RepliedIncident,
  t: Speak<string>,
): Html {
  const isOver = status === 'Resolved';
  const open = isAcknowledged ? t('linkStateAcknowledged') : t('linkStateOpen');
  const state = isOver ? t('linkStateResolved') : open;
  const shown = isOver ? t('deedResolved') : t('severityWord', { severity });
  return html`<div class="card"><span class="state ${isOver ? status : severity}">${shown}</span><h1 dir="auto">${title || t('untitled')}</h1><p>${state}</p></div>`;
}

export function page(title: string, content: Html, language: Language): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${trusted(sheet)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;
}
