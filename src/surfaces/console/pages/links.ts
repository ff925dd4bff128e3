import {
  acceptLink,
  findAccount,
  type LinkAnswer,
  type LinkView,
  openLink,
  requestRecovery,
  unusableLink,
  whyNoMail,
} from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { type Html, html, nothing, type World } from '../../../kernel/index.ts';
import type { Visitor } from '../visitor.ts';
import { type Desk, fieldOf, orAgain, type PageHandlers, type Refusal, textsFor } from './desk.ts';
import { enterAs } from './enter.ts';
import { home } from './landing.ts';
import { button, field, form } from './page.ts';
import { codeField } from './sign-in-forms.ts';
import type { Texts } from './texts.ts';

/** The pages behind links of mails. Showing one uses up nothing: scanners of mail look, too. */
export function linkPages(desk: Desk): PageHandlers {
  const { parts, show } = desk;
  const { world, mail } = parts;

  return {
    showRecovery: async (visitor) => askWhose(desk, visitor),

    async requestRecovery(visitor, request) {
      const t = textsFor(visitor);
      const email = fieldOf(request, 'email');
      if (!/^[^\s@]+@[^\s@]+$/.test(email.trim()))
        return askWhose(desk, visitor, { status: 400, problem: t.invalid });
      return orAgain(
        async () => {
          const { language, from } = visitor;
          if (canMail(desk)) await requestRecovery(world, mail, { email, language }, from);
          return show(visitor, {
            title: t.recoverSentTitle,
            content: html`<div class="card"><h1>${t.recoverSentTitle}</h1><p>${canMail(desk) ? t.recoverSent : t.recoverNoMail}</p><p><a href="/sign-in">${t.signIn}</a></p></div>`,
          });
        },
        visitor,
        t.invalid,
        (refusal) => askWhose(desk, visitor, refusal),
      );
    },

    showNewPassword: (visitor, { params }) => ask(desk, visitor, 'recovery', params.token ?? ''),
    chooseNewPassword: (visitor, request) =>
      use(desk, visitor, 'recovery', request.params.token ?? '', {
        password: fieldOf(request, 'password'),
      }),

    showInvitation: (visitor, { params }) => ask(desk, visitor, 'invitation', params.token ?? ''),
    async acceptInvitation(visitor, request) {
      const code = fieldOf(request, 'code');
      const accountId = visitor.active?.session.accountId;
      const withSession = fieldOf(request, 'as') === 'session' && accountId;
      return use(
        desk,
        visitor,
        'invitation',
        request.params.token ?? '',
        withSession
          ? { accountId }
          : { password: fieldOf(request, 'password'), ...(code === '' ? {} : { code }) },
      );
    },

    showEmailConfirmation: (visitor, { params }) => ask(desk, visitor, 'email', params.token ?? ''),
    confirmEmail: (visitor, { params }) => use(desk, visitor, 'email', params.token ?? '', {}),
  };
}

function canMail({ parts: { mail } }: Desk): boolean {
  return whyNoMail(mail) === null;
}

function askWhose(desk: Desk, visitor: Visitor, refusal: Partial<Refusal> = {}): OperationAnswer {
  const t = textsFor(visitor);
  const ways = canMail(desk)
    ? html`<p>${t.recoverAdvice}</p>${form(
        '/recover',
        field({
          name: 'email',
          label: t.email,
          type: 'email',
          autocomplete: 'username',
          isFirst: true,
        }),
        button(t.recoverSend),
      )}`
    : html`<p>${t.recoverNoMail}</p>`;
  return desk.show(visitor, {
    title: t.recoverTitle,
    ...refusal,
    content: html`<div class="card narrow"><h1>${t.recoverTitle}</h1>${ways}<p class="links"><a href="/sign-in">${t.back}</a></p></div>`,
  });
}

async function ask(
  desk: Desk,
  visitor: Visitor,
  page: Page,
  token: string,
  refusal: Partial<Refusal> = {},
): Promise<OperationAnswer> {
  const view = await openLink(desk.parts.world, token, visitor.from);
  // Each kind of link has its own page; whoever swaps them has made the address up.
  if (pageOf(view) !== page) throw unusableLink();
  const t = textsFor(visitor);
  const [title, content] = await contentOf(desk.parts.world, visitor, t, page, view, token);
  return desk.show(visitor, {
    title,
    ...refusal,
    content: html`<div class="card narrow"><h1>${title}</h1>${content}</div>`,
  });
}

