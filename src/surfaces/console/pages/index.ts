import type { ApiDocument } from '../../../http/index.ts';
import type { Parts } from '../parts.ts';
import { withReturnTo } from '../return-to.ts';
import type { Traits } from '../traits.ts';
import { hasRecentSignIn } from '../visitor.ts';
import { accountPages, accountShower } from './account.ts';
import { confirmPages } from './confirm.ts';
import { createDesk, type PageHandler, type PageHandlers } from './desk.ts';
import { linkPages } from './links.ts';
import { signInPages } from './sign-in.ts';
import { signOutPages } from './sign-out.ts';
import { waysInPages } from './ways-in.ts';

/** The handlers of all pages. A visitor without a session, or a fresh one, is led to where they get it, and back. */
export function pageHandlers(parts: Parts, { operations }: ApiDocument<Traits>): PageHandlers {
  const desk = createDesk(parts);
  const showAccount = accountShower(desk);
  const handlers: PageHandlers = {
    ...signInPages(desk),
    ...signOutPages(desk),
    ...linkPages(desk),
    ...confirmPages(desk),
    ...accountPages(desk, showAccount),
    ...waysInPages(desk, showAccount),
  };
  const required = new Set(
    operations.filter(({ session }) => session === 'required').map((one) => one.operationId),
  );
  const guarded = (id: string, handler: PageHandler): PageHandler =>
    required.has(id)
      ? async (visitor, request) => {
          const { method, recentSignIn } = request.operation;
          const here = method === 'get' ? visitor.url : '/account';
          if (!visitor.active) return desk.go(withReturnTo('/sign-in', here));
          if (recentSignIn && !hasRecentSignIn(parts.world, visitor))
            return desk.go(withReturnTo('/account/confirm', '/account'));
          return handler(visitor, request);
        }
      : handler;
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [id, guarded(id, handler)]),
  );
}
