import type { OperationAnswer, OperationHandler } from '../../http/index.ts';
import { AppError, html, type World } from '../../kernel/index.ts';
import {
  type BeginSignIn,
  connectionById,
  type FinishedSignIn,
  localPath,
  SignInFailure,
  type SingleSignOn,
} from '../../oidc/index.ts';
import { say } from '../../sentences/index.ts';
import { confirmSignIn, sessionCookie, startSession } from '../../sessions/index.ts';
import { failurePage } from './oidc-failure-page.ts';
import { oidcTexts } from './oidc-texts.ts';
import { browserCookie, type OidcVisitor } from './oidc-visitor.ts';
import { fieldOf } from './pages/desk.ts';
import { leaveFormer } from './pages/enter.ts';
import { landingPath } from './pages/landing.ts';
import { button, elsewhere, form, hidden, pageAnswer } from './pages/page.ts';
import { withReturnTo } from './return-to.ts';
import type { Traits } from './traits.ts';
import { hasRecentSignIn, signedIn } from './visitor.ts';

interface Pages {
  world: World;
  publicUrl(): string;
  singleSignOn: SingleSignOn;
}

/** By `operationId`: the way to the identity provider of an organization, and what comes back from it. */
export function oidcHandlers(pages: Pages): Record<string, OperationHandler<OidcVisitor, Traits>> {
  const { world, publicUrl, singleSignOn } = pages;
  return {
    startProviderSignIn: async (visitor, { params, query }) => {
      const connectionId = params.connectionId ?? '';
      const returnTo = localPath(textOf(query.returnTo));
      if (query.link === 'yes') return askToLink(pages, visitor, connectionId, returnTo);
      if (query.confirm === 'yes' && !visitor.active) return toSignIn(pages, returnTo);
      const begun = {
        connectionId,
        returnTo,
        loginHint: textOf(query.email),
        as: query.confirm === 'yes' ? personOf(pages, visitor, 'confirm') : undefined,
      };
      return orFailure(pages, visitor, returnTo, () =>
        begin(pages, visitor, begun, (url, cookie) => elsewhere(publicUrl(), url, cookie)),
      );
    },

    linkProviderIdentity: async (visitor, request) => {
      const connectionId = request.params.connectionId ?? '';
      const returnTo = localPath(fieldOf(request, 'returnTo'));
      if (!visitor.active) return toSignIn(pages, returnTo);
      if (!hasRecentSignIn(world, visitor)) return toConfirm(pages, connectionId, returnTo);
      const begun = { connectionId, returnTo, as: personOf(pages, visitor, 'link') };
      const { onTitle, on } = oidcTexts[visitor.language];
      return orFailure(pages, visitor, returnTo, () =>
        begin(pages, visitor, begun, (url, cookie) =>
          pageAnswer(publicUrl(), {
            language: visitor.language,
            title: onTitle,
            leadsTo: url,
            cookie,
            content: html`<div class="card"><h1>${onTitle}</h1><p><a href="${url}">${on}</a></p></div>`,
          }),
        ),
      );
    },

    finishProviderSignIn: async (visitor, { params }) =>
      orFailure(pages, visitor, '/', async () => {
        const done = await singleSignOn.finish({
          organizationId: params.organizationId ?? '',
          query: new URL(visitor.url, publicUrl()).searchParams,
          browser: visitor.browser,
          requestId: visitor.from.requestId,
        });
        const cookie = await cookieFor(pages, visitor, done);
        const { purpose, person, returnTo } = done;
        const path =
          purpose === 'sign-in'
            ? await landingPath(world, person.organizationId, returnTo)
            : returnTo;
        return elsewhere(publicUrl(), path, cookie);
      }),

    receiveLogoutToken: async ({ from }, request) => {
      const token = fieldOf(request, 'logout_token');
      const connectionId = request.params.connectionId ?? '';
      const result = await singleSignOn.backChannelLogout(connectionId, token);
      if (result.outcome === 'done') {
        const { ended } = result;
        world.log.info(
          { ...from, connectionId, ended },
          'an identity provider signed somebody out',
        );
        return { status: 200, body: {} };
      }
      const { reason } = result;
      world.log.warn({ ...from, connectionId, reason }, 'a logout token was refused');
      const body = { error: 'invalid_request', error_description: reason };
      return { status: 400, body, headers: { 'content-type': 'application/json' } };
    },
  };
}

