import {
  changePassword,
  confirmTotp,
  enrolTotp,
  finishPasskeyRegistration,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  requestEmailChange,
} from '../../../accounts/index.ts';
import type { OperationAnswer, OperationRequest } from '../../../http/index.ts';
import { html, joined, trusted } from '../../../kernel/index.ts';
import { demandAccount } from '../parts.ts';
import type { Traits } from '../traits.ts';
import { type SignedIn, signedIn } from '../visitor.ts';
import type { ShowAccount } from './account.ts';
import {
  credentialOf,
  type Desk,
  fieldOf,
  orAgain,
  type PageHandler,
  type PageHandlers,
  type Refusal,
  textsFor,
} from './desk.ts';
import { button, field, form } from './page.ts';
import type { Texts } from './texts.ts';

/** Changes of how somebody signs in. */
export function waysInPages(desk: Desk, showAccount: ShowAccount): PageHandlers {
  const { parts, go } = desk;
  const { world, mail, publicUrl } = parts;
  const change = changing(desk, showAccount);

  return {
    changePassword: change(
      (t) => t.passwordRefused,
      async ({ accountId, active, language, from }, request) => {
        const password = fieldOf(request, 'password');
        const given = { password, keepSession: active.session.id, language };
        await changePassword(world, mail, accountId, given, from);
        return go('/account?done=password');
      },
    ),
    requestEmailChange: change(
      (t) => t.invalid,
      async ({ accountId, language, from }, request) => {
        const email = fieldOf(request, 'email');
        await requestEmailChange(world, mail, accountId, { email, language }, from);
        return go('/account?done=email');
      },
    ),
    addPasskey: change(
      (t) => t.passkeyAddFailed,
      async ({ accountId, from }, request) => {
        const response = credentialOf(request) ?? {};
        const given = { response, displayName: fieldOf(request, 'displayName') };
        await finishPasskeyRegistration(world, publicUrl(), accountId, given, from);
        return go('/account?done=passkey-added');
      },
    ),
    renamePasskey: change(
      (t) => t.invalid,
      async ({ accountId, from }, request) => {
        const name = fieldOf(request, 'displayName');
        await renamePasskey(world, accountId, fieldOf(request, 'id'), name, from);
        return go('/account?done=passkey-renamed');
      },
    ),
    removePasskey: change(
      (t) => t.invalid,
      async ({ accountId, active, from }, request) => {
        const wanted = { id: fieldOf(request, 'id'), keepSession: active.session.id };
        await removePasskey(world, accountId, wanted, from);
        return go('/account?done=passkey-removed');
      },
    ),
    enrolTotp: change(
      (t) => t.invalid,
      (person) => askTotpCode(desk, person),
    ),
    async confirmTotp(visitor, request) {
      const person = await withAccount(desk, signedIn(world, visitor));
      const t = textsFor(visitor);
      return orAgain(
        async () => {
          const code = fieldOf(request, 'code');
          const { recoveryCodes } = await confirmTotp(world, person.accountId, code, person.from);
          return showCodes(desk, person, recoveryCodes);
        },
        visitor,
        t.totpRefused,
        (refusal) => askTotpCode(desk, person, refusal),
      );
    },
    removeTotp: change(
      (t) => t.invalid,
      async ({ accountId, from }) => {
        await removeTotp(world, accountId, from);
        return go('/account?done=totp-removed');
      },
    ),
    renewRecoveryCodes: change(
      (t) => t.invalid,
      async (person) => {
        const { recoveryCodes } = await renewRecoveryCodes(world, person.accountId, person.from);
        return showCodes(desk, person, recoveryCodes);
      },
    ),
  };
}

type Holder = SignedIn & { accountId: string };

async function withAccount({ parts }: Desk, person: SignedIn): Promise<Holder> {
  return { ...person, accountId: (await demandAccount(parts, person.active)).id };
}

/** The handlers of changes: where one is refused, they show the account again, with the reason. */
function changing(desk: Desk, showAccount: ShowAccount) {
  return (
    invalid: (t: Texts) => string,
    work: (person: Holder, request: OperationRequest<Traits>) => Promise<OperationAnswer>,
  ): PageHandler =>
    async (visitor, request) => {
      const person = await withAccount(desk, signedIn(desk.parts.world, visitor));
      return orAgain(
        () => work(person, request),
        visitor,
        invalid(textsFor(visitor)),
        (refusal) => showAccount(person, refusal),
      );
    };
}

async function askTotpCode(
  { parts: { world }, show }: Desk,
  person: Holder,
  refusal: Partial<Refusal> = {},
): Promise<OperationAnswer> {
  const t = textsFor(person);
  const { secret, qrSvg } = await enrolTotp(world, person.accountId, person.from);
  return show(person, {
    title: t.totpTitle,
    ...refusal,
    content: html`<div class="card narrow"><h1>${t.totpTitle}</h1><p>${t.totpScan}</p>
<div class="qr" role="img" aria-label="${t.totpPicture}">${trusted(qrSvg)}</div>
<p>${t.totpType}<br><code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
${form(
  '/account/totp/confirm',
  field({
    name: 'code',
    label: t.code,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 10,
  }),
  button(t.totpConfirm),
)}<p class="links"><a href="/account">${t.cancel}</a></p></div>`,
  });
}

function showCodes({ show }: Desk, person: Holder, codes: readonly string[]): OperationAnswer {
  const t = textsFor(person);
  return show(person, {
    title: t.recoveryTitle,
    content: html`<div class="card"><h1>${t.recoveryTitle}</h1><p>${t.recoveryAdvice}</p><ul class="codes">${joined(
      codes.map((code) => html`<li><code>${code}</code></li>`),
    )}</ul><p><a href="/account">${t.recoveryDone}</a></p></div>`,
  });
}
