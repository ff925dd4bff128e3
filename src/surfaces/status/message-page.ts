import { type Html, html, nothing } from '../../kernel/index.ts';
import type { PageLanguage, StatusPage, StatusPageWire } from '../../status-pages/index.ts';
import { cleanLine } from './clean-text.ts';
import { type Document, documentOf } from './document.ts';
import { pageTexts } from './texts.ts';

export interface Message {
  title: string;
  text: string;
  /** A form, or nothing. */
  more?: Html;
}

/** A page with one message, in the colours of the status page. */
export function messagePage(
  page: StatusPage,
  language: PageLanguage,
  { title, text, more = nothing }: Message,
  base: string,
): Document {
  const texts = pageTexts[language];
  const body = html`<main class="page"><p class="who">${cleanLine(page.wire.publicTitle)}</p><div class="card"><div class="row"><h1>${title}</h1><p>${text}</p>
${more}</div></div><p><a href="${base || '/'}?lang=${language}">${texts.back}</a></p></main>`;
  return documentOf({ title, language, wire: page.wire, body, state: null, base: null });
}

/** The form for the password of a page; of the page only its colours are shown. */
export function passwordPage(
  { wire }: StatusPage,
  language: PageLanguage,
  isWrong: boolean,
  base: string,
): Document {
  const texts = pageTexts[language];
  const body = html`<main class="page"><div class="card"><div class="row"><h1>${texts.passwordTitle}</h1>
<p>${texts.passwordWhy}</p>${isWrong ? html`<p class="wrong" role="alert">${texts.passwordWrong}</p>` : nothing}
<form method="post" action="${base}/password?lang=${language}"><label for="password">${texts.password}</label><div class="fields"><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="512"><button>${texts.passwordButton}</button></div></form></div></div></main>`;
  return documentOf({
    title: texts.passwordTitle,
    language,
    wire: { ...wire, publicDescription: null },
    body,
    state: null,
    base: null,
  });
}

/** An error page, where no status page is known. */
export function errorPage(language: PageLanguage, title: string, text: string): Document {
  const body = html`<main class="page"><div class="card"><div class="row"><h1>${title}</h1><p>${text}</p></div></div></main>`;
  return documentOf({ title, language, wire: plainWire, body, state: null, base: null });
}

// as: the sheet reads colours only, and a page without any has none of them.
const plainWire = { publicDescription: null } as StatusPageWire;
