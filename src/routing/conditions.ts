import { isOpenAt, weeklyWindow } from '../calendar/index.ts';
import type { IncidentDocument, IncidentEvent, Severity, Status } from '../incidents/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import {
  type AttributeCondition,
  ComparedAttributes,
  Comparisons,
  judgeAttribute,
} from './attribute-conditions.ts';
import { runsByDefault } from './default-intents.ts';
import type { RuleConditions } from './routings.ts';
import type { RuleSurroundings } from './surroundings.ts';

/** The facts that the conditions of a rule are compared with. */
export interface Situation {
  incident: Pick<IncidentDocument, 'integrationId' | 'serviceIds'>;
  status: Status;
  severity: Severity;
  /** Null: not asked for, as when a delayed rule is looked at again. */
  event: IncidentEvent | null;
  attributes: ComparedAttributes;
  /** Labels of the incident's teams and of its integration, in lower case. */
  labels: ReadonlySet<string>;
  /** Time zone of the routing's team. */
  timeZoneId: string;
  around: Pick<RuleSurroundings, 'now'>;
  comparisons: Comparisons;
}

type Labels = Pick<RuleSurroundings, 'labelsOfTeam' | 'labelsOfIntegration'>;

export function labelsOf(
  { integrationId, teamIds }: Pick<IncidentDocument, 'integrationId' | 'teamIds'>,
  around: Labels,
): ReadonlySet<string> {
  const own = integrationId === null ? [] : around.labelsOfIntegration(integrationId);
  return new Set(
    [...own, ...teamIds.flatMap((id) => around.labelsOfTeam(id))].map((label) =>
      label.toLowerCase(),
    ),
  );
}

/** An incident as conditions see it at any time of any day, whatever happened to it. */
export type SeenIncident = Pick<
  IncidentDocument,
  | 'integrationId'
  | 'teamIds'
  | 'serviceIds'
  | 'status'
  | 'severity'
  | 'title'
  | 'attributes'
  | 'subIncidents'
>;

/** Says which conditions hold for the incident, times and events left aside. What is too much to compare does not. */
export function matcherOf(
  incident: SeenIncident,
  around: Labels,
): { holds(conditions: RuleConditions): boolean; attributes: ComparedAttributes } {
  const { status, severity } = incident;
  const attributes = new ComparedAttributes(incident, status, severity);
  const situation: Situation = {
    incident,
    status,
    severity,
    event: null,
    attributes,
    labels: labelsOf(incident, around),
    comparisons: new Comparisons(),
    // The time zone does not matter without times.
    timeZoneId: 'UTC',
    around: { now: new Date(0) },
  };
  const whenever = { schedule: null, dateRestriction: null };
  return {
    attributes,
    holds: (conditions) => unmetCondition({ ...conditions, ...whenever }, situation) === null,
  };
}

/**
 * The first condition that does not hold, in plain words, or null. All kinds that are set have to hold; the cheap ones
 * come first.
 */
export function unmetCondition(conditions: RuleConditions, situation: Situation): Sentence | null {
  for (const unmet of checks) {
    const reason = unmet(conditions, situation);
    if (reason !== null) return reason;
  }
  return null;
}

/** Whether the times that conditions name are now, whatever the incident. */
export function isTimeOf(conditions: RuleConditions, time: TimeOfConditions): boolean {
  return unmetDate(conditions, time) === null && unmetSchedule(conditions, time) === null;
}

type TimeOfConditions = Pick<Situation, 'timeZoneId' | 'around'>;

type Check = (conditions: RuleConditions, situation: Situation) => Sentence | null;

const checks: readonly Check[] = [
  ({ statuses }, { status }) =>
    excludes(statuses, status) ? say('statusDiffers', { status, wanted: first(statuses) }) : null,
  ({ severities }, { severity }) =>
    excludes(severities, severity)
      ? say('severityDiffers', { severity, wanted: first(severities) })
      : null,
  unmetIntent,
  ({ integrations }, { incident: { integrationId } }) =>
    namesNoneOf(integrations, integrationId === null ? [] : [integrationId])
      ? say('otherIntegration')
      : null,
  ({ services }, { incident }) =>
    namesNoneOf(services, incident.serviceIds ?? []) ? say('otherServices') : null,
  unmetDate,
  unmetLabels,
  unmetAttributes,
  // Last: resolving local times costs more than all others together.
  unmetSchedule,
];

/** Null and the empty list match everything. */
function excludes<Item>(list: readonly Item[] | null | undefined, item: Item): list is Item[] {
  return list !== null && list !== undefined && list.length > 0 && !list.includes(item);
}

