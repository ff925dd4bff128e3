import { type OperationRequest, tooMany } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import { type Speech, say } from '../../sentences/index.ts';
import {
  findStatusPageById,
  type PageCache,
  type PageContent,
  type PageName,
  type StatusPage,
} from '../../status-pages/index.ts';
import type { StatusOptions } from './status.ts';
import { isPublic, notThere, speechOf, type Visitor } from './visitor.ts';

/** Who came, to which page, and how they are spoken to. */
export interface Visit {
  content: PageContent;
  /** The page by whose settings the visitor may see it: as they are now where it is not for everybody. */
  access: StatusPage;
  speech: Speech;
  /** Path of the page as the visitor wrote it, empty on a host of its own. */
  base: string;
}

/** The parts of a page that visitors can ask for. */
export type Part = 'page' | 'history' | 'json' | 'feed' | 'calendar' | 'badge' | 'logo';

export type Find = (visitor: Visitor, request: OperationRequest) => Promise<Visit>;

/** Finds the page that an address names. Throws 404, and 429 for whoever guesses. */
export function createFind({ world, limiter }: StatusOptions, cache: PageCache): Find {
  return async (visitor, { params, query, headers }) => {
    const slug = params.slug ?? '';
    const content = await cache.contentOf(nameOf(slug));
    if (content)
      return {
        content,
        access: await accessOf(world, content.page),
        speech: speechOf(query.lang, headers['accept-language']),
        base: visitor.url.startsWith(`/status/${slug}`) ? `/status/${slug}` : '',
      };
    const scope = 'status-page';
    const verdict = await limiter.consume(scope, visitor.address, world.clock.now());
    if (verdict.allowed) throw notThere();
    throw tooMany(limiter, { scope, what: say('requestsForMissingPages') }, verdict);
  };
}

/**
 * Reads the page anew unless it is public: the cache may be seconds old, or older for a page that takes long, and must
 * not let in a visitor who was locked out meanwhile. Throws 404 for a page that is gone.
 */
async function accessOf(world: World, page: StatusPage): Promise<StatusPage> {
  if (isPublic(page)) return page;
  const present = await findStatusPageById(world, page.id);
  if (!present) throw notThere();
  return present;
}

/** By which channels the page takes subscribers. */
export function offersOf(
  { wire }: StatusPage,
  channels: StatusOptions['channels'],
): { mail: boolean; sms: boolean } {
  const isOpen = !wire.disablePublicSubscription;
  return {
    mail: isOpen && channels.missing('Email') === null,
    sms: isOpen && wire.enableSMSSubscription === true && channels.missing('SMS') === null,
  };
}

export function nameOf(slug: string): PageName {
  return slug.startsWith('~') ? { host: slug.slice(1) } : { slug };
}

/** Whether the settings of the page offer this part; a part that they switch off does not exist for visitors. */
export function isOffered(part: Part, { wire }: StatusPage): boolean {
  if (part === 'json') return !wire.disablePublicJson;
  if (part === 'logo' && !wire.publicLogo) return false;
  if (part === 'history' && wire.publicDisplayLiveStateOnly) return false;
  if (part === 'calendar' && wire.publicHideMaintenances) return false;
  return !wire.disablePublicPage;
}
