import type { IncidentDocument } from '../incidents/index.ts';
import type { Journey } from '../tracing/index.ts';
import type { Decision } from './decide.ts';

/** A call to a phone number has an id of another form, and no span. */
const payloadIdForm = /^[0-9a-f]{24}$/;

/**
 * One step for each moment whose consequences were decided: an event, or a tier whose time had come. Those without
 * messages leave none.
 */
export function traceDecisions(
  journey: Pick<Journey, 'decision'>,
  decisions: readonly Decision[],
  times: { startedAt: Date; until: Date },
): void {
  for (const { before, deliveries } of decisions) {
    const ofMoments = Map.groupBy(deliveries, ({ createdAt }) => createdAt.getTime());
    for (const [from, messages] of ofMoments) {
      const dropped = messages.filter(({ state }) => state === 'dropped').length;
      journey.decision({
        organizationId: before.organizationId,
        integrationId: before.integrationId,
        ...times,
        incidentId: before._id,
        payloadId: payloadOf(before),
        from: new Date(from),
        messages: messages.length - dropped,
        dropped,
      });
    }
  }
}

/** The latest payload that did more than update the incident. */
function payloadOf({ events }: IncidentDocument): string | null {
  const by = events.findLast(
    (event) => event.by?.kind === 'integration' && event.intent !== 'Updated',
  )?.by;
  return by?.kind === 'integration' && payloadIdForm.test(by.payloadId) ? by.payloadId : null;
}
