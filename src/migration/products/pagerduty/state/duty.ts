import { objectsAt, textIn, textsAt, without, withoutUnset } from '../../../read/attributes.ts';
import type { Attributes, StateResources } from '../../../read/state.ts';
import { objectOf, referring } from './shape.ts';

/** Layers stand with the lowest first, where the API has the one first that wins. */
export function schedules(resources: StateResources): Attributes[] {
  return resources.managed('pagerduty_schedule').map((attributes) => ({
    ...referring(without(objectOf(attributes), 'layer', 'overflow', 'final_schedule'), 'teams'),
    schedule_layers: objectsAt(objectOf(attributes), 'layer').map(layerOf).toReversed(),
  }));
}

function layerOf(layer: Attributes): Attributes {
  return {
    ...without(layer, 'rendered_coverage_percentage'),
    users: textsAt(layer, 'users').map((id) => ({ user: { id } })),
    restrictions: objectsAt(layer, 'restrictions').map((one) =>
      withoutUnset(one, 'start_day_of_week'),
    ),
  };
}

export function flexibleSchedules(resources: StateResources): Attributes[] {
  return resources
    .managed('pagerduty_schedulev2')
    .map((attributes) => referring(without(objectOf(attributes), 'rotation'), 'teams'));
}

export function flexibleEvents(resources: StateResources) {
  return resources.managed('pagerduty_schedulev2').flatMap((schedule) =>
    objectsAt(schedule, 'rotation').flatMap((rotation) =>
      objectsAt(objectOf(rotation), 'event').map((object) => ({
        of: [textIn(schedule, 'id'), textIn(rotation, 'id')],
        object,
      })),
    ),
  );
}
