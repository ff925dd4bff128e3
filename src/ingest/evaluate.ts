import { type IntakeView, preParse, splitPayload } from '../integrations/index.ts';
import type { Evaluation, Json, PreviousIncident } from '../mapping/index.ts';
import { evaluateMapping, evaluateMappingWithPrevious } from '../mapping/index.ts';
import type { WrappedPayload } from './body-to-payload.ts';

/** How an evaluation finds the incident that its payload would update. */
export type FindPrevious = (key: {
  correlationId: string | null;
  groupingKey: string | null;
}) => Promise<PreviousIncident | null>;

/**
 * The alerts of a payload, evaluated: one, or one per item where the integration splits. The same for
 * requests, dry runs and replays. A promise only when the mapping asks for the previous incident.
 */
export function evaluatePayload(
  view: Pick<IntakeView, 'type' | 'program' | 'displayName' | 'splitsAlerts'>,
  wrapped: WrappedPayload,
  findPrevious: FindPrevious,
): Evaluation[] | Promise<Evaluation[]> {
  const parsed = preParse(view.type, wrapped.payload) as { [key: string]: Json };
  const payloads = view.splitsAlerts ? splitPayload(view.type, parsed) : [parsed];
  const inputs = payloads.map((payload) => ({
    payload: payload as { [key: string]: Json },
    integrationName: view.displayName,
    trace: true,
  }));
  if (!view.program.usesPreviousIncident)
    return inputs.map((input) => evaluateMapping(view.program, input));
  return Promise.all(
    inputs.map((input) => evaluateMappingWithPrevious(view.program, input, findPrevious)),
  );
}
