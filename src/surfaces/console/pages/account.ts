import { type Account, whyNoMail, whyNoPasskeys } from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { userKind } from '../../../identity/index.ts';
import { type Html, html, joined, nothing } from '../../../kernel/index.ts';
import { getResource } from '../../../resources/index.ts';
import { type Session, sessionCookie, sessionsOf } from '../../../sessions/index.ts';
import { endOtherSessions, endOwnSession } from '../operations/sessions.ts';
import { accountOfSession, otherPeople } from '../parts.ts';
import { switchOrganization } from '../switch-organization.ts';
import { hasRecentSignIn, type SignedIn, signedIn } from '../visitor.ts';
import { type Desk, fieldOf, type PageHandlers, type Refusal, textsFor } from './desk.ts';
import { deviceOf } from './device.ts';
import { newPasswordField } from './links.ts';
import { button, field, form, hidden, passkeyForm } from './page.ts';
import type { Texts } from './texts.ts';

export type ShowAccount = (
  person: SignedIn,
  notes?: Partial<Refusal> & { success?: string },
) => Promise<OperationAnswer>;

export function accountPages(desk: Desk, showAccount: ShowAccount): PageHandlers {
  const { parts, go } = desk;
  const { world } = parts;
  return {
    async showAccount(visitor, { query }) {
      const done: Readonly<Record<string, string>> = textsFor(visitor).done;
      const key = String(query.done);
      const success = Object.hasOwn(done, key) ? done[key] : undefined;
      return showAccount(signedIn(world, visitor), success === undefined ? {} : { success });
    },
    async endSession(visitor, request) {
      const person = signedIn(world, visitor);
      await endOwnSession(parts, person, fieldOf(request, 'id'));
      return go('/account?done=session-ended');
    },
    async endOtherSessions(visitor) {
      await endOtherSessions(parts, signedIn(world, visitor));
      return go('/account?done=sessions-ended');
    },
    async switchOrganization(visitor, request) {
      const wanted = fieldOf(request, 'organizationId');
      const started = await switchOrganization(parts, signedIn(world, visitor), wanted);
      return go('/account?done=organization', sessionCookie(started.token, started.session));
    },
  };
}

/** The page itself, which a change that was refused shows again. */
export function accountShower({ parts, show }: Desk): ShowAccount {
  const { world, mail, publicUrl } = parts;
  return async (person, notes = {}) => {
    const t = textsFor(person);
    const { active, ctx } = person;
    const [account, sessions, others, user] = await Promise.all([
      accountOfSession(parts, active),
      sessionsOf(ctx, active.session.userId),
      otherPeople(parts, active),
      getResource(ctx, userKind, active.session.userId),
    ]);
    const when = dateFormat(person.language, user.wire.timeZoneId);
    const mayChange = hasRecentSignIn(world, person);
    const hasPasskeys = whyNoPasskeys(publicUrl()) === null;
    const { oidc } = active.session;
    const provider = oidc && (await parts.singleSignOn.nameOf(oidc));
    const sections = account
      ? [
          ...(mayChange ? [] : [confirmFirst(t)]),
          emailSection(t, account, mayChange && whyNoMail(mail) === null),
          passwordSection(t, account, mayChange),
          passkeySection(t, account, { mayChange, hasPasskeys, when }),
          totpSection(t, account, mayChange),
        ]
      : [html`<p>${t.accountProvider(provider ?? t.providerUnnamed)}</p>`];
    return show(person, {
      title: t.accountTitle,
      usesPasskeys: account !== null && hasPasskeys && mayChange,
      ...notes,
      content: html`<div class="sections"><h1>${t.accountTitle}</h1>${joined(sections)}
${sessionSection(t, sessions, active.session.id, when)}${organizationSection(t, others)}
<p class="links"><a href="/">${t.home}</a><a href="/sign-out">${t.signOut}</a></p></div>`,
    });
  };
}

type When = (date: Date) => string;

function dateFormat(language: string, timeZone: string | null | undefined): When {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
  const zone = timeZone || 'UTC';
  const shown = format(zone);
  return (date) => `${shown.format(date)}${zone === 'UTC' ? ' UTC' : ''}`;
}

function section(title: string, ...parts: readonly Html[]): Html {
  return html`<section class="card"><h2>${title}</h2>${joined(parts)}</section>`;
}

function confirmFirst(t: Texts): Html {
  return html`<section class="card"><p>${t.confirmFirst}</p><p><a href="/account/confirm?returnTo=%2Faccount">${t.confirmTitle}</a></p></section>`;
}

function emailSection(t: Texts, { email, isEmailVerified }: Account, mayChange: boolean): Html {
  const present = email === null ? '' : t.emailPresent(email);
  return section(
    t.emailSection,
    html`<p>${present} ${isEmailVerified || email === null ? '' : t.emailUnverified}</p>`,
    mayChange
      ? html`<details><summary>${t.emailNew}</summary>${form(
          '/account/email',
          field({
            name: 'email',
            id: 'new-email',
            label: t.emailNew,
            type: 'email',
            autocomplete: 'email',
          }),
          button(t.emailSend, 'secondary'),
        )}</details>`
      : nothing,
  );
}

