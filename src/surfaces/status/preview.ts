import type { OperationHandler, OperationRequest } from '../../http/index.ts';
import type { PageCache, Planned } from '../../status-pages/index.ts';
import { inFrame } from './document.ts';
import { renderPage } from './render-page.ts';
import type { StatusOptions } from './status.ts';
import { nameOf, offersOf } from './visit.ts';
import { isSignedIn, notThere, speechOf, type Visitor } from './visitor.ts';

/** The page as it will be once something is saved, for people of the organization. */
export function previewOf(
  { world, channels }: StatusOptions,
  cache: PageCache,
): OperationHandler<Visitor> {
  return async (visitor: Visitor, { params, query, headers, body }: OperationRequest) => {
    const slug = params.slug ?? '';
    const name = nameOf(slug);
    const known = await cache.contentOf(name);
    if (!known || !(await isSignedIn(world, known.page, visitor))) throw notThere();
    const content = await cache.previewOf(name, body as Planned);
    if (!content) throw notThere();
    const speech = speechOf(query.lang, headers['accept-language']);
    const offers = { ...offersOf(content.page, channels), base: `/status/${slug}` };
    return { status: 200, ...inFrame(renderPage(content, speech, offers)) };
  };
}
