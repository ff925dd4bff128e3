import { hash } from 'node:crypto';
import type { TakenStep } from '../alerting/index.ts';
import type { AlertEvaluation } from '../ingest/index.ts';
import type { DeliveryDocument } from '../notifications/index.ts';
import type { RuleExecution } from '../routing/index.ts';
import type { Sentence } from '../sentences/index.ts';

export const lineSteps = ['Mapping', 'Intake', 'Rule', 'Tier', 'PolicyStep', 'Contact'] as const;
export type LineStep = (typeof lineSteps)[number];

/** A line of what was decided about an incident. */
export interface TracedLine {
  step: LineStep;
  /** The object that decided it. */
  entityType: string;
  id: string;
  /** Which part of the object: a rule, a tier, a channel. */
  part: string;
  /** When it was decided, or is due. */
  at: number;
  /** Its name where the object keeps names of its parts. */
  displayName: string | null;
  /** The same in both worlds when the same was decided. */
  outcome: string;
  text: Sentence | null;
  /** A message that is not sent. */
  isDropped?: boolean;
}

/**
 * The result of a mapping for an alert; each member by itself, so that the first that differs can be named. Attributes
 * are the most of it: where both worlds make the same ones they say nothing.
 */
export function lineOfMapping(
  integrationId: string,
  evaluation: AlertEvaluation,
  at: Date,
  hasSameAttributes = false,
): TracedLine {
  const { outcome, status, severity, title, correlationId, groupingKey, attributes } = evaluation;
  const read = [
    outcome,
    status,
    severity,
    digest(title),
    digest(correlationId),
    digest(groupingKey),
    hasSameAttributes ? null : digest(JSON.stringify(attributes)),
  ];
  return {
    step: 'Mapping',
    entityType: 'InboundIntegrationMapping',
    id: integrationId,
    part: '',
    at: at.getTime(),
    displayName: null,
    outcome: JSON.stringify(read),
    text: evaluation.failure ?? null,
  };
}

/** Whether both worlds make the same attributes of each alert. */
export function sameAttributesIn(
  present: readonly AlertEvaluation[],
  changed: readonly AlertEvaluation[],
): boolean[] {
  return present.map(({ attributes }, index) => {
    const others = changed[index]?.attributes;
    return (
      others?.length === attributes.length &&
      attributes.every((one, place) => isSameAttribute(one, others[place]))
    );
  });
}

type Attribute = AlertEvaluation['attributes'][number];

function isSameAttribute(one: Attribute, other: Attribute | undefined): boolean {
  return (
    one.name === other?.name &&
    one.value === other.value &&
    one.isImage === other.isImage &&
    one.hideInPreviews === other.hideInPreviews &&
    one.isGroupingKey === other.isGroupingKey
  );
}

const mappedParts = [
  'Outcome',
  'Status',
  'Severity',
  'Title',
  'CorrelationId',
  'Grouping',
  'Attributes',
] as const;

/** The first member that two mappings make differently. */
export function mappedPartThatDiffers(one: TracedLine, other: TracedLine): string {
  const [first, second] = [one, other].map(({ outcome }) => JSON.parse(outcome) as unknown[]);
  const at = mappedParts.findIndex((_, index) => first?.[index] !== second?.[index]);
  return mappedParts[at] ?? '';
}

/** Most titles and keys are no longer, and hashing them would take longer than all else of a line. */
const plainMax = 64;

function digest(text: string | null): string | null {
  return text === null || text.length <= plainMax ? text : hash('sha1', text, 'base64url');
}

export function lineOfRule(rule: RuleExecution, at: Date): TracedLine {
  const { ownerId, routingRuleId, outcome, ruleDisplayName, effectSummary } = rule;
  return {
    step: 'Rule',
    entityType: 'Routing',
    id: ownerId,
    part: routingRuleId ?? '',
    at: at.getTime(),
    displayName: ruleDisplayName,
    outcome: `${outcome} ${JSON.stringify(effectSummary)}`,
    text: effectSummary,
  };
}

export function lineOfStep({
  at,
  teamId,
  policyId,
  tier,
  loop,
  repeat,
  ...taken
}: TakenStep): TracedLine {
  return {
    step: policyId === null ? 'Tier' : 'PolicyStep',
    entityType: policyId === null ? 'TeamEscalations' : 'EscalationPolicy',
    id: policyId ?? teamId,
    part: String(tier),
    at: at.getTime(),
    displayName: null,
    outcome: [at.getTime(), loop, repeat, taken.outcome, ...taken.userIds.toSorted()].join(' '),
    text: taken.why,
  };
}

/** As it was thought of. */
export function lineOfMessage(delivery: DeliveryDocument): TracedLine {
  const { ownerId, lane, deviceId = null, dueAt, dropReason = null, because, isAlert } = delivery;
  return {
    step: 'Contact',
    entityType: lane === 'Outbound' ? 'OutboundIntegration' : 'User',
    id: ownerId,
    part: lane,
    at: dueAt.getTime(),
    displayName: null,
    outcome: [deviceId, dueAt.getTime(), isAlert, dropReason?.code].join(' '),
    text: dropReason ?? because,
    isDropped: dropReason !== null,
  };
}

/** Decisions of intake beside incidents: maintenance, silences, snoozing, holds. Null if there are none. */
export function lineOfIntake(
  integrationId: string,
  decisions: readonly { step: string; result: Sentence }[],
  at: Date,
): TracedLine | null {
  const [first] = decisions;
  if (!first) return null;
  const outcome = JSON.stringify(decisions);
  return { ...lineOfIntegration(integrationId, at), part: first.step, outcome, text: first.result };
}

/** The integration itself: whether it is there. */
export function lineOfIntegration(integrationId: string, at: Date): TracedLine {
  return {
    step: 'Intake',
    entityType: 'InboundIntegration',
    id: integrationId,
    part: '',
    at: at.getTime(),
    displayName: null,
    outcome: '',
    text: null,
  };
}
