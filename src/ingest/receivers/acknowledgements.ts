import type { IntegrationType, Payload } from '../../integrations/index.ts';
import { isObject, textOf } from './receiver.ts';

/**
 * True for a message that only says more about a known problem and nothing about how bad it is, such as an
 * acknowledgement: what a default mapping makes of its missing severity must not change that of the incident.
 */
export function saysNothingOfSeverity(
  type: Pick<IntegrationType, 'id'>,
  payload: Payload,
): boolean {
  const says = notes[type.id];
  return says !== undefined && isObject(payload.jsonBody) && says(payload.jsonBody);
}

type Body = Parameters<typeof textOf>[0];

const notes: Record<string, (body: Body) => boolean> = {
  PagerDutyEvents: (body) =>
    textOf(body, 'event_action') === 'acknowledge' &&
    !(isObject(body.payload) && textOf(body.payload, 'severity') !== null),
  OpsgenieAlertApi: (body) =>
    !['create', null].includes(textOf(body, 'action')) && textOf(body, 'priority') === null,
  SplunkOnCallRest: (body) => /^ack/i.test(textOf(body, 'message_type') ?? ''),
  IlertEvents: (body) =>
    /^accept$/i.test(textOf(body, 'eventType') ?? '') && textOf(body, 'priority') === null,
};
