import { isOpenAt, weeklyWindow } from '../calendar/index.ts';
import type { IncidentDocument, IncidentEvent, Severity, Status } from '../incidents/index.ts';
import {
  type AttributeCondition,
  type ComparedAttributes,
  type Comparisons,
  judgeAttribute,
} from './attribute-conditions.ts';
import { runsByDefault } from './default-intents.ts';
import type { RuleConditions } from './routings.ts';
import type { RuleSurroundings } from './surroundings.ts';

/** What the conditions of a rule are held against. */
export interface Situation {
  incident: IncidentDocument;
  status: Status;
  severity: Severity;
  /** Null: not asked for, as when a delayed rule is looked at again. */
  event: IncidentEvent | null;
  attributes: ComparedAttributes;
  /** Labels of the incident's teams and of its integration, in lower case. */
  labels: ReadonlySet<string>;
  /** Time zone of the routing's team. */
  timeZoneId: string;
  around: RuleSurroundings;
  comparisons: Comparisons;
}

export const tooMuchToCompare =
  'The rules of this incident compare more text than one run may; those that are left do not match.';

/** The first condition that does not hold, in plain words, or null. All kinds that are set have to hold; the cheap ones come first. */
export function unmetCondition(conditions: RuleConditions, situation: Situation): string | null {
  for (const unmet of checks) {
    const reason = unmet(conditions, situation);
    if (reason !== null) return reason;
  }
  return null;
}

type Check = (conditions: RuleConditions, situation: Situation) => string | null;

const checks: readonly Check[] = [
  ({ statuses }, { status }) =>
    excludes(statuses, status) ? `The status is ${status}, not ${either(statuses)}.` : null,
  ({ severities }, { severity }) =>
    excludes(severities, severity)
      ? `The severity is ${severity}, not ${either(severities)}.`
      : null,
  unmetIntent,
  ({ integrations }, { incident: { integrationId } }) =>
    namesNoneOf(integrations, integrationId === null ? [] : [integrationId])
      ? 'The incident comes from none of the integrations.'
      : null,
  ({ services }, { incident }) =>
    namesNoneOf(services, incident.serviceIds ?? [])
      ? 'The incident affects none of the services.'
      : null,
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

function unmetIntent({ intents }: RuleConditions, { event }: Situation): string | null {
  if (event === null) return null;
  const { intent } = event;
  if (intents && intents.length > 0)
    return excludes(intents, intent) ? `The event is ${intent}, not ${either(intents)}.` : null;
  return runsByDefault(event)
    ? null
    : `The event is ${intent}, and the rule names no intents: it runs on Created, Updated, Resolved, Unresolved, and when a team is assigned.`;
}

function unmetDate({ dateRestriction }: RuleConditions, { around }: Situation): string | null {
  const { from, until } = dateRestriction ?? {};
  const now = around.now.getTime();
  if (from && now < Date.parse(from)) return `The rule only applies from ${from}.`;
  if (until && now >= Date.parse(until)) return `The rule only applied until ${until}.`;
  return null;
}

function unmetLabels(
  { labels, labelsMatchType }: RuleConditions,
  { labels: present }: Situation,
): string | null {
  if (!labels || labels.length === 0) return null;
  const missing = labels.filter((label) => !present.has(label.toLowerCase()));
  if (labelsMatchType === 'any')
    return missing.length === labels.length
      ? `Neither the teams nor the integration have the label ${either(labels)}.`
      : null;
  return missing.length > 0
    ? `Neither the teams nor the integration have the label ${missing[0]}.`
    : null;
}

function unmetAttributes(
  { attributes: conditions, attributesMatchType }: RuleConditions,
  { attributes, comparisons }: Situation,
): string | null {
  if (!conditions || conditions.length === 0) return null;
  for (const condition of conditions) {
    const verdict = judgeAttribute(condition, attributes, comparisons);
    if (verdict === 'too much to compare') return tooMuchToCompare;
    if (attributesMatchType === 'any') {
      if (verdict === 'holds') return null;
    } else if (verdict === 'fails') return unmetAttribute(condition, attributes);
  }
  return attributesMatchType === 'any' ? 'None of the conditions on attributes holds.' : null;
}

function unmetAttribute(
  { name, operator, value, ignoreCase }: AttributeCondition,
  attributes: ComparedAttributes,
): string {
  const present = attributes.get(name);
  if (present === undefined) return `The incident has no attribute ${shorten(name)}.`;
  const but = ignoreCase ? ' (in any letter case)' : '';
  return `${shorten(name)} is “${shorten(present)}”, which is not ${operator} “${shorten(value ?? '')}”${but}.`;
}

function unmetSchedule(
  { schedule }: RuleConditions,
  { around, timeZoneId }: Situation,
): string | null {
  if (!schedule) return null;
  const { after = null, before = null, daysOfWeek } = schedule;
  const days = daysOfWeek && daysOfWeek.length > 0 ? daysOfWeek : null;
  if (after === null && before === null && days === null) return null;
  if (isOpenAt(weeklyWindow(days, after, before), around.now.getTime(), timeZoneId)) return null;
  const on = days ? ` on ${days.join(', ')}` : '';
  return `The rule only applies from ${after ?? '00:00'} to ${before ?? '24:00'}${on} in ${timeZoneId}.`;
}

function either(list: readonly string[]): string {
  return list.slice(0, 10).join(' or ');
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