async function begin(
  { singleSignOn }: Pages,
  { browser }: OidcVisitor,
  request: BeginSignIn,
  answer: (url: string, cookie: string) => OperationAnswer,
): Promise<OperationAnswer> {
  const begun = await singleSignOn.begin({ ...request, browser });
  return answer(begun.url, browserCookie(begun.browser));
}

/** The cookie of the session that begins, or goes on under a new token; none where a person only linked themselves. */
async function cookieFor(
  { world }: Pages,
  visitor: OidcVisitor,
  { purpose, person, oidc }: FinishedSignIn,
): Promise<string | undefined> {
  const how = { method: 'oidc' as const, oidc };
  if (purpose === 'sign-in') {
    const { token, session } = await startSession(
      world,
      { ...person, accountId: null },
      how,
      visitor.from,
    );
    await leaveFormer(world, visitor);
    return sessionCookie(token, session);
  }
  const { active } = visitor;
  if (active?.session.userId !== person.userId)
    throw new SignInFailure('other-person', say('signInOtherSession'));
  if (purpose === 'link') return undefined;
  const confirmed = await confirmSignIn(world, active, how, visitor.from);
  if (!confirmed) throw new AppError('unauthenticated', say('sessionOver'));
  return sessionCookie(confirmed.token, confirmed.session);
}

async function askToLink(
  pages: Pages,
  visitor: OidcVisitor,
  connectionId: string,
  returnTo: string,
): Promise<OperationAnswer> {
  const { world, publicUrl } = pages;
  if (!visitor.active) return toSignIn(pages, `/sign-in/oidc/${connectionId}?link=yes`);
  if (!hasRecentSignIn(world, visitor)) return toConfirm(pages, connectionId, returnTo);
  const connection = await connectionById(world, connectionId);
  const { organizationId } = visitor.active.session;
  if (!connection?.wire.isEnabled || connection.organizationId !== organizationId) {
    const failure = new SignInFailure('disabled', say('signInDisabled'));
    return failurePage(publicUrl(), visitor, failure);
  }
  const { linkTitle, linkAdvice, link, cancel } = oidcTexts[visitor.language];
  const title = linkTitle(connection.wire.displayName);
  return pageAnswer(publicUrl(), {
    language: visitor.language,
    title,
    content: html`<div class="card narrow"><h1>${title}</h1><p>${linkAdvice}</p>${form(
      `/sign-in/oidc/${connectionId}/link`,
      hidden('returnTo', returnTo),
      button(link),
    )}<p class="links"><a href="/account">${cancel}</a></p></div>`,
  });
}

function personOf({ world }: Pages, visitor: OidcVisitor, purpose: 'confirm' | 'link') {
  const { organizationId, userId } = signedIn(world, visitor).active.session;
  return { purpose, organizationId, userId };
}

function toSignIn({ publicUrl }: Pages, returnTo: string): OperationAnswer {
  return elsewhere(publicUrl(), withReturnTo('/sign-in', returnTo));
}

function toConfirm({ publicUrl }: Pages, connectionId: string, returnTo: string): OperationAnswer {
  const back = `/sign-in/oidc/${connectionId}?${new URLSearchParams({ link: 'yes', returnTo })}`;
  return elsewhere(publicUrl(), withReturnTo('/account/confirm', back));
}

/** Answers with a page where the provider or the person can mend the failure; the log has it, too. */
async function orFailure(
  { world, publicUrl }: Pages,
  visitor: OidcVisitor,
  returnTo: string,
  work: () => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    const { reason, detail, connectionId } = error;
    const { address, requestId } = visitor.from;
    // Not the error itself: what it was caused by holds the answer of the provider.
    world.log.warn(
      { requestId, address, connectionId, reason, detail },
      'a sign-in by an identity provider failed',
    );
    return failurePage(publicUrl(), visitor, error, returnTo);
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
