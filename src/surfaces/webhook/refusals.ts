import type { IntakeView, RefusedRequests } from '../../integrations/index.ts';
import { type AppError, Newest, type ProblemCode, type World } from '../../kernel/index.ts';
import type { Exchange } from './exchange.ts';

/** Why requests are refused: label of a metric, word in the log and on the integration. */
export type RefusalReason =
  | 'unknown-id'
  | 'address'
  | 'token'
  | 'signature'
  | 'too-large'
  | 'too-slow'
  | 'rate-limit'
  | 'overload'
  | 'unreadable'
  | 'unsupported'
  | 'store';

const reasons: Partial<Record<ProblemCode, RefusalReason>> = {
  'not-found': 'unknown-id',
  unauthenticated: 'unknown-id',
  'payload-too-large': 'too-large',
  'request-timeout': 'too-slow',
  'rate-limited': 'rate-limit',
  overloaded: 'overload',
  'malformed-body': 'unreadable',
  'validation-failed': 'unreadable',
  'store-unavailable': 'store',
  'sender-unverifiable': 'signature',
};

const sampleSeconds = 60;

/**
 * Refused requests leave no payload, so this is the trace they leave: a metric, a line in the log, at most one a minute
 * for an integration and a reason, and a count that its owner sees. The counts go to the store together, some seconds
 * later: an invalid request must not cost a write.
 */
export class Refusals {
  readonly #world: World;
  readonly #onRefused: (reason: RefusalReason) => void;
  readonly #told = new Newest<string, { at: number; more: number }>(toldMax);
  #pending = new Map<string, RefusedRequests>();

  constructor(world: World, onRefused: (reason: RefusalReason) => void) {
    this.#world = world;
    this.#onRefused = onRefused;
  }

  note(
    { view, check }: Pick<Exchange, 'view' | 'check'>,
    error: AppError,
    requestId: string,
  ): void {
    const reason = check ?? reasons[error.code] ?? 'unsupported';
    this.#onRefused(reason);
    if (view) this.#count(view, reason);
    this.#tell(view, reason, error, requestId);
  }

  /** The refusals that were counted since the last time. */
  takePending(): RefusedRequests[] {
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    return pending;
  }

  #count({ integrationId, organizationId }: IntakeView, reason: RefusalReason): void {
    const known = this.#pending.get(integrationId);
    const lastAt = this.#world.clock.now();
    if (known) {
      known.count += 1;
      known.lastAt = lastAt;
      known.lastReason = reason;
    } else
      this.#pending.set(integrationId, {
        integrationId,
        organizationId,
        count: 1,
        lastAt,
        lastReason: reason,
      });
  }

  #tell(view: IntakeView | null, reason: RefusalReason, error: AppError, requestId: string): void {
    const key = `${view?.integrationId ?? ''} ${reason}`;
    const at = this.#world.clock.now().getTime();
    const told = this.#told.get(key);
    if (told && Math.abs(at - told.at) < sampleSeconds * 1000) {
      told.more += 1;
      return;
    }
    this.#told.set(key, { at, more: 0 });
    const { displayName: integration = null, integrationId = null, teamId = null } = view ?? {};
    const { message: detail, cause: err } = error;
    const notTold = told?.more ?? 0;
    this.#world.log.warn(
      {
        integration,
        integrationId,
        teamId,
        reason,
        detail,
        requestId,
        notTold,
        ...(err ? { err } : {}),
      },
      'a webhook request was refused',
    );
  }
}

const toldMax = 10_000;
