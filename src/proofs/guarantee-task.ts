import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import type { ChannelSource } from '../stage/index.ts';
import { type AlarmParts, createTellNews } from './tell-news.ts';
import { createGuaranteeChecks } from './watch-guarantees.ts';

/** Checks guarantees, and tells who has to know. */
export function guaranteeTask(
  world: World,
  processes: Pick<Processes, 'exclusive'>,
  parts: AlarmParts & { channels: ChannelSource },
): Task {
  const check = createGuaranteeChecks(world, processes, parts.channels);
  const tellNews = createTellNews(world, parts);
  return {
    name: 'guarantees',
    everySeconds: 5,
    async run(stopping) {
      await check(stopping);
      await tellNews(stopping);
    },
  };
}
