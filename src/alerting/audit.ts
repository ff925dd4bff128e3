import { lookAgainAt, lookAtAwaitingDuty } from '../incidents/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { auditRestMillisecondsEach } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import type { SceneCache } from './scene-cache.ts';

const everySeconds = 600;

/**
 * Looks again at open incidents that wait for nothing: settings may have changed since, so that something follows from
 * them now. The net under every other way in which something may have been missed. Beside very many of them it rests
 * longer, unless settings did change: what begins by itself, such as a shift, the incidents wait for.
 */
export function auditTask(world: World, processes: Processes, cache: SceneCache): Task {
  let seen: number | undefined;
  let againAt = 0;
  return {
    name: 'alerting-auditor',
    everySeconds,
    run: async (stopping) => {
      // Another process may have died that changed who is on call.
      if (!processes.exclusive()) await lookAtAwaitingDuty(world, stopping);
      const changes = cache.changes();
      // This process does not count the changes of others.
      const isUnchanged = processes.exclusive() && changes === seen;
      const now = world.clock.now().getTime();
      if (isUnchanged && now < againAt) return;
      const found = await lookAgainAt(world, stopping);
      seen = changes;
      const rest = found * auditRestMillisecondsEach;
      againAt = rest > everySeconds * 1000 ? now + rest : 0;
      if (found > 0) world.log.debug({ incidents: found }, 'open incidents are looked at again');
    },
  };
}
