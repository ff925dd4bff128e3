import {
  confirmWithPassword,
  finishPasskeySignIn,
  whyNoPasskeys,
} from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { type Html, html, nothing } from '../../../kernel/index.ts';
import { localPath } from '../../../oidc/index.ts';
import { type SignInMethod, sessionCookie } from '../../../sessions/index.ts';
import { confirmedSession } from '../confirmed-session.ts';
import { accountOfSession, demandAccount } from '../parts.ts';
import { type SignedIn, signedIn } from '../visitor.ts';
import {
  credentialOf,
  type Desk,
  fieldOf,
  orAgain,
  type PageHandlers,
  type Refusal,
  textsFor,
} from './desk.ts';
import { button, field, form, hidden, passkeyForm } from './page.ts';
import { codeField } from './sign-in-forms.ts';

/** Before changes that matter, the person proves again who they are; the session gets a new token by it. */
export function confirmPages({ parts, show, go }: Desk): PageHandlers {
  const { world, publicUrl, singleSignOn } = parts;
  return {
    showConfirmation: (visitor, { query }) =>
      ask(signedIn(world, visitor), localPath(query.returnTo)),

    async confirmWithPassword(visitor, request) {
      const person = signedIn(world, visitor);
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const account = await demandAccount(parts, person.active);
      const t = textsFor(visitor);
      const problem = account.hasTotp ? t.confirmCodeRefused : t.confirmRefused;
      return orAgain(
        async () => {
          const code = fieldOf(request, 'code');
          const proof = {
            password: fieldOf(request, 'password'),
            ...(code === '' ? {} : { code }),
          };
          const { kind } = await confirmWithPassword(world, account.id, proof, visitor.from);
          if (kind !== 'ok') return ask(person, returnTo, { status: 400, problem });
          return goOn(person, 'password', returnTo);
        },
        visitor,
        problem,
        (refusal) => ask(person, returnTo, refusal),
      );
    },

    async confirmWithPasskey(visitor, request) {
      const person = signedIn(world, visitor);
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const { id: accountId } = await demandAccount(parts, person.active);
      const response = credentialOf(request);
      const proof = { response, accountId };
      const result =
        response && (await finishPasskeySignIn(world, publicUrl(), proof, visitor.from));
      if (result?.kind === 'ok') return goOn(person, 'passkey', returnTo);
      return ask(person, returnTo, { status: 400, problem: textsFor(visitor).passkeyFailed });
    },
  };

  async function goOn(
    person: SignedIn,
    method: SignInMethod,
    returnTo: string,
  ): Promise<OperationAnswer> {
    const { token, session } = await confirmedSession(world, person, method);
    return go(returnTo, sessionCookie(token, session));
  }

  async function ask(
    person: SignedIn,
    returnTo: string,
    refusal: Partial<Refusal> = {},
  ): Promise<OperationAnswer> {
    const t = textsFor(person);
    const { oidc } = person.active.session;
    const account = await accountOfSession(parts, person.active);
    const hasPasskey =
      account !== null && account.passkeys.length > 0 && whyNoPasskeys(publicUrl()) === null;
    const ways: Html[] = [];
    if (account?.hasPassword)
      ways.push(
        form(
          '/account/confirm',
          hidden('returnTo', returnTo),
          html`<input type="email" value="${account.email ?? ''}" autocomplete="username" readonly hidden>`,
          field({
            name: 'password',
            label: t.password,
            type: 'password',
            autocomplete: 'current-password',
            isFirst: true,
            maxLength: 1000,
          }),
          account.hasTotp ? codeField(t.code, t.codeAdvice, false) : nothing,
          button(t.confirmNow),
        ),
      );
    if (hasPasskey)
      ways.push(
        passkeyForm(
          t,
          {
            action: '/account/confirm/passkey',
            purpose: 'get',
            label: t.confirmPasskey,
            failure: t.passkeyFailed,
          },
          hidden('returnTo', returnTo),
        ),
      );
    if (oidc)
      ways.push(
        html`<p><a href="${singleSignOn.confirmPath(oidc, returnTo)}">${t.confirmProvider}</a></p>`,
      );
    return show(person, {
      title: t.confirmTitle,
      usesPasskeys: hasPasskey,
      ...refusal,
      content: html`<div class="card narrow"><h1>${t.confirmTitle}</h1><p>${t.confirmAdvice}</p>${{ markup: ways.map(({ markup }) => markup).join('') }}<p class="links"><a href="/account">${t.cancel}</a></p></div>`,
    });
  }
}
