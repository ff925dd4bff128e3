import { warmUpCarriers } from './calls/index.ts';
import { afterStart } from './pace/index.ts';
import type { Parts } from './parts.ts';
import type { Part } from './running.ts';

/** Loads what the first large payload, the first call and the first visitor would wait for. */
export function createWarmUp(parts: Parts): Part {
  const { world, catalogue, carriers, calls, consoleApp, ingest, timers } = parts;
  let timer: NodeJS.Timeout | undefined;
  const logged = (message: string) => (error: unknown) => world.log.error({ err: error }, message);

  function warmUp(): void {
    ingest.warmUp();
    warmUpCarriers(world, catalogue, carriers, calls).catch(
      logged('the first call will take longer: what it needs could not be loaded'),
    );
    consoleApp.prepare().catch(logged('the console could not be bundled'));
  }

  return {
    start() {
      if (timers) timer = setTimeout(warmUp, afterStart.warmUpMilliseconds).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
