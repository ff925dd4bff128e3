import {
  finishPasskeySignIn,
  finishSignIn,
  type SignInResult,
  signInWithPassword,
} from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { html } from '../../../kernel/index.ts';
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
import { passkeyScript } from './passkey-script.ts';
import { askAddress, askCode, askPassword, passwordPath } from './sign-in-forms.ts';

export function signInPages(desk: Desk): PageHandlers {
  const { parts, show, go } = desk;
  const { world, publicUrl, singleSignOn } = parts;

  return {
    async showSignIn(visitor, { query }) {
      const returnTo = localPath(query.returnTo);
      const isLocal = query.with === 'password';
      return visitor.active ? go(returnTo) : askAddress(desk, visitor, { returnTo, isLocal });
    },

    async beginSignIn(visitor, request) {
      const email = fieldOf(request, 'email').trim();
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const isLocal = fieldOf(request, 'with') === 'password';
      const t = textsFor(visitor);
      if (!/^[^\s@]+@[^\s@]+$/.test(email))
        return askAddress(desk, visitor, {
          returnTo,
          email,
          isLocal,
          status: 400,
          problem: t.invalid,
        });
      // Being asked for a password lets nobody in yet; people whom an organization lets pass must be asked.
      const path = isLocal ? null : await singleSignOn.signInPath(email, returnTo);
      if (!path) return askPassword(desk, visitor, { returnTo, email });
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
      const again = (refusal: Refusal) =>
        askPassword(desk, visitor, { returnTo, email, ...refusal });
      return orAgain(
        async () => {
          const password = fieldOf(request, 'password');
          const result = await signInWithPassword(world, { email, password }, visitor.from);
          return goOn(desk, visitor, result, returnTo, again);
        },
        visitor,
        textsFor(visitor).signInRefused,
        again,
      );
    },

    async finishSignIn(visitor, request) {
      const challenge = fieldOf(request, 'challenge');
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const again = (refusal: Refusal) =>
        askCode(desk, visitor, { returnTo, challenge, ...refusal });
      return orAgain(
        async () => {
          const given = { challenge, code: fieldOf(request, 'code') };
          const result = await finishSignIn(world, given, visitor.from);
          if (result.kind === 'refused')
            return again({ status: 400, problem: textsFor(visitor).codeRefused });
          return goOn(desk, visitor, result, returnTo, again);
        },
        visitor,
        textsFor(visitor).codeRefused,
        again,
      );
    },

    async signInWithPasskey(visitor, request) {
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      const again = (refusal: Refusal) => askAddress(desk, visitor, { returnTo, ...refusal });
      const response = credentialOf(request);
      const problem = textsFor(visitor).passkeyFailed;
      if (!response) return again({ status: 400, problem });
      const result = await finishPasskeySignIn(world, publicUrl(), { response }, visitor.from);
      if (result.kind !== 'ok') return again({ status: 400, problem });
      return enter(desk, visitor, { account: result.account, method: 'passkey', returnTo });
    },

    async chooseOrganization(visitor, request) {
      const entering = entryOf(desk, fieldOf(request, 'ticket'));
      const problem = textsFor(visitor).codeExpired;
      if (!entering) return askAddress(desk, visitor, { returnTo: '/', status: 400, problem });
      const people = await peopleWhoMayEnter(parts, entering.account);
      const wanted = fieldOf(request, 'organizationId').toLowerCase();
      const person = people.find(({ organizationId }) => organizationId === wanted);
      if (!person) return enter(desk, visitor, entering);
      return enterAs(desk, visitor, entering, person);
    },

    getPasskeyScript: async () => scriptAnswer,
  };
}

/** The step after a password: none, the second factor, or the password again. */
function goOn(
  desk: Desk,
  visitor: Visitor,
  result: SignInResult,
  returnTo: string,
  again: (refusal: Refusal) => OperationAnswer,
): OperationAnswer | Promise<OperationAnswer> {
  switch (result.kind) {
    case 'ok':
      return enter(desk, visitor, { account: result.account, method: 'password', returnTo });
    case 'second-factor':
      return askCode(desk, visitor, { returnTo, challenge: result.challenge });
    case 'refused':
      return again({ status: 400, problem: textsFor(visitor).signInRefused });
  }
}

const scriptAnswer: OperationAnswer = {
  status: 200,
  text: passkeyScript,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
  },
};
