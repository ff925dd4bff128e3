import { systemContext, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { LatelyRead, listResources, lookupInstant } from '../resources/index.ts';
import { type Silence, silenceKind } from './silence-kind.ts';

/** The silences of an organization that are not over, kept until one of them changes: every payload asks. */
export class SilenceCache {
  readonly #world: World;
  readonly #lately: LatelyRead<readonly Silence[]>;

  constructor(world: World, processes: Processes) {
    this.#world = world;
    this.#lately = new LatelyRead([silenceKind], processes.exclusive);
  }

  /** None when they cannot be read: rather an alert too many. */
  of(organizationId: string): Promise<readonly Silence[]> {
    return this.#lately.of(this.#world, organizationId, () =>
      loadSilences(this.#world, organizationId).catch((error: unknown) => {
        this.#world.log.error({ err: error, organizationId }, 'silences cannot be read');
        this.#lately.forget(organizationId);
        return [];
      }),
    );
  }
}

/** Silences of the organization that are not over, oldest first. */
export async function loadSilences(
  world: World,
  organizationId: string,
): Promise<readonly Silence[]> {
  const ctx = systemContext(world, organizationId);
  const { items } = await listResources(ctx, silenceKind, {
    'lookup.endsAt': { $gt: lookupInstant(world.clock.now()) },
  });
  return items;
}