function namesNoneOf(
  wanted: readonly string[] | null | undefined,
  present: readonly string[],
): boolean {
  if (!wanted || wanted.length === 0) return false;
  // Rules and incidents keep ids as they were sent, in any letter case.
  const ids = new Set(present.map((id) => id.toLowerCase()));
  return !wanted.some((id) => ids.has(id) || ids.has(id.toLowerCase()));
}

/** The condition that can hold for no incident, as none of the objects that it names is there any more; null: none. */
export function goneFrom(
  { services, integrations }: RuleConditions,
  isThere: (kind: 'Service' | 'InboundIntegration', id: string) => boolean,
): 'services' | 'integrations' | null {
  const isGone = (kind: 'Service' | 'InboundIntegration', ids: readonly string[]) =>
    ids.length > 0 && !ids.some((id) => isThere(kind, id.toLowerCase()));
  if (isGone('Service', services ?? [])) return 'services';
  return isGone('InboundIntegration', integrations ?? []) ? 'integrations' : null;
}

function unmetIntent({ intents }: RuleConditions, { event }: Situation): Sentence | null {
  if (event === null || runsOn({ intents }, event)) return null;
  const { intent } = event;
  return intents?.length
    ? say('eventDiffers', { event: intent, wanted: first(intents) })
    : say('eventNotByDefault', { event: intent });
}

/** Whether a rule with these conditions looks at such an event at all. */
export function runsOn(
  { intents }: { intents?: RuleConditions['intents'] | undefined },
  event: IncidentEvent,
): boolean {
  return intents?.length ? intents.includes(event.intent) : runsByDefault(event);
}

function unmetDate(
  { dateRestriction }: RuleConditions,
  { around, timeZoneId }: TimeOfConditions,
): Sentence | null {
  const { from, until } = dateRestriction ?? {};
  const now = around.now.getTime();
  const moment = (instant: string) => zonedMoment(Date.parse(instant), timeZoneId);
  if (from && now < Date.parse(from)) return say('ruleFrom', { from: moment(from) });
  if (until && now >= Date.parse(until)) return say('ruleUntil', { until: moment(until) });
  return null;
}

function unmetLabels(
  { labels, labelsMatchType }: RuleConditions,
  { labels: present }: Situation,
): Sentence | null {
  if (!labels || labels.length === 0) return null;
  const missing = labels.filter((label) => !present.has(label.toLowerCase()));
  if (labelsMatchType === 'any')
    return missing.length === labels.length
      ? say('labelsMissing', { labels: first(labels) })
      : null;
  const [label] = missing;
  return label === undefined ? null : say('labelMissing', { label });
}

function unmetAttributes(
  { attributes: conditions, attributesMatchType }: RuleConditions,
  { attributes, comparisons }: Situation,
): Sentence | null {
  if (!conditions || conditions.length === 0) return null;
  for (const condition of conditions) {
    const verdict = judgeAttribute(condition, attributes, comparisons);
    if (verdict === 'too much to compare') return say('tooMuchToCompare');
    if (attributesMatchType === 'any') {
      if (verdict === 'holds') return null;
    } else if (verdict === 'fails') return unmetAttribute(condition, attributes);
  }
  return attributesMatchType === 'any' ? say('noAttributeHolds') : null;
}

function unmetAttribute(
  { name, operator, value, ignoreCase }: AttributeCondition,
  attributes: ComparedAttributes,
): Sentence {
  const present = attributes.get(name);
  if (present === undefined) return say('attributeMissing', { name: shorten(name) });
  return say(ignoreCase ? 'attributeDiffersInAnyCase' : 'attributeDiffers', {
    name: shorten(name),
    value: shorten(present),
    operator,
    wanted: shorten(value ?? ''),
  });
}

function unmetSchedule(
  { schedule }: RuleConditions,
  { around, timeZoneId }: TimeOfConditions,
): Sentence | null {
  if (!schedule) return null;
  const { after = null, before = null, daysOfWeek } = schedule;
  const days = daysOfWeek && daysOfWeek.length > 0 ? daysOfWeek : null;
  if (after === null && before === null && days === null) return null;
  if (isOpenAt(weeklyWindow(days, after, before), around.now.getTime(), timeZoneId)) return null;
  const times = { after: after ?? '00:00', before: before ?? '24:00', zone: timeZoneId };
  return days ? say('ruleAtTimesOfDays', { ...times, days }) : say('ruleAtTimes', times);
}

function first<Item>(list: readonly Item[]): Item[] {
  return list.slice(0, 10);
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
