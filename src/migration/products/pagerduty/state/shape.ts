import { type Shape, shaped } from '../../../read/attributes.ts';
import type { Attributes } from '../../../read/state.ts';

/** Blocks that the API has as lists in the plural. */
const plurals: Readonly<Record<string, string>> = {
  rule: 'escalation_rules',
  target: 'targets',
  restriction: 'restrictions',
  email_filter: 'email_filters',
  email_parser: 'email_parsers',
  member: 'members',
};

const shape: Shape = {
  single: [
    ...['incident_urgency_rule', 'during_support_hours', 'outside_support_hours', 'support_hours'],
    ...['at', 'alert_grouping_parameters', 'config', 'auto_pause_notifications_parameters'],
    ...['escalation_rule_assignment_strategy', 'assignment_strategy', 'contact_method'],
    ...['parameters', 'supporting_service', 'dependent_service', 'team'],
  ],
  nameOf: (name) => plurals[name] ?? name,
};

export function objectOf(attributes: Attributes): Attributes {
  return shaped(attributes, shape);
}

/** Members that are ids, or lists of them, as references of the API. */
export function referring(object: Attributes, ...members: readonly string[]): Attributes {
  const reference = (id: unknown) => (typeof id === 'string' ? { id } : id);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (!members.includes(name)) return [name, value];
      return [name, Array.isArray(value) ? value.map(reference) : reference(value)];
    }),
  );
}
