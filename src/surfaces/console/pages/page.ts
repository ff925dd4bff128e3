import { createHash } from 'node:crypto';
import type { Language } from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { type Html, html, joined, nothing, trusted } from '../../../kernel/index.ts';
import { sheet } from './sheet.ts';
import { type Texts, texts } from './texts.ts';

const scriptPath = '/sign-in/passkeys.js';

export interface PageContent {
  language: Language;
  title: string;
  content: Html;
  /** Shown above everything, with the focus: what went wrong. */
  problem?: string | undefined;
  /** A message about what has just worked. */
  success?: string | undefined;
  /** Loads the script for passkeys. */
  usesPasskeys?: boolean;
  /** Goes on by itself; the page has a link for those whose browser does not. */
  leadsTo?: string;
  status?: number;
  retryAfterSeconds?: number;
  /** `Set-Cookie`. */
  cookie?: string;
}

const styleHash = createHash('sha256').update(sheet).digest('base64');

/** Headers of every page, also of errors. Nothing from elsewhere, no inline script, in no frame, kept nowhere. */
export function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'sha256-${styleHash}'; img-src 'self' data:; connect-src 'self'; ` +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export function pageAnswer(publicUrl: string, page: PageContent): OperationAnswer {
  const { status = 200, cookie, retryAfterSeconds } = page;
  return {
    status,
    text: renderPage(page),
    headers: {
      ...pageHeaders(publicUrl),
      ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

/** Leads the browser to a path on this server, by GET. */
export function elsewhere(publicUrl: string, path: string, cookie?: string): OperationAnswer {
  return {
    status: 303,
    text: '',
    headers: {
      ...pageHeaders(publicUrl),
      location: path,
      ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
    },
  };
}

function renderPage({
  language,
  title,
  content,
  problem,
  success,
  usesPasskeys,
  leadsTo,
}: PageContent): string {
  const t = texts[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
${leadsTo === undefined ? nothing : html`<meta http-equiv="refresh" content="0; url=${leadsTo}">`}
<title>${problem === undefined ? '' : `${t.errorTitle} – `}${title} · ${t.product}</title>
<link rel="icon" href="data:,">
<style>${trusted(sheet)}</style>
${usesPasskeys ? html`<script src="${scriptPath}" defer></script>` : nothing}
</head>
<body>
<header><a href="/">${trusted(bell)}<span>${t.product}</span></a></header>
<main>
${problem === undefined ? nothing : html`<div class="problem" role="alert" tabindex="-1" autofocus><h2>${t.errorTitle}</h2><p>${problem}</p></div>`}
${success === undefined ? nothing : html`<p class="success" role="status">${success}</p>`}
${content}
</main>
</body>
</html>
`.markup;
}

/** The page for what could not be done at all. */
export function errorPage(language: Language, message: string): string {
  const t = texts[language];
  const content = html`<div class="card"><h1>${t.errorTitle}</h1><p>${message}</p><p><a href="/">${t.home}</a></p></div>`;
  return renderPage({ language, title: t.errorTitle, content });
}

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  advice?: string;
  /** Puts the cursor there. */
  isFirst?: boolean;
  isOptional?: boolean;
  inputMode?: 'numeric' | 'text';
  /** Longer than the name where a page has several of one name. */
  id?: string;
  maxLength?: number;
}

export function field({
  name,
  label,
  type = 'text',
  autocomplete,
  value = '',
  advice,
  isFirst,
  isOptional,
  inputMode,
  id = name,
  maxLength = 320,
}: Field): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
${advice === undefined ? nothing : html`<p class="advice" id="${id}-advice">${advice}</p>`}
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${String(maxLength)}"${value === '' ? nothing : html` value="${value}"`}${advice === undefined ? nothing : html` aria-describedby="${id}-advice"`}${isFirst ? trusted(' autofocus') : nothing}${isOptional ? nothing : trusted(' required')}${inputMode === undefined ? nothing : html` inputmode="${inputMode}"`}${type === 'text' ? trusted(' autocapitalize="none" spellcheck="false"') : nothing}></div>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

export function form(action: string, ...parts: readonly Html[]): Html {
  return html`<form method="post" action="${action}">${joined(parts)}</form>`;
}

export function button(label: string, look: 'primary' | 'secondary' | 'danger' = 'primary'): Html {
  return html`<button type="submit" class="${look}">${label}</button>`;
}

/**
 * A form that the script fills in and sends. Without script, or in a browser that has no passkeys, it stays out of
 * sight. `action` receives `response`.
 */
export function passkeyForm(
  t: Texts,
  {
    action,
    purpose,
    label,
    failure,
  }: { action: string; purpose: 'get' | 'create'; label: string; failure: string },
  ...parts: readonly Html[]
): Html {
  return html`${purpose === 'create' ? html`<noscript><p class="advice">${t.passkeyUnsupported}</p></noscript>` : nothing}
<form method="post" action="${action}" data-passkey="${purpose}" hidden>
${joined(parts)}${hidden('response', '')}
<button type="submit" class="${purpose === 'get' ? 'secondary' : 'primary'}">${trusted(keyIcon)}<span>${label}</span></button>
<p class="problem" role="alert" hidden>${failure}</p></form>`;
}

const bell =
  '<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M12 3a6 6 0 0 0-6 6c0 5-2 6-2 8h16c0-2-2-3-2-8a6 6 0 0 0-6-6Z"/><path d="M10 20a2 2 0 0 0 4 0"/></svg>';
const keyIcon =
  '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="8" cy="15" r="4"/><path d="m11 12 9-9m-4 4 3 3"/></svg>';
