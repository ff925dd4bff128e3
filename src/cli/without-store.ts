import { randomBytes } from 'node:crypto';
import {
  type Ctx,
  createLog,
  createSecretBox,
  Memory,
  type Store,
  systemClock,
  systemContext,
} from '../kernel/index.ts';
import { modules } from '../modules.ts';

/** Not what a server is called: nothing is named by it. */
const organizationId = '00000000-0000-4000-8000-000000000000';

/** For what is decided on this machine. Whatever it reads has been read before: asking a store is a mistake of ours. */
export function withoutStore(): Ctx {
  const refuse = (_: object, name: string | symbol): never => {
    throw new Error(`What needs no server asked its store for ${String(name)}.`);
  };
  // as: it has nothing.
  const store = new Proxy({}, { get: refuse }) as Store;
  const world = {
    ...{ store, clock: systemClock, log: createLog('error'), memory: new Memory(), modules },
    secrets: createSecretBox(randomBytes(32)),
  };
  return systemContext(world, organizationId, 'command-line');
}
