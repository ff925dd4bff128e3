import { organizationPlans } from '../identity/index.ts';
import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { keepTexts } from './keep-texts.ts';
import { sweepTexts } from './sweep-texts.ts';
import { textBlockModel, textFilterModel, textPositionModel } from './text-model.ts';

/** The task works for this long in each minute. Incoming alerts go first, and a search packs what the task has left. */
const textMilliseconds = 10_000;

export const incidentSearch = {
  name: 'incident-search',
  models: [textBlockModel, textFilterModel, textPositionModel],
  removeWith: {
    async Organization(world, removed, stopping) {
      const leaves = leavesWithOrganization(textBlockModel, textFilterModel);
      await leaves.Organization?.(world, removed, stopping);
      await textPositionModel(world.store).deleteOne({ _id: removed.id });
    },
  },
  tasks: (world) => [
    {
      name: 'incident-texts',
      everySeconds: 60,
      async run(stopping) {
        for await (const { id } of organizationPlans(world)) {
          if (stopping.aborted) return;
          const patienceMilliseconds = textMilliseconds;
          await keepTexts(world, id, { patienceMilliseconds, makesWay: true, stopping });
          await sweepTexts(world, id);
        }
      },
    },
  ],
} satisfies Module;
