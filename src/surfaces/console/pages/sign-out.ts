import { html, nothing } from '../../../kernel/index.ts';
import {
  contextOf,
  endSession,
  idTokenOf,
  noSessionCookie,
  type Session,
} from '../../../sessions/index.ts';
import { type Desk, type PageHandlers, textsFor } from './desk.ts';
import { button, form } from './page.ts';

export function signOutPages({ parts, show }: Desk): PageHandlers {
  const { world, singleSignOn } = parts;
  return {
    async showSignOut(visitor) {
      const t = textsFor(visitor);
      if (!visitor.active)
        return show(visitor, {
          title: t.signedOutTitle,
          content: html`<div class="card"><h1>${t.signedOutTitle}</h1><p><a href="/sign-in">${t.signIn}</a></p></div>`,
        });
      return show(visitor, {
        title: t.signOutTitle,
        content: html`<div class="card narrow"><h1>${t.signOutTitle}</h1><p>${t.signOutAdvice}</p>${form('/sign-out', button(t.signOut))}<p class="links"><a href="/">${t.cancel}</a></p></div>`,
      });
    },

    async signOut(visitor) {
      const t = textsFor(visitor);
      const { active, from } = visitor;
      if (active) {
        const by = contextOf(world, active, from.requestId);
        await endSession(world, active.session, { reason: 'signed out', by });
      }
      const url = active && (await providerUrl(active.session));
      return show(visitor, {
        title: t.signedOutTitle,
        cookie: noSessionCookie(),
        ...(url ? { leadsTo: url } : {}),
        content: html`<div class="card"><h1>${t.signedOutTitle}</h1>${url ? html`<p>${t.signedOutProvider} <a href="${url}">${t.next}</a></p>` : nothing}<p><a href="/sign-in">${t.signInAgain}</a></p></div>`,
      });
    },
  };

  /** Where the session at the identity provider ends, too. */
  async function providerUrl(session: Session): Promise<string | null> {
    if (!session.oidc) return null;
    const { connectionId } = session.oidc;
    return singleSignOn.signOutUrl({ connectionId, idToken: idTokenOf(world, session) });
  }
}
