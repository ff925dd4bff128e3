import { answeredOf, objectsAt, shaped } from '../../../read/attributes.ts';
import type { Attributes, StateKind, StateResources } from '../../../read/state.ts';

/** Blocks that the API has as lists in the plural. */
const plurals: Readonly<Record<string, string>> = {
  ...{ condition: 'conditions', variable: 'variables', extraction: 'extractions' },
  ...{ automation_action: 'automation_actions', header: 'headers', parameter: 'parameters' },
  pagerduty_automation_action: 'pagerduty_automation_actions',
  incident_custom_field_update: 'incident_custom_field_updates',
};

const shape = {
  single: ['actions', 'dynamic_route_to'],
  nameOf: (name: string) => plurals[name] ?? name,
};

/** Rules of event orchestrations: in all of them a set has rules with conditions and actions. */
function pathOf(attributes: Attributes, parent: string): { of: string[]; object: Attributes } {
  const {
    set: _,
    [parent]: of,
    id: _id,
    ...path
  } = shaped(attributes, { ...shape, single: ['catch_all', ...shape.single] });
  const sets = objectsAt(attributes, 'set').map((set) => {
    const { rule: _rules, ...others } = shaped(set, { single: [] });
    return { ...others, rules: objectsAt(set, 'rule').map(ruleOf) };
  });
  return { of: [String(of)], object: { ...path, sets } };
}

function ruleOf(attributes: Attributes): Attributes {
  return shaped(attributes, shape);
}

export function routers(resources: StateResources) {
  return resources
    .managed('pagerduty_event_orchestration_router')
    .map((attributes) => pathOf(attributes, 'event_orchestration'));
}

/** Paths of a type, by what they belong to. */
export function pathsOf(type: string, parent: string): StateKind {
  return {
    types: [type],
    answers: (resources) =>
      answeredOf(
        resources.managed(type).map((attributes) => {
          const { of, object } = pathOf(attributes, parent);
          const { enable_event_orchestration_for_service: _, ...path } = object;
          return { of, object: path };
        }),
      ),
  };
}
