import { isObject } from '../../../kernel/index.ts';
import type { PastEvent, PastEvents } from '../../model/importer.ts';
import { textIn } from '../../read/attributes.ts';
import { jsonIn, objectsIn, timeIn } from '../../read/past-objects.ts';

/**
 * Alerts of OnCall with what was sent, and the route that each group took:
 * https://grafana.com/docs/oncall/latest/oncall-api-reference/alertgroups.
 */
export const oncallPast: PastEvents = {
  kinds: ['past-groups', 'past-alerts'],
  in(results) {
    const chains = new Map<string, string>();
    for (const route of objectsIn(results, 'routes'))
      chains.set(textIn(route, 'id'), textIn(route, 'escalation_chain_id'));
    for (const { default_route: route } of objectsIn(results, 'integrations'))
      if (isObject(route)) chains.set(textIn(route, 'id'), textIn(route, 'escalation_chain_id'));
    const groups = new Map(
      objectsIn(results, 'past-groups').map((group) => [textIn(group, 'id'), group]),
    );
    return objectsIn(results, 'past-alerts').flatMap((alert): PastEvent[] => {
      const group = groups.get(textIn(alert, 'alert_group_id'));
      const at = timeIn(alert, 'created_at');
      if (!group || at === null) return [];
      const chain = chains.get(textIn(group, 'route_id'));
      return [
        {
          ...{ title: textIn(group, 'title'), at, body: jsonIn(alert, 'payload') },
          integration: `oncall:integrations:${textIn(group, 'integration_id')}`,
          there: {
            policies:
              chain === undefined ? null : chain ? [`oncall:escalation_chains:${chain}`] : [],
            teams: null,
            isSilent: chain === '',
          },
        },
      ];
    });
  },
};
