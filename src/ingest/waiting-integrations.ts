import type { ObjectId } from 'bson';
import type { World } from '../kernel/index.ts';
import { payloadsOf } from './payload-writes.ts';

interface WaitingPayload {
  id: ObjectId;
  isStored: boolean;
  /** `performance.now()` when it is worth a look whether it still waits. */
  lookAt: number;
}

/** Between two looks. */
const lookMilliseconds = 1000;

/**
 * Integrations of which payloads wait in the store for their turn (`recover.ts`). What else they send has to wait
 * behind them, so that the last word on a problem stays the last.
 */
export class WaitingIntegrations {
  readonly #world: World;
  /** The latest payload that waits, by integration. */
  readonly #latest = new Map<string, WaitingPayload>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Notes the payload while `store` puts it into the store; rejects as that does. */
  async noteWhile(integrationId: string, id: ObjectId, store: () => Promise<void>): Promise<void> {
    const payload = { id, isStored: false, lookAt: 0 };
    this.#latest.set(integrationId, payload);
    try {
      await store();
    } finally {
      payload.isStored = true;
    }
  }

  /** False at once for nearly every integration. Rejects when the store cannot be asked. */
  isWaiting(integrationId: string): false | Promise<boolean> {
    const latest = this.#latest.get(integrationId);
    return latest === undefined ? false : this.#stillWaits(integrationId, latest);
  }

  async #stillWaits(integrationId: string, latest: WaitingPayload): Promise<boolean> {
    if (!latest.isStored || performance.now() < latest.lookAt) return true;
    latest.lookAt = performance.now() + lookMilliseconds;
    const found = await payloadsOf(this.#world).findOne(
      { _id: latest.id, pending: true },
      { projection: { _id: 1 } },
    );
    // Meanwhile another may have come to wait.
    if (found === null && this.#latest.get(integrationId) === latest)
      this.#latest.delete(integrationId);
    return this.#latest.has(integrationId);
  }
}