function passwordSection(t: Texts, { hasPassword, email }: Account, mayChange: boolean): Html {
  const label = hasPassword ? t.passwordChange : t.passwordSet;
  return section(
    t.passwordSection,
    html`<p>${hasPassword ? t.passwordPresent : t.passwordNone}</p>`,
    mayChange
      ? html`<details><summary>${label}</summary>${form(
          '/account/password',
          html`<input type="email" value="${email ?? ''}" autocomplete="username" readonly hidden>`,
          newPasswordField(t),
          html`<p class="advice">${t.passwordEnds}</p>`,
          button(label, 'secondary'),
        )}</details>`
      : nothing,
  );
}

function passkeySection(
  t: Texts,
  { passkeys }: Account,
  { mayChange, hasPasskeys, when }: { mayChange: boolean; hasPasskeys: boolean; when: When },
): Html {
  const rows = passkeys.map(({ id, displayName, createdAt, lastUsedAt }, index) => {
    const used = lastUsedAt ? `, ${t.passkeyUsed(when(lastUsedAt))}` : '';
    const rename = html`<details><summary>${t.passkeyRename}</summary>${form(
      '/account/passkeys/rename',
      hidden('id', id),
      field({
        name: 'displayName',
        id: `passkey-${index}`,
        label: t.passkeyName,
        autocomplete: 'off',
        value: displayName,
        maxLength: 100,
      }),
      button(t.passkeyRename, 'secondary'),
    )}</details>`;
    const remove = form(
      '/account/passkeys/remove',
      hidden('id', id),
      button(t.passkeyRemove, 'danger'),
    );
    return html`<li><div><strong>${displayName}</strong> <span class="soft">${t.passkeyAdded(when(createdAt))}${used}</span>${mayChange ? rename : nothing}</div>${mayChange ? remove : nothing}</li>`;
  });
  const add = hasPasskeys
    ? passkeyForm(
        t,
        {
          action: '/account/passkeys',
          purpose: 'create',
          label: t.passkeyAdd,
          failure: t.passkeyAddFailed,
        },
        field({
          name: 'displayName',
          id: 'new-passkey',
          label: t.passkeyName,
          advice: t.passkeyNameExample,
          autocomplete: 'off',
          isOptional: true,
          maxLength: 100,
        }),
      )
    : html`<p class="advice">${t.passkeyUnavailable}</p>`;
  return section(
    t.passkeySection,
    html`<p>${t.passkeyAdvice}</p>`,
    rows.length === 0
      ? html`<p class="soft">${t.passkeyNone}</p>`
      : html`<ul class="rows">${joined(rows)}</ul>`,
    mayChange ? add : nothing,
  );
}

function totpSection(t: Texts, account: Account, mayChange: boolean): Html {
  const { hasTotp, hasPassword, recoveryCodesLeft } = account;
  if (!hasPassword && !hasTotp) return nothing;
  const add = form('/account/totp', button(hasTotp ? t.totpReplace : t.totpAdd, 'secondary'));
  const off = form('/account/totp/remove', button(t.totpRemove, 'danger'));
  const codes = html`<h2>${t.recoverySection}</h2><p>${t.recoveryLeft(recoveryCodesLeft)}</p>${mayChange ? form('/account/recovery-codes', button(t.recoveryRenew, 'secondary')) : nothing}`;
  return section(
    t.totpSection,
    html`<p>${t.totpAdvice} <strong>${hasTotp ? t.totpOn : t.totpOff}</strong></p>`,
    mayChange ? html`<div class="actions row">${add}${hasTotp ? off : nothing}</div>` : nothing,
    hasTotp ? html`<br>${codes}` : nothing,
  );
}

function sessionSection(
  t: Texts,
  sessions: readonly Session[],
  currentId: string,
  when: When,
): Html {
  const rows = sessions.map(({ id, userAgent, lastSeenAt, address }) => {
    const device = deviceOf(userAgent, t);
    const end = html`<form method="post" action="/account/sessions/end">${hidden('id', id)}<button type="submit" class="secondary small" aria-label="${t.sessionEndOf(device)}">${t.sessionEnd}</button></form>`;
    const current = html`<span class="badge">${t.sessionCurrent}</span>`;
    return html`<li><div><strong>${device}</strong> <span class="soft">${t.sessionSeen(when(lastSeenAt), address)}</span></div>${id === currentId ? current : end}</li>`;
  });
  return section(
    t.sessionSection,
    html`<ul class="rows">${joined(rows)}</ul>`,
    sessions.length > 1
      ? form('/account/sessions/end-others', button(t.sessionEndOthers, 'danger'))
      : nothing,
  );
}

function organizationSection(
  t: Texts,
  others: readonly { organizationId: string; organizationName: string }[],
): Html {
  if (others.length === 0) return nothing;
  const rows = others.map(
    ({ organizationId, organizationName }) =>
      html`<li><div><strong>${organizationName}</strong></div><form method="post" action="/account/organization">${hidden('organizationId', organizationId)}<button type="submit" class="secondary small">${t.organizationGo(organizationName)}</button></form></li>`,
  );
  return section(t.organizationSection, html`<ul class="rows">${joined(rows)}</ul>`);
}
