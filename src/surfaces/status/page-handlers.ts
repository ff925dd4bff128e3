import { networkOf, verifyPassword } from '../../accounts/index.ts';
import { type OperationHandler, type OperationRequest, tooMany } from '../../http/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import {
  type PageCache,
  type PageContent,
  type ServiceContent,
  type StatusPage,
  statusPageUrl,
  toStatusView,
} from '../../status-pages/index.ts';
import { renderBadge } from './badge.ts';
import type { Document } from './document.ts';
import { renderFeed } from './feed.ts';
import { monthsOf, renderHistory } from './history-page.ts';
import { logoDocument } from './logo-document.ts';
import { renderCalendar } from './maintenance-calendar.ts';
import { passwordPage } from './message-page.ts';
import { passCookie, passOf } from './page-pass.ts';
import { previewOf } from './preview.ts';
import { renderPage } from './render-page.ts';
import { Rendered } from './rendered.ts';
import type { StatusOptions } from './status.ts';
import { subscriptionHandlers } from './subscription-handlers.ts';
import { createFind, isOffered, offersOf, type Part, type Visit } from './visit.ts';
import { barrierOf, isPublic, notThere, type Visitor } from './visitor.ts';

type Handler = OperationHandler<Visitor>;

/**
 * Other people's caches may keep what everybody may see: for seconds, and for a day when this server does not answer.
 */
const forEverybody = {
  'cache-control': 'public, max-age=10, stale-while-revalidate=60, stale-if-error=86400',
  vary: 'accept-encoding, accept-language',
};
const forThisVisitor = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, accept-language, cookie',
};

function serviceOf({ groups }: PageContent, id: string): ServiceContent | null {
  return groups.flatMap(({ services }) => services).find((service) => service.id === id) ?? null;
}

export function pageHandlers(
  options: StatusOptions,
  cache: PageCache,
): Readonly<Record<string, Handler>> {
  const { world, limiter, channels, publicUrl } = options;
  const find = createFind(options, cache);
  /** By content: they go with it. */
  const rendered = new WeakMap<PageContent, Map<string, Rendered>>();

  const part =
    (
      name: Part,
      make: (visit: Visit, variant: string) => Document,
      /** Anything else in the request that decides about the answer: one of a few words, or 404. */
      variantOf: (request: OperationRequest, content: PageContent) => string = () => '',
    ): Handler =>
    async (visitor, request) => {
      const visit = await find(visitor, request);
      const { page } = visit.content;
      if (!isOffered(name, page)) throw notThere();
      const barrier = await barrierOf(world, visit.access, visitor);
      if (barrier === 'address') throw notThere();
      if (barrier !== null && name !== 'page')
        throw new AppError('forbidden', say('openPageFirst'));
      if (barrier === 'session')
        return {
          status: 303,
          headers: { location: `/sign-in?returnTo=${encodeURIComponent(visitor.url)}` },
        };
      if (barrier === 'password') {
        const { text, headers } = passwordPage(page, visit.speech.language, false, visit.base);
        return { status: 403, text, headers };
      }
      const variant = variantOf(request, visit.content);
      const key = `${name} ${visit.speech.locale} ${visit.base} ${variant}`;
      const variants = rendered.get(visit.content) ?? new Map<string, Rendered>();
      rendered.set(visit.content, variants);
      const known = variants.get(key) ?? new Rendered(make(visit, variant));
      variants.set(key, known);
      return known.answer(request.headers, isPublic(page) ? forEverybody : forThisVisitor);
    };

  return {
    ...subscriptionHandlers(options, find),

    showStatusPage: part('page', ({ content, speech, base }) =>
      renderPage(content, speech, {
        ...offersOf(content.page, channels),
        base,
      }),
    ),
    getStatusJson: part('json', ({ content, speech }) => ({
      text: JSON.stringify(toStatusView(content, speech.language, 'visitor')),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })),
    showStatusHistory: part(
      'history',
      ({ content, speech, base }, variant) => {
        const [month = '', place = ''] = variant.split(' ');
        const shown = renderHistory(content, speech, { month, place: Number(place), base });
        if (!shown) throw notThere();
        return shown;
      },
      ({ query }, content) => `${query.month ?? monthsOf(content)[0]} ${query.page ?? 1}`,
    ),
    previewStatusPage: previewOf(options, cache),
    readStatusFeed: part('feed', ({ content, speech }) =>
      renderFeed(content, speech, statusPageUrl(content.page, publicUrl())),
    ),
    readMaintenanceCalendar: part('calendar', ({ content }) =>
      renderCalendar(
        content,
        new URL(publicUrl()).hostname,
        statusPageUrl(content.page, publicUrl()),
      ),
    ),
    showStatusBadge: part(
      'badge',
      ({ content, speech }, id) => renderBadge(content, speech.language, serviceOf(content, id)),
      ({ query }, content) => {
        if (query.service === undefined) return '';
        const service = serviceOf(content, String(query.service).toLowerCase());
        if (service === null) throw notThere();
        return service.id;
      },
    ),
    showStatusLogo: part('logo', ({ content }) => logoDocument(content.page)),

    enterStatusPassword: async (visitor, request) => {
      const visit = await find(visitor, request);
      const { access: page } = visit;
      const { passwordHash } = page.internal;
      if (passwordHash === null || !isOffered('page', page)) throw notThere();
      if ((await barrierOf(world, visit.access, visitor)) === 'address') throw notThere();
      await countPassword(page, visitor);
      const { password } = request.body as { password: string };
      if (!(await verifyPassword(password, passwordHash, 'page'))) {
        const { text, headers } = passwordPage(page, visit.speech.language, true, visit.base);
        return { status: 403, text, headers };
      }
      const { value, seconds } = passOf(world, page);
      const path = visit.base === '' ? '/' : visit.base;
      const chosen = request.query.lang === undefined ? '' : `?lang=${visit.speech.language}`;
      const secure = publicUrl().startsWith('https:') ? '; Secure' : '';
      const cookie = `${passCookie}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
      return { status: 303, headers: { location: `${path}${chosen}`, 'set-cookie': cookie } };
    },
  };

  /** Throws 429 after too many of one network, or of all of them together. */
  async function countPassword({ id }: StatusPage, { address }: Visitor): Promise<void> {
    const counts = [
      ['status-page-password', `${id} ${networkOf(address)}`],
      ['status-page-passwords', id],
    ] as const;
    for (const [scope, key] of counts) {
      const verdict = await limiter.consume(scope, key, world.clock.now());
      if (!verdict.allowed) throw tooMany(limiter, { scope, what: say('passwordsTried') }, verdict);
    }
  }
}