async function use(
  desk: Desk,
  visitor: Visitor,
  page: Page,
  token: string,
  answer: LinkAnswer,
): Promise<OperationAnswer> {
  const { parts } = desk;
  const { world, mail } = parts;
  const { language, from } = visitor;
  const t = textsFor(visitor);
  const again = (refusal: Refusal) => ask(desk, visitor, page, token, refusal);
  return orAgain(
    async () => {
      if (pageOf(await openLink(world, token, from)) !== page) throw unusableLink();
      const result = await acceptLink(world, mail, token, { ...answer, language }, from);
      if (result.kind !== 'ok') return again({ status: 400, problem: t.invitationRefused });
      const { account, person } = result;
      const mayEnter =
        person &&
        result.maySignIn &&
        (await parts.singleSignOn.isLocalSignInAllowed(person.organizationId, person.userId));
      if (!person || !mayEnter) return afterwards(desk, visitor, page);
      const method = answer.accountId === undefined ? 'password' : 'link';
      const entering = { account, method, returnTo: home } as const;
      return enterAs(desk, visitor, entering, person);
    },
    visitor,
    t.passwordRefused,
    again,
  );
}

function afterwards(desk: Desk, visitor: Visitor, page: Page): OperationAnswer {
  const t = textsFor(visitor);
  const success = page === 'email' ? t.emailDone : t.newPasswordDone;
  return desk.show(visitor, {
    title: t.signInTitle,
    success,
    content: html`<div class="card"><p><a href="/sign-in">${t.signIn}</a></p></div>`,
  });
}

async function contentOf(
  world: World,
  visitor: Visitor,
  t: Texts,
  page: Page,
  view: LinkView,
  token: string,
): Promise<[string, Html]> {
  const { email, person } = view;
  const action = `${paths[page]}/${encodeURIComponent(token)}`;
  if (page === 'email')
    return [
      t.emailTitle,
      html`<p>${t.emailAdvice(email)}</p>${form(action, button(t.emailConfirm))}`,
    ];
  if (page === 'recovery')
    return [
      t.newPasswordTitle,
      html`<p>${t.newPasswordFor(email)}</p>${form(action, username(email), newPasswordField(t), button(t.next))}`,
    ];
  const isPresent = view.asks === 'present-password';
  const fields = isPresent
    ? html`${field({ name: 'password', label: t.invitationPassword, type: 'password', autocomplete: 'current-password', isFirst: true, maxLength: 1000 })}${view.asksCode ? codeField(t.code, t.codeAdvice, false) : nothing}`
    : newPasswordField(t);
  return [
    t.invitationTitle(nameToShow(person?.organizationName)),
    html`<p>${t.invitationFor(person?.displayName ?? '')} <span class="soft">${email}</span></p>${await asSession(world, visitor, t, action)}<p>${isPresent ? t.invitationPresent : t.invitationNew}</p>${form(action, username(email), fields, button(t.invitationAccept))}`,
  ];
}

/** The name that TOCSIN_BOOTSTRAP_ORGANIZATION gives when it is unset is nobody's. */
function nameToShow(organizationName = ''): string {
  return organizationName === '' || organizationName === 'Default' ? 'Tocsin' : organizationName;
}

/** Who is signed in already can have the invitation on that account. */
async function asSession(
  world: World,
  { active }: Visitor,
  t: Texts,
  action: string,
): Promise<Html> {
  const accountId = active?.session.accountId;
  const account = accountId ? await findAccount(world, accountId) : null;
  if (!account?.email) return nothing;
  return html`<p>${t.invitationSignedIn(account.email)}</p>${form(action, html`<input type="hidden" name="as" value="session">`, button(t.invitationAccept, 'secondary'))}<p class="or">${t.or}</p>`;
}

type Page = 'recovery' | 'invitation' | 'email';

const paths = { recovery: '/recover', invitation: '/invitation', email: '/account/email' } as const;

function pageOf({ purpose }: LinkView): Page {
  switch (purpose) {
    case 'recovery':
      return 'recovery';
    case 'email-change':
      return 'email';
    case 'invitation':
    case 'owner':
      return 'invitation';
  }
}

/** So that password managers know whose password it is. */
function username(email: string): Html {
  return html`<input type="email" value="${email}" autocomplete="username" readonly hidden>`;
}

export function newPasswordField(t: Texts): Html {
  return field({
    name: 'password',
    label: t.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    advice: t.passwordAdvice,
    maxLength: 1000,
  });
}
