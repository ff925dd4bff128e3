import type { Ctx, World } from './context.ts';

/**
 * The same actor with the rights of the product itself, for what follows from something the actor may do. The only way
 * to lift rights: `why` completes "acts beyond the actor's rights to …", and is in the debug log.
 */
export function asSystem<C extends Ctx>(ctx: C, why: string): C {
  ctx.log.debug({ why, actor: ctx.actor.kind, requestId: ctx.requestId }, 'acting as the system');
  return { ...ctx, teams: { see: 'all', edit: 'all' }, isCodeOnly: false };
}

/** The product acting on its own in an organization. */
export function systemContext(world: World, organizationId: string, requestId = 'system'): Ctx {
  return {
    store: world.store,
    clock: world.clock,
    log: world.log,
    secrets: world.secrets,
    memory: world.memory,
    modules: world.modules,
    ...(world.lookup ? { lookup: world.lookup } : {}),
    organizationId,
    actor: { kind: 'system' },
    source: 'System',
    teams: { see: 'all', edit: 'all' },
    requestId,
  };
}
