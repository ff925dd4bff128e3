import { type OperationRequest, tooMany } from '../../http/index.ts';
import type {
  PageCache,
  PageContent,
  PageLanguage,
  PageName,
  StatusPage,
} from '../../status-pages/index.ts';
import type { StatusOptions } from './status.ts';
import { languageOf, notThere, type Visitor } from './visitor.ts';

/** Who came, to which page, and in which language. */
export interface Visit {
  content: PageContent;
  language: PageLanguage;
  /** Path of the page as the visitor wrote it, empty on a host of its own. */
  base: string;
}

/** What visitors can ask for. */
export type Part = 'page' | 'json' | 'feed' | 'calendar' | 'badge' | 'logo';

export type Find = (visitor: Visitor, request: OperationRequest) => Promise<Visit>;

/** Finds the page that an address names. Throws 404, and 429 for whoever guesses. */
export function createFind({ world, limiter }: StatusOptions, cache: PageCache): Find {
  return async (visitor, { params, query, headers }) => {
    const slug = params.slug ?? '';
    const content = await cache.contentOf(nameOf(slug));
    if (content)
      return {
        content,
        language: languageOf(query.lang, headers['accept-language']),
        base: visitor.url.startsWith(`/status/${slug}`) ? `/status/${slug}` : '',
      };
    const scope = 'status-page';
    const verdict = await limiter.consume(scope, visitor.address, world.clock.now());
    if (verdict.allowed) throw notThere();
    throw tooMany(limiter, { scope, what: 'requests for pages that are not there' }, verdict);
  };
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

function nameOf(slug: string): PageName {
  return slug.startsWith('~') ? { host: slug.slice(1) } : { slug };
}

/** What the settings of the page switch off is not there. */
export function isOffered(part: Part, { wire }: StatusPage): boolean {
  if (part === 'json') return !wire.disablePublicJson;
  if (part === 'logo' && !wire.publicLogo) return false;
  if (part === 'calendar' && wire.publicHideMaintenances) return false;
  return !wire.disablePublicPage;
}
