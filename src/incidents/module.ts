import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { sweepIncidentOutbox, wakeDueIncidents } from './change.ts';
import { closeThoseOfIntegration, leaveTeam } from './close.ts';
import { lookAtAll } from './due-incidents.ts';
import { earlierEventsModel } from './earlier-events.ts';
import { forgetPerson } from './forget-person.ts';
import { incidentModel } from './model.ts';
import { movingTask } from './move-events.ts';
import { removeExpiredIncidents } from './retention.ts';

export const incidents = {
  name: 'incidents',
  models: [incidentModel, earlierEventsModel],
  settleAudit: sweepIncidentOutbox,
  clockWentBack: lookAtAll,
  forgetPerson,
  removeWith: {
    ...leavesWithOrganization(incidentModel, earlierEventsModel),
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
    movingTask(world),
    { name: 'incident-audit-outbox', everySeconds: 30, run: () => sweepIncidentOutbox(world) },
  ],
} satisfies Module;
