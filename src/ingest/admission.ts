import { createHash, timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import { type RateLimiter, type RateVerdict, rateLimitHeaders } from '../http/index.ts';
import { openIncidentExists } from '../incidents/index.ts';
import type { IntakeView, IntakeViews } from '../integrations/index.ts';
import { AppError, isListed, isUuid, type World } from '../kernel/index.ts';
import { evaluatePayload } from './evaluate.ts';
import type { Intake, Received } from './intake.ts';

/** What every door for payloads works with. */
export interface AdmissionOptions {
  world: World;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  trustedProxies: BlockList | undefined;
  onProcessed(seconds: number, outcome: string): void;
}

/** The integration with this id if it takes requests from `ip`; null alike for unknown ids and refused addresses. */
export async function findIntegration(
  views: IntakeViews,
  id: string,
  ip: string,
): Promise<IntakeView | null> {
  if (!isUuid(id)) return null;
  const key = id.toLowerCase();
  const view = views.cached(key) ?? (await views.load(key));
  if (!view) return null;
  return view.allowedAddresses && !isListed(view.allowedAddresses, ip) ? null : view;
}

/** Throws 401 unless the integration asks for no token or this is it. */
export function demandBearer(view: IntakeView, token: string | null): void {
  if (!view.bearerHash) return;
  const hash = createHash('sha256')
    .update(token ?? '')
    .digest();
  if (!timingSafeEqual(hash, view.bearerHash))
    throw new AppError(
      'unauthenticated',
      'This webhook takes Authorization: Bearer with its token.',
    );
}

export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Throws 429 when the limit is used up, except for what resolves an open incident: that can only make the night quieter. */
export async function demandRoom(
  { world, limiter }: Pick<AdmissionOptions, 'world' | 'limiter'>,
  verdict: RateVerdict,
  received: Received,
): Promise<void> {
  if (verdict.allowed || (await resolvesOpenIncident(world, received))) return;
  throw new AppError(
    'rate-limited',
    `More than ${verdict.limit} payloads for this integration; try again in ${verdict.resetSeconds} s. ` +
      'Payloads that resolve an open incident are always taken.',
    { headers: rateLimitHeaders(limiter.limits, 'webhook', verdict) },
  );
}

async function resolvesOpenIncident(world: World, { view, wrapped }: Received): Promise<boolean> {
  const evaluations = await evaluatePayload(view, wrapped, async () => null);
  for (const { outcome, correlationId, groupingKey } of evaluations) {
    if (outcome !== 'Resolved' || correlationId === null) continue;
    if (await openIncidentExists(world, view.integrationId, correlationId, groupingKey))
      return true;
  }
  return false;
}
