import { setImmediate } from 'node:timers/promises';
import { type IntakeView, preParse, splitPayload } from '../integrations/index.ts';
import type { Evaluation, Json, PreviousIncident } from '../mapping/index.ts';
import { evaluateMapping, evaluateMappingWithPrevious } from '../mapping/index.ts';
import type { WrappedPayload } from './body-to-payload.ts';
import { alertsMax, alertsSecondsMax } from './limits.ts';
import { saysNothingOfSeverity } from './receivers/acknowledgements.ts';

/** How an evaluation finds the incident that its payload would update. */
export type FindPrevious = (key: {
  correlationId: string | null;
  groupingKey: string | null;
}) => Promise<PreviousIncident | null>;

/**
 * The alerts of a payload, evaluated: one, or one per item where the integration splits. The same for
 * requests, dry runs and replays. A promise only when the integration splits or its mapping asks for the
 * previous incident.
 */
export function evaluatePayload(
  view: Pick<IntakeView, 'type' | 'program' | 'displayName' | 'splitsAlerts'>,
  wrapped: WrappedPayload,
  findPrevious: FindPrevious,
): Evaluation[] | Promise<Evaluation[]> {
  const parsed = preParse(view.type, wrapped.payload) as { [key: string]: Json };
  const evaluate = (payload: { [key: string]: Json }) => {
    const input = { payload, integrationName: view.displayName, trace: true };
    const evaluation = view.program.usesPreviousIncident
      ? evaluateMappingWithPrevious(view.program, input, findPrevious)
      : evaluateMapping(view.program, input);
    if (!saysNothingOfSeverity(view.type, payload)) return evaluation;
    return evaluation instanceof Promise
      ? evaluation.then(withoutSeverity)
      : withoutSeverity(evaluation);
  };
  if (view.splitsAlerts) return evaluateAll(splitPayload(view.type, parsed), evaluate);
  const evaluation = evaluate(parsed);
  return evaluation instanceof Promise ? evaluation.then((one) => [one]) : [evaluation];
}

/** The incident keeps the severity it has: the mapping could only make one up. */
function withoutSeverity(evaluation: Evaluation): Evaluation {
  return { ...evaluation, severity: null };
}

/** One after the other, letting other requests in between; a failed one ahead tells of those left out. */
async function evaluateAll(
  payloads: readonly { [key: string]: Json }[],
  evaluate: (payload: { [key: string]: Json }) => Evaluation | Promise<Evaluation>,
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const end = performance.now() + alertsSecondsMax * 1000;
  let pause = performance.now() + sliceMilliseconds;
  for (const payload of payloads) {
    const now = performance.now();
    if (evaluations.length >= alertsMax || now > end) {
      evaluations.unshift(leftOut(evaluations.length, payloads.length));
      break;
    }
    if (now > pause) {
      await setImmediate();
      pause = performance.now() + sliceMilliseconds;
    }
    evaluations.push(await evaluate(payload));
  }
  return evaluations;
}

const sliceMilliseconds = 5;

function leftOut(read: number, all: number): Evaluation {
  return {
    outcome: 'Failed',
    status: null,
    severity: null,
    title: null,
    correlationId: null,
    attributes: [],
    groupingKey: null,
    groupingWindowInSeconds: null,
    failure: `It holds ${all} alerts; only the first ${read} of them were read.`,
    trace: [],
  };
}
