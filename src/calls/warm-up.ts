import type { Catalogue } from '../catalogue/index.ts';
import { eachIntegrationOf } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Calls } from './calls.ts';
import type { VoiceCarrier } from './carriers/carrier.ts';

const learntMax = 500;

/**
 * Loads what the first call would wait for, where there are numbers that somebody may call, and what they need without
 * the store.
 */
export async function warmUpCarriers(
  world: World,
  catalogue: Catalogue,
  carriers: readonly VoiceCarrier[],
  calls: Pick<Calls, 'learn'>,
): Promise<void> {
  const types = catalogue.types.filter(({ callRouting }) => callRouting).map(({ id }) => id);
  let learnt = 0;
  for await (const page of eachIntegrationOf(world, types, null)) {
    if (learnt === 0) await Promise.all(carriers.map((carrier) => carrier.warmUp()));
    for (const { id } of page.slice(0, learntMax - learnt)) await calls.learn(id);
    learnt += page.length;
    if (learnt >= learntMax) return;
  }
}
