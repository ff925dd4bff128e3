import type { Json } from '../../../mapping/index.ts';
import type { PastEvent, PastEvents } from '../../model/importer.ts';
import { objectsAt, textIn } from '../../read/attributes.ts';
import { jsonIn, objectIn, objectsIn, timeIn } from '../../read/past-objects.ts';
import type { Results } from '../../read/read-all.ts';
import type { Attributes } from '../../read/state.ts';

/**
 * Alerts of PagerDuty: https://developer.pagerduty.com/api-reference, List alerts for an incident. They have what
 * clients of the events API send, as it was shown to people; what other tools send is not told.
 */
export const pagerdutyPast: PastEvents = {
  kinds: ['past-incidents', 'past-alerts'],
  in(results) {
    const incidents = new Map(
      objectsIn(results, 'past-incidents').map((incident) => [textIn(incident, 'id'), incident]),
    );
    const takesEvents = eventIntegrations(results);
    return objectsIn(results, 'past-alerts').flatMap((alert): PastEvent[] => {
      const incident = incidents.get(textIn(objectIn(alert, 'incident') ?? {}, 'id'));
      const at = timeIn(alert, 'created_at');
      if (!incident || at === null) return [];
      const integration = textIn(objectIn(alert, 'integration') ?? {}, 'id');
      const policy = textIn(objectIn(incident, 'escalation_policy') ?? {}, 'id');
      return [
        {
          ...{ title: textIn(alert, 'summary') || textIn(incident, 'title'), at },
          integration: integration === '' ? null : `pagerduty:integrations:${integration}`,
          body: takesEvents.has(integration) ? eventOf(alert) : null,
          there: {
            policies: policy === '' ? null : [`pagerduty:escalation-policies:${policy}`],
            teams: null,
            isSilent: alert.suppressed === true,
          },
        },
      ];
    });
  },
};

function eventIntegrations(results: Results): ReadonlySet<string> {
  const all = objectsIn(results, 'services').flatMap((one) => objectsAt(one, 'integrations'));
  return new Set(
    all
      .filter((one) => /^(?:generic_)?events_api/.test(textIn(one, 'type')))
      .map((one) => textIn(one, 'id')),
  );
}

/** By names of the Common Event Format, which PagerDuty adds to an alert, what its text does not have. */
const further = {
  ...{ source: 'source_origin', component: 'source_component', group: 'service_group' },
  class: 'event_class',
};

/** An event of version 2. */
function eventOf(alert: Attributes): Json {
  const body = objectIn(alert, 'body') ?? {};
  const format = objectIn(body, 'cef_details') ?? {};
  const members = Object.entries(further).flatMap(([name, member]) => {
    const value = textIn(format, member);
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    event_action: 'trigger',
    dedup_key: textIn(alert, 'alert_key'),
    payload: {
      ...Object.fromEntries(members),
      summary: textIn(alert, 'summary'),
      severity: textIn(alert, 'severity') || 'critical',
      timestamp: textIn(alert, 'created_at'),
      custom_details: jsonIn(body, 'details') ?? jsonIn(format, 'details'),
    },
  };
}
