import type { Field, Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, noPlace, reference, to } from './rows.ts';

const rule = '/sets/*/rules/*';
const routing = 'tocsin_routing.rules';
const mapping = 'tocsin_integration_mapping';

const about = [
  ...ignored('/parent', 'whose rules they are'),
  ...ignored('/created_by', 'who made it'),
  ...ignored('/updated_by', 'who changed it'),
  ...noise('when it was made', '/created_at', '/updated_at', '/version'),
  ...noise('follows from the list', '/type'),
  ...links(),
];

/** Of a rule, and of what reaches the end of a set. */
function actions(at: string): Field[] {
  return [
    to(`${at}/suppress`, `${routing}.channels`, 'nobody is told'),
    to(`${at}/suspend`, `${routing}.actions.hold`, 'longer than an hour: snoozed'),
    to(`${at}/severity`, `${routing}.actions.change_severity`, 'of all events: the mapping'),
    to(`${at}/priority`, `${routing}.actions.set_attributes`, 'the attribute Priority'),
    to(`${at}/annotate`, `${routing}.actions.comment`),
    to(`${at}/event_action`, `${routing}.actions.add_interaction`, 'where it is `resolve`'),
    to(`${at}/drop_event`, `${routing}.actions.discard`),
    to(`${at}/escalation_policy`, `${routing}.actions.use_escalation_policy_id`),
    to(`${at}/variables/*/name`, `${mapping}.attributes.name`),
    to(`${at}/variables/*/path`, `${mapping}.attributes.mappings`),
    to(`${at}/variables/*/type`, `${mapping}.attributes.mappings`),
    to(`${at}/variables/*/value`, `${mapping}.attributes.mappings`, 'a pattern'),
    to(`${at}/extractions/*/target`, `${mapping}.attributes.name`, 'where it is so in all events'),
    to(`${at}/extractions/*/template`, `${mapping}.attributes.mappings`),
    to(`${at}/extractions/*/source`, `${mapping}.attributes.mappings`),
    to(`${at}/extractions/*/regex`, `${mapping}.attributes.mappings`),
    noPlace(
      `${at}/automation_actions/**`,
      'behaviour',
      'the tool is not told: forward incidents to an outbound integration',
    ),
    noPlace(
      `${at}/pagerduty_automation_actions/**`,
      'lost',
      'no job is run: let an outbound integration do it',
    ),
    noPlace(
      `${at}/incident_custom_field_updates/**`,
      'lost',
      'incidents have the attributes of their events',
    ),
  ];
}

const changing = [
  to('/sets/*/id', routing, 'the attribute Orchestration says which set comes next'),
  to(`${rule}/label`, `${routing}.display_name`),
  to(`${rule}/disabled`, routing, 'what is disabled is not brought'),
  to(`${rule}/conditions/*/expression`, `${routing}.conditions`),
  to(`${rule}/actions/route_to`, `${routing}.actions.set_attributes`),
  ...actions(`${rule}/actions`),
  ...actions('/catch_all/actions'),
  ...noise('rules stand in order', `${rule}/id`),
  ...about,
];

/** Event orchestrations, and the rulesets that came before them. */
export const orchestrationFields: Fields = {
  orchestrations: noise('read once more, with what is in it', '/**'),
  'orchestration-details': [
    ...common('tocsin_routing').filter(({ from }) => from !== '/type' && !/self|html/.test(from)),
    noPlace('/description', 'lost', 'routings have no description'),
    ...reference('/team', 'tocsin_routing.team_id'),
    to('/integrations/*/id', 'tocsin_integration'),
    to('/integrations/*/label', 'tocsin_integration.display_name'),
    to('/integrations/*/parameters/routing_key', 'tocsin_integration.accepted_keys'),
    ...noise('there is one type', '/integrations/*/parameters/type'),
    ...noise('a number', '/routes'),
    ...about.filter(({ from }) => !from.startsWith('/parent')),
  ],
  'orchestration-routers': [
    to(`${rule}/label`, `${routing}.display_name`),
    to(`${rule}/disabled`, routing, 'what is disabled is not brought'),
    to(`${rule}/conditions/*/expression`, `${routing}.conditions`),
    to(`${rule}/actions/route_to`, `${routing}.actions.use_escalation_policy_id`),
    to(`${rule}/actions/dynamic_route_to/source`, routing, 'one rule for each service'),
    to(`${rule}/actions/dynamic_route_to/regex`, routing),
    to(`${rule}/actions/dynamic_route_to/lookup_by`, routing),
    to('/catch_all/actions/route_to', 'tocsin_integration.escalation_policy_id'),
    ...noise('rules stand in order', '/sets/*/id', `${rule}/id`),
    ...about,
  ],
  'orchestration-unrouted': changing,
  'orchestration-global': changing,
  'service-orchestrations': changing,
  'service-orchestrations-active': [to('/active', 'tocsin_routing', 'what is not in use is lost')],
  'orchestration-variables': [noPlace('/**', 'behaviour', 'events are not counted in variables')],
  rulesets: [noPlace('/**', 'behaviour', 'rulesets have ended: convert them to orchestrations')],
  'ruleset-rules': [
    noPlace('/**', 'behaviour', 'rulesets have ended: convert them to orchestrations'),
  ],
};
