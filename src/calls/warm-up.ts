import { type Catalogue, eachIntegrationOf } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { VoiceCarrier } from './carriers/carrier.ts';

/** Loads what the first call would wait for, where there is a number that somebody may call. */
export async function warmUpCarriers(
  world: World,
  catalogue: Catalogue,
  carriers: readonly VoiceCarrier[],
): Promise<void> {
  const types = catalogue.types.filter(({ callRouting }) => callRouting).map(({ id }) => id);
  const numbers = await eachIntegrationOf(world, types, null).next();
  if (!numbers.done) await Promise.all(carriers.map((carrier) => carrier.warmUp()));
}
