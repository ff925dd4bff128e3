import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { RateLimiter } from '../../http/index.ts';
import type { Intake } from '../../ingest/index.ts';
import type { FormerTokenUses, IntakeView, IntakeViews } from '../../integrations/index.ts';
import type { World } from '../../kernel/index.ts';
import type { Monitors } from '../../monitors/index.ts';
import type { Journey } from '../../tracing/index.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Dialect, RequestHead } from './dialects/index.ts';
import type { ParseBudget } from './parse-budget.ts';
import type { SenderVerification } from './signatures/index.ts';
import type { Way } from './ways.ts';

/** The parts that the handling of requests needs; one for the whole server. */
export interface Surface {
  world: World;
  views: IntakeViews;
  formerTokens: FormerTokenUses;
  intake: Intake;
  limiter: RateLimiter;
  /** Where signs of life go. */
  monitors: Pick<Monitors, 'receive'>;
  senders: SenderVerification;
  /** Undefined where nobody wants to know. */
  journey: Pick<Journey, 'webhook'> | undefined;
  trustedProxies: BlockList | undefined;
  ways: readonly Way[];
  /** Memory for bodies of requests whose integration is known before their body, and of the others. */
  knownBodies: BodyBudget;
  anonymousBodies: BodyBudget;
  /** Work on payloads beyond the rate limit, and on those whose content verifies their sender. */
  beyondLimit: ParseBudget;
  unverified: ParseBudget;
}

/** One request in progress. Records what is known about its caller, for the log and the owner of the integration. */
export interface Exchange {
  dialect: Dialect;
  req: IncomingMessage;
  res: ServerResponse;
  head: RequestHead;
  ip: string;
  /** The integration that it is for, also where it is refused. */
  view: IntakeView | null;
  /** Its ingest token was replaced, and works for a while. */
  isFormerToken: boolean;
  /** The running check of the caller. */
  check: 'address' | 'token' | 'signature' | null;
  tookSeconds(): number;
}
