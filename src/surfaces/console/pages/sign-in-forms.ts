import { whyNoPasskeys } from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { html, nothing } from '../../../kernel/index.ts';
import { withReturnTo } from '../return-to.ts';
import type { Visitor } from '../visitor.ts';
import { type Desk, type Refusal, textsFor } from './desk.ts';
import { button, field, form, hidden, passkeyForm } from './page.ts';

/** The pages that ask who somebody is: first the address, then what follows from it. */
export async function askAddress(
  { parts: { publicUrl, singleSignOn }, show }: Desk,
  visitor: Visitor,
  {
    returnTo,
    email = '',
    isLocal = false,
    ...refusal
  }: { returnTo: string; email?: string; isLocal?: boolean } & Partial<Refusal>,
): Promise<OperationAnswer> {
  const t = textsFor(visitor);
  const hasPasskeys = whyNoPasskeys(publicUrl()) === null;
  const offersPassword = !isLocal && (await singleSignOn.isUsed());
  return show(visitor, {
    title: t.signInTitle,
    usesPasskeys: hasPasskeys,
    ...refusal,
    content: html`${keepsCookies(publicUrl()) ? nothing : html`<p class="warning" role="alert">${t.insecure}</p>`}
<div class="card narrow"><h1>${t.signInTitle}</h1>
${isLocal ? html`<p>${t.withPasswordAdvice}</p>` : nothing}${form(
  '/sign-in',
  hidden('returnTo', returnTo),
  isLocal ? hidden('with', 'password') : nothing,
  field({
    name: 'email',
    label: t.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    isFirst: true,
  }),
  button(t.next),
)}
${hasPasskeys ? html`<p class="or" data-with-passkey hidden>${t.or}</p>${passkeyForm(t, { action: '/sign-in/passkey', purpose: 'get', label: t.passkeySignIn, failure: t.passkeyFailed }, hidden('returnTo', returnTo))}` : nothing}
${offersPassword ? html`<p class="links"><a href="${withReturnTo(passwordPath, returnTo)}">${t.withPassword}</a></p>` : nothing}
</div>
<p class="foot"><a href="/api/public/swagger-ui/index.html">${t.apiDocumentation}</a></p>`,
  });
}

export function askPassword(
  { show }: Desk,
  visitor: Visitor,
  { returnTo, email, ...refusal }: { returnTo: string; email: string } & Partial<Refusal>,
): OperationAnswer {
  const t = textsFor(visitor);
  const other = returnTo === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(returnTo)}`;
  return show(visitor, {
    title: t.signInTitle,
    ...refusal,
    content: html`<div class="card narrow"><h1>${t.signInTitle}</h1>
<p class="who"><span>${email}</span><a href="${other}">${t.otherAddress}</a></p>
<form method="post" action="/sign-in/password">${hidden('returnTo', returnTo)}
<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>
${field({ name: 'password', label: t.password, type: 'password', autocomplete: 'current-password', isFirst: true, maxLength: 1000 })}
${button(t.signIn)}</form>
<p class="links"><a href="/recover">${t.forgotten}</a></p></div>`,
  });
}

export function askCode(
  { show }: Desk,
  visitor: Visitor,
  { returnTo, challenge, ...refusal }: { returnTo: string; challenge: string } & Partial<Refusal>,
): OperationAnswer {
  const t = textsFor(visitor);
  return show(visitor, {
    title: t.codeTitle,
    ...refusal,
    content: html`<div class="card narrow"><h1>${t.codeTitle}</h1>
${form(
  '/sign-in/code',
  hidden('returnTo', returnTo),
  hidden('challenge', challenge),
  codeField(t.code, t.codeAdvice, true),
  button(t.signIn),
)}
<p class="links"><a href="/sign-in">${t.back}</a></p></div>`,
  });
}

/**
 * Without the identity provider: for those whom a required connection lets pass, and while a provider does not answer.
 */
export const passwordPath = '/sign-in?with=password';

export function codeField(label: string, advice: string, isFirst: boolean) {
  return field({
    name: 'code',
    label,
    advice,
    autocomplete: 'one-time-code',
    isFirst,
    maxLength: 40,
  });
}

/** Whether browsers keep the cookie of a session at this address: over TLS, and on the machine itself. */
function keepsCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return (
    protocol === 'https:' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
