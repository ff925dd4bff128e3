import type { Json } from '../../../mapping/index.ts';
import type { PastEvent, PastEvents } from '../../model/importer.ts';
import { objectsAt, textIn } from '../../read/attributes.ts';
import { jsonIn, objectIn, objectsIn, timeIn } from '../../read/past-objects.ts';
import type { Attributes } from '../../read/state.ts';

/**
 * Alerts of Opsgenie: https://docs.opsgenie.com/docs/alert-api, Get alert. They have the content that clients of the
 * Alert API sent, after alert policies, but not the content that other tools sent. They say which teams respond, and
 * not by which rule.
 */
export const opsgeniePast: PastEvents = {
  kinds: ['past-alerts', 'past-alert-details'],
  in: (results) =>
    objectsIn(results, 'past-alert-details').flatMap((alert): PastEvent[] => {
      const at = timeIn(alert, 'createdAt');
      if (at === null) return [];
      const integration = objectIn(alert, 'integration') ?? {};
      const id = textIn(integration, 'id');
      const responders = objectsAt(alert, 'responders');
      const teams = responders.filter((one) => textIn(one, 'type') === 'team');
      return [
        {
          ...{ title: textIn(alert, 'message'), at },
          integration: id === '' ? null : `opsgenie:integrations:${id}`,
          body: textIn(integration, 'type') === 'API' ? requestOf(alert) : null,
          there: {
            policies: null,
            // Other responders may be of any team.
            teams:
              teams.length === responders.length
                ? teams.map((one) => `opsgenie:team-details:${textIn(one, 'id')}`)
                : null,
            isSilent: false,
          },
        },
      ];
    }),
};

const sent = ['message', 'alias', 'description', 'tags', 'details', 'entity', 'source', 'priority'];

/** As the Alert API takes it. */
function requestOf(alert: Attributes): Json {
  return Object.fromEntries(
    [...sent, 'actions'].flatMap((member) => {
      const value = jsonIn(alert, member);
      return value === null ? [] : [[member, value] as const];
    }),
  );
}
