import type { Catalogue } from '../catalogue/index.ts';
import { eachIntegrationOf, phoneNumberOf } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { markCalls, newErasure } from './erase-calls.ts';

const dayMilliseconds = 86_400_000;

/** Has recordings deleted that their number keeps no longer, by its settings of now. The calls and their logs stay. */
export function recordingRetention(world: World, catalogue: Catalogue): Task {
  const types = catalogue.types.filter(({ callRouting }) => callRouting !== null);
  const ids = types.map(({ id }) => id);
  return {
    name: 'recording-retention',
    everySeconds: 3600,
    async run(stopping) {
      for await (const page of eachIntegrationOf(world, ids, null))
        for (const { id, wire } of page) {
          const type = catalogue.find(wire.type);
          const days = type && phoneNumberOf(type, wire)?.flow.recordingRetentionDays;
          if (stopping.aborted) return;
          if (!days) continue;
          const before = new Date(world.clock.now().getTime() - days * dayMilliseconds);
          await markCalls(
            world,
            {
              integrationId: id,
              'session.startedAt': { $lt: before },
              'copy.state': 'stored',
              erasure: null,
            },
            newErasure(world, 'recording'),
            stopping,
          );
        }
    },
  };
}
