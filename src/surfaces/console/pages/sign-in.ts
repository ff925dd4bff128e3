import {
  finishPasskeySignIn,
  finishSignIn,
  type SignInResult,
  signInWithPassword,
  whyNoPasskeys,
} from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { html, nothing } from '../../../kernel/index.ts';
import { localPath } from '../../../oidc/index.ts';
import { peopleWhoMayEnter } from '../parts.ts';
import { withReturnTo } from '../return-to.ts';
import type { Visitor } from '../visitor.ts';
import {
  credentialOf,
  type Desk,
  fieldOf,
  orAgain,
  type PageHandlers,
  type Refusal,
  textsFor,
} from './desk.ts';
import { enter, enterAs, entryOf } from './enter.ts';
import { button, field, form, hidden, passkeyForm } from './page.ts';
import { passkeyScript } from './passkey-script.ts';

export function signInPages(desk: Desk): PageHandlers {
  const { parts, show, go } = desk;
  const { world, publicUrl, singleSignOn } = parts;

  return {
    async showSignIn(visitor, { query }) {
      const returnTo = localPath(query.returnTo);
      const isLocal = query.with === 'password';
      return visitor.active ? go(returnTo) : askAddress(visitor, { returnTo, isLocal });
    },

    async beginSignIn(visitor, request) {
      const email = fieldOf(request, 'email').trim();
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const isLocal = fieldOf(request, 'with') === 'password';
      const t = textsFor(visitor);
      if (!/^[^\s@]+@[^\s@]+$/.test(email))
        return askAddress(visitor, { returnTo, email, isLocal, status: 400, problem: t.invalid });
      // Being asked for a password lets nobody in yet; people whom an organization lets pass must be asked.
      const path = isLocal ? null : await singleSignOn.signInPath(email, returnTo);
      if (!path) return askPassword(visitor, { returnTo, email });
      // A page in between: policies for forms hold for redirects to other hosts, too.
      return show(visitor, {
        title: t.providerTitle,
        leadsTo: path,
        content: html`<div class="card"><h1>${t.providerTitle}</h1><p>${t.providerAdvice}</p><p><a href="${path}">${t.next}</a></p><p class="links"><a href="${withReturnTo(passwordPath, returnTo)}">${t.withPassword}</a></p></div>`,
      });
    },

    async signInWithPassword(visitor, request) {
      const email = fieldOf(request, 'email');
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const again = (refusal: Refusal) => askPassword(visitor, { returnTo, email, ...refusal });
      return orAgain(
        async () => {
          const password = fieldOf(request, 'password');
          const result = await signInWithPassword(world, { email, password }, visitor.from);
          return goOn(visitor, result, returnTo, again);
        },
        visitor,
        textsFor(visitor).signInRefused,
        again,
      );
    },

    async finishSignIn(visitor, request) {
      const challenge = fieldOf(request, 'challenge');
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const again = (refusal: Refusal) => askCode(visitor, { returnTo, challenge, ...refusal });
      return orAgain(
        async () => {
          const given = { challenge, code: fieldOf(request, 'code') };
          const result = await finishSignIn(world, given, visitor.from);
          if (result.kind === 'refused')
            return again({ status: 400, problem: textsFor(visitor).codeRefused });
          return goOn(visitor, result, returnTo, again);
        },
        visitor,
        textsFor(visitor).codeRefused,
        again,
      );
    },

    async signInWithPasskey(visitor, request) {
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const again = (refusal: Refusal) => askAddress(visitor, { returnTo, ...refusal });
      const response = credentialOf(request);
      const problem = textsFor(visitor).passkeyFailed;
      if (!response) return again({ status: 400, problem });
      const result = await finishPasskeySignIn(world, publicUrl(), { response }, visitor.from);
      if (result.kind !== 'ok') return again({ status: 400, problem });
      return enter(desk, visitor, { accountId: result.account.id, method: 'passkey', returnTo });
    },

    async chooseOrganization(visitor, request) {
      const entering = entryOf(desk, fieldOf(request, 'ticket'));
      const problem = textsFor(visitor).codeExpired;
      if (!entering) return askAddress(visitor, { returnTo: '/', status: 400, problem });
      const people = await peopleWhoMayEnter(parts, { id: entering.accountId });
      const wanted = fieldOf(request, 'organizationId').toLowerCase();
      const person = people.find(({ organizationId }) => organizationId === wanted);
      if (!person) return enter(desk, visitor, entering);
      return enterAs(desk, visitor, entering, person);
    },

    getPasskeyScript: async () => ({
      status: 200,
      text: passkeyScript,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
      },
    }),
  };

  /** What follows a password: nothing more, the second step, or the password again. */
  function goOn(
    visitor: Visitor,
    result: SignInResult,
    returnTo: string,
    again: (refusal: Refusal) => OperationAnswer,
  ): OperationAnswer | Promise<OperationAnswer> {
    switch (result.kind) {
      case 'ok':
        return enter(desk, visitor, { accountId: result.account.id, method: 'password', returnTo });
      case 'second-factor':
        return askCode(visitor, { returnTo, challenge: result.challenge });
      case 'refused':
        return again({ status: 400, problem: textsFor(visitor).signInRefused });
    }
  }

  async function askAddress(
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

  function askPassword(
    visitor: Visitor,
    { returnTo, email, ...refusal }: { returnTo: string; email: string } & Partial<Refusal>,
  ): OperationAnswer {
    const t = textsFor(visitor);
    const other =
      returnTo === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(returnTo)}`;
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

  function askCode(
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
}

/** Without the identity provider: for those whom a required connection lets pass, and while a provider does not answer. */
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
