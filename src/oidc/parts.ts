import type { World } from '../kernel/index.ts';
import type { ProviderCache } from './provider-cache.ts';

/** The parts that signing in needs besides the store. */
export interface Parts {
  world: World;
  providers: ProviderCache;
  /** As browsers reach this server; never what a request says about it. */
  publicUrl(): string;
}
