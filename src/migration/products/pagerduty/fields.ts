import type { Fields } from '../../model/fields.ts';
import { flexibleFields } from './fields/flexible.ts';
import { onCallFields } from './fields/on-call.ts';
import { orchestrationFields } from './fields/orchestrations.ts';
import { peopleFields } from './fields/people.ts';
import { serviceFields } from './fields/services.ts';

/** The target of each value of PagerDuty's documented API: https://developer.pagerduty.com/api-reference. */
export const fields: Fields = {
  ...peopleFields,
  ...onCallFields,
  ...flexibleFields,
  ...serviceFields,
  ...orchestrationFields,
};
