import { isUuid, type Module } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import { sweepIncidentOutbox, wakeDueIncidents } from './change.ts';
import { closeThoseOfIntegration, leaveTeam } from './close.ts';
import { lookAtAll } from './due-incidents.ts';
import { earlierEventsModel } from './earlier-events.ts';
import { type IncidentDocument, type IncidentEvent, incidentModel } from './model.ts';
import { movingTask } from './move-events.ts';
import { removeExpiredIncidents } from './retention.ts';

export const incidents = {
  name: 'incidents',
  models: [incidentModel, earlierEventsModel],
  settleAudit: sweepIncidentOutbox,
  clockWentBack: lookAtAll,
  // Earlier events name nobody.
  forgetPeople: forgetIn({ model: incidentModel, texts: textsOfOthers }),
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

/**
 * Where words of others may name somebody: why a message did not arrive, by the answer of a mail server, and in
 * incidents of calls what attributes say of the call.
 */
function textsOfOthers({ events = [] }: Partial<IncidentDocument>): string[] {
  if (events.some(isOfCall)) return ['attributes', 'subIncidents', 'events', 'alerting'];
  const reasons = events.flatMap(({ message }, index) =>
    message && 'why' in message.values ? [`events.${index}.message.values.why`] : [],
  );
  return [...reasons, 'alerting.plans', 'alerting.failing'];
}

/** Events of a call to a phone number have the id of the call, which is of another form than those of payloads. */
function isOfCall({ by }: IncidentEvent): boolean {
  return by?.kind === 'integration' && isUuid(by.payloadId);
}
