import type { OperationHandler, OperationRequest } from '../../http/index.ts';
import { findPublicUpdate, type PageCache } from '../../status-pages/index.ts';
import { renderPage } from './render-page.ts';
import type { StatusOptions } from './status.ts';
import { nameOf, offersOf } from './visit.ts';
import { isSignedIn, notThere, speechOf, type Visitor } from './visitor.ts';

/**
 * The page as it will be with an update that may be a draft, for people of the organization: in a frame of the console,
 * and in no other.
 */
export function previewOf(
  { world, channels }: StatusOptions,
  cache: PageCache,
): OperationHandler<Visitor> {
  return async (visitor: Visitor, { params, query, headers }: OperationRequest) => {
    const slug = params.slug ?? '';
    const name = nameOf(slug);
    const known = await cache.contentOf(name);
    if (!known || !(await isSignedIn(world, known.page, visitor))) throw notThere();
    const { organizationId } = known.page;
    const update = await findPublicUpdate(world, organizationId, String(query.update));
    const content = update && (await cache.previewOf(name, update));
    if (!content) throw notThere();
    const speech = speechOf(query.lang, headers['accept-language']);
    const offers = { ...offersOf(content.page, channels), base: `/status/${slug}` };
    const document = renderPage(content, speech, offers);
    const policy = document.headers['content-security-policy'] ?? '';
    return {
      status: 200,
      text: document.text,
      headers: {
        ...document.headers,
        'content-security-policy': policy.replace(
          "frame-ancestors 'none'",
          "frame-ancestors 'self'",
        ),
        'cache-control': 'no-store',
      },
    };
  };
}
