import { systemContext, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount, listResources, lookupInstant } from '../resources/index.ts';
import { type Silence, silenceKind } from './silence-kind.ts';

/** How long another process's change may go unnoticed here. */
const sharedMilliseconds = 2000;
const organizationsMax = 5_000;

interface Known {
  changes: number;
  loadedAt: number;
  silences: Promise<readonly Silence[]>;
}

/** The silences of an organization that are not over, kept until one of them changes: every payload asks. */
export class SilenceCache {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #known = new Map<string, Known>();

  constructor(world: World, processes: Processes) {
    this.#world = world;
    this.#processes = processes;
  }

  /** None when they cannot be read: rather an alert too many. */
  of(organizationId: string): Promise<readonly Silence[]> {
    const changes = changeCount(this.#world, silenceKind.entityType);
    const known = this.#known.get(organizationId);
    const isOld =
      !this.#processes.exclusive() && Date.now() - (known?.loadedAt ?? 0) > sharedMilliseconds;
    if (known && !isOld && known.changes === changes) return known.silences;
    if (this.#known.size >= organizationsMax) this.#known.clear();
    const silences = loadSilences(this.#world, organizationId).catch((error: unknown) => {
      this.#world.log.error({ err: error, organizationId }, 'silences cannot be read');
      this.#known.delete(organizationId);
      return [];
    });
    this.#known.set(organizationId, { changes, loadedAt: Date.now(), silences });
    return silences;
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
