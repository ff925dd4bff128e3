import { organizationPlans } from '../identity/index.ts';
import type { Module, World } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { sweepIncidentOutbox, wakeDueIncidents } from './change.ts';
import { closeThoseOfIntegration, leaveTeam } from './close.ts';
import { earlierEventsModel } from './earlier-events.ts';
import { forgetPerson } from './forget-person.ts';
import { keepTexts } from './keep-texts.ts';
import { incidentModel } from './model.ts';
import { movingTask } from './move-events.ts';
import { removeExpiredIncidents } from './retention.ts';
import { sweepTexts } from './sweep-texts.ts';
import { textBlockModel, textFilterModel, textPositionModel } from './text-model.ts';

/** Of a minute: alerts that come in go first, and a search that is asked for does the rest. */
const textMilliseconds = 10_000;

export const incidents = {
  name: 'incidents',
  models: [incidentModel, earlierEventsModel, textBlockModel, textFilterModel, textPositionModel],
  settleAudit: sweepIncidentOutbox,
  forgetPerson,
  removeWith: {
    async Organization(world, removed, stopping) {
      const leaves = leavesWithOrganization(
        incidentModel,
        earlierEventsModel,
        textBlockModel,
        textFilterModel,
      );
      await leaves.Organization?.(world, removed, stopping);
      await textPositionModel(world.store).deleteOne({ _id: removed.id });
    },
    Team: leaveTeam,
    InboundIntegration: closeThoseOfIntegration,
  },
  tasks: (world, settings) => [
    {
      name: 'unsnooze',
      everySeconds: 1,
      run: async (stopping) => void (await wakeDueIncidents(world, stopping)),
    },
    {
      name: 'incident-retention',
      everySeconds: 3600,
      run: (stopping) => removeExpiredIncidents(world, settings, stopping),
    },
    {
      name: 'incident-texts',
      everySeconds: 60,
      run: (stopping) =>
        ofEachOrganization(world, stopping, async (id) => {
          const patienceMilliseconds = textMilliseconds;
          await keepTexts(world, id, { patienceMilliseconds, makesWay: true, stopping });
          await sweepTexts(world, id);
        }),
    },
    movingTask(world),
    { name: 'incident-audit-outbox', everySeconds: 30, run: () => sweepIncidentOutbox(world) },
  ],
} satisfies Module;

async function ofEachOrganization(
  world: World,
  stopping: AbortSignal,
  work: (organizationId: string) => Promise<void>,
): Promise<void> {
  for await (const { id } of organizationPlans(world)) {
    if (stopping.aborted) return;
    await work(id);
  }
}
