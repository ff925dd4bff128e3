import { setImmediate } from 'node:timers/promises';
import type { WrappedPayload } from '../bodies/index.ts';
import {
  type IntegrationType,
  isFollowUp,
  keepsSeverity,
  type Payload,
  preParse,
  splitPayload,
} from '../catalogue/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { ownCpuSeconds } from '../kernel/index.ts';
import type { Evaluation, Json, PreviousIncident, TraceLine } from '../mapping/index.ts';
import {
  type Budget,
  budgetFor,
  contentMembers,
  evaluateMapping,
  evaluateMappingWithPrevious,
  unmapped,
} from '../mapping/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { handshakeOf } from './handshake.ts';
import { alertsMax, alertsSecondsMax, hereSteps } from './limits.ts';

/** The evaluation of one alert by the mapping, and what the type knows about such messages. */
export interface AlertEvaluation extends Evaluation {
  /** The alert only adds to an open problem; without one there is nothing to do. */
  isFollowUp?: true;
  /** Discarded without asking the mapping: why. */
  setAside?: Sentence;
  /** The cost of the evaluation, in steps of `mapping/budget.ts`; only where it is measured. */
  budget?: { used: number; limit: number };
}

/** The settings of an integration that an evaluation needs. */
export type EvaluationRules = Pick<IntakeView, 'program' | 'displayName' | 'splitsAlerts'> & {
  type: EvaluatedType;
  /** Say what each evaluation cost: for people who try a mapping out. */
  measures?: boolean;
  /** Nobody reads how a mapping came to what it says: only what failed is noted. */
  isUntraced?: true;
};

/** The members of a type that an evaluation depends on; its mapping is in the program. */
export type EvaluatedType = Pick<
  IntegrationType,
  | 'displayName'
  | 'handshake'
  | 'preParser'
  | 'split'
  | 'acceptsEmpty'
  | 'followUp'
  | 'keepsSeverity'
>;

/** How an evaluation finds the incident that its payload would update. */
export type FindPrevious = (key: {
  correlationId: string | null;
  groupingKey: string | null;
}) => Promise<PreviousIncident | null>;

/**
 * The alerts of a payload, evaluated: one, or one per item where the integration splits. The same for
 * requests, dry runs and replays. A promise only when the integration splits or its mapping asks for the
 * previous incident. `characters` is the size of the body, on which depends what evaluating an alert may cost.
 * An `allowance` is what all of them may cost together, and then what is left of it.
 */
export function evaluatePayload(
  rules: EvaluationRules,
  wrapped: WrappedPayload,
  findPrevious: FindPrevious,
  characters: number,
  allowance?: Budget,
): AlertEvaluation[] | Promise<AlertEvaluation[]> {
  const { type } = rules;
  const handshake = handshakeOf(type, wrapped.payload);
  if (handshake) return setAside(say('connectionSetUp', { tool: handshake.tool }));
  const parsed = preParse(type, wrapped.payload);
  if (!type.acceptsEmpty && isWithoutContent(parsed)) return setAside(say('requestIsEmpty'));
  const evaluate = (payload: Payload) => {
    const limit = budgetFor(characters).steps;
    const given = Math.min(limit, Math.max(allowance?.steps ?? limit, 0));
    const budget: Budget = { steps: given };
    const done = (evaluation: AlertEvaluation): AlertEvaluation => {
      const used = given - budget.steps;
      if (allowance) allowance.steps -= used;
      // The last piece of work may overdraw it.
      return rules.measures
        ? { ...evaluation, budget: { used: Math.min(limit, used), limit } }
        : evaluation;
    };
    const evaluation = evaluateWithin(payload, budget);
    return evaluation instanceof Promise ? evaluation.then(done) : done(evaluation);
  };
  const evaluateWithin = (payload: Payload, budget: Budget) => {
    const input = { payload, integrationName: rules.displayName, trace: !rules.isUntraced, budget };
    const evaluation = rules.program.usesPreviousIncident
      ? evaluateMappingWithPrevious(rules.program, input, findPrevious)
      : evaluateMapping(rules.program, input);
    if (type.followUp === null && type.keepsSeverity === null) return evaluation;
    return evaluation instanceof Promise
      ? evaluation.then((one) => withTraits(type, payload, one))
      : withTraits(type, payload, evaluation);
  };
  if (rules.splitsAlerts) return evaluateAll(splitPayload(type, parsed), evaluate);
  const evaluation = evaluate(parsed);
  return evaluation instanceof Promise ? evaluation.then((one) => [one]) : [evaluation];
}

/**
 * The same where requests are answered; null when it takes longer than others should wait for it. What ends within that
 * is exactly what it would be without a limit.
 */
export async function evaluateBriefly(
  rules: EvaluationRules,
  wrapped: WrappedPayload,
  characters: number,
  findPrevious: FindPrevious = async () => null,
): Promise<AlertEvaluation[] | null> {
  const allowance = { steps: hereSteps };
  const evaluations = await evaluatePayload(rules, wrapped, findPrevious, characters, allowance);
  return evaluations.some(({ trace }) => trace.some(isOutOfBudget)) ? null : evaluations;
}

function isOutOfBudget({ reason }: TraceLine): boolean {
  return reason === 'budget';
}

/** The only evaluation of a payload that no mapping gets to see. */
export function setAside(reason: Sentence): AlertEvaluation[] {
  return [{ ...unmapped, outcome: 'Discarded', setAside: reason }];
}

/** The only evaluation of a payload that could not be read to its end. */
export function failed(failure: Sentence): AlertEvaluation[] {
  return [{ ...unmapped, outcome: 'Failed', failure }];
}

function isWithoutContent(payload: Payload): boolean {
  return contentMembers.every((name) =>
    name === 'query' ? saysNothing(payload.query) : payload[name] === undefined,
  );
}

/** A key in the address is not content. */
function saysNothing(query: Json | undefined): boolean {
  return Object.values(query ?? {}).every((value) => value === '[redacted]');
}

/** Marks a message without a severity, so that the incident keeps its own: the mapping could only invent one. */
function withTraits(
  type: EvaluatedType,
  payload: Payload,
  evaluation: Evaluation,
): AlertEvaluation {
  return {
    ...evaluation,
    ...(keepsSeverity(type, payload) && { severity: null }),
    ...(isFollowUp(type, payload) && { isFollowUp: true }),
  };
}

/**
 * Evaluates one after the other and lets other requests run in between; a failed entry at the front reports those left
 * out. Processor time counts, and only that of the evaluations: what others do in between is not theirs.
 */
async function evaluateAll(
  payloads: readonly Payload[],
  evaluate: (payload: Payload) => AlertEvaluation | Promise<AlertEvaluation>,
): Promise<AlertEvaluation[]> {
  const evaluations: AlertEvaluation[] = [];
  let used = 0;
  let pause = performance.now() + sliceMilliseconds;
  for (const payload of payloads) {
    if (evaluations.length >= alertsMax || used > alertsSecondsMax) {
      evaluations.unshift(leftOut(evaluations.length, payloads.length));
      break;
    }
    if (performance.now() > pause) {
      await setImmediate();
      pause = performance.now() + sliceMilliseconds;
    }
    const before = ownCpuSeconds();
    const evaluation = evaluate(payload);
    used += ownCpuSeconds() - before;
    evaluations.push(evaluation instanceof Promise ? await evaluation : evaluation);
  }
  return evaluations;
}

const sliceMilliseconds = 5;

function leftOut(read: number, all: number): AlertEvaluation {
  return {
    ...unmapped,
    outcome: 'Failed',
    failure: say('alertsLeftOut', { all, read }),
  };
}
