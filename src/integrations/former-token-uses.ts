import type { World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import type { IntakeView } from './intake-view.ts';
import { integrationKind } from './model.ts';

/** When tools last used a token that was replaced: kept for some seconds, because a request must not cost a write. */
export class FormerTokenUses {
  readonly #world: Pick<World, 'store' | 'clock'>;
  #pending = new Map<string, { integrationId: string; at: Date }>();

  constructor(world: Pick<World, 'store' | 'clock'>) {
    this.#world = world;
  }

  note({ integrationId, formerIngestToken }: IntakeView): void {
    if (formerIngestToken)
      this.#pending.set(formerIngestToken.hash, { integrationId, at: this.#world.clock.now() });
  }

  /** Stores what was noted since the last time. */
  async store(): Promise<void> {
    const pending = [...this.#pending];
    this.#pending = new Map();
    const model = integrationKind.model(this.#world.store);
    for (const [hash, { integrationId, at }] of pending)
      await model.updateOne(
        storedFilter(integrationKind, {
          _id: integrationId,
          'internal.formerIngestToken.hash': hash,
        }),
        { $max: { 'internal.formerIngestToken.lastUsedAt': at } },
        { timestamps: false },
      );
  }
}
