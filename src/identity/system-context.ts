import type { Ctx, World } from '../kernel/index.ts';

/** The product acting on its own in an organization. */
export function systemContext(world: World, organizationId: string, requestId = 'system'): Ctx {
  return {
    store: world.store,
    clock: world.clock,
    log: world.log,
    secrets: world.secrets,
    modules: world.modules,
    organizationId,
    actor: { kind: 'system' },
    source: 'System',
    teams: { see: 'all', edit: 'all' },
    requestId,
  };
}
