import type { ApiKeyDocument, OrganizationRole } from '../identity/index.ts';
import type { Intake } from '../ingest/index.ts';
import type { Catalogue, IntakeViews } from '../integrations/index.ts';
import type { RateLimiter } from '../http/index.ts';
import type { Ctx } from '../kernel/index.ts';

/** What the operations of the API need besides the context: parts of the running server. */
export interface ApiParts {
  publicUrl(): string;
  catalogue: Catalogue;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
}

/** The caller of an operation, with a context in which to work. Operations without a key have no organization. */
export interface ApiCaller extends Ctx {
  readonly rateKey: string;
  readonly key: ApiKeyDocument | null;
  /** Null for organization keys, which need no role (public-api.md 1.3). */
  readonly organizationRole: OrganizationRole | null;
  readonly parts: ApiParts;
}
