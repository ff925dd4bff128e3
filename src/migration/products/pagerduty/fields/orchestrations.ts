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

/** The actions of a rule, and of events that reach the end of a set. */
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
  rulesets: [
    ...common('tocsin_routing').filter(({ from }) => !/self|html/.test(from)),
    to('/routing_keys/*', 'tocsin_integration.accepted_keys'),
    ...reference('/team', 'tocsin_routing.team_id'),
    ...ignored('/creator', 'who made it'),
    ...ignored('/updater', 'who changed it'),
    ...noise('when it was made', '/created_at', '/updated_at'),
    ...links(),
  ],
  'ruleset-rules': [
    to('/position', routing, 'their order'),
    to('/disabled', routing, 'what is disabled is not brought'),
    to('/catch_all', routing, 'the last one'),
    to('/conditions/operator', `${routing}.conditions`),
    to('/conditions/subconditions/*/operator', `${routing}.conditions`),
    to('/conditions/subconditions/*/parameters/path', `${routing}.conditions`),
    to('/conditions/subconditions/*/parameters/value', `${routing}.conditions`),
    to('/time_frame/active_between/start_time', `${routing}.conditions.date_restriction`),
    to('/time_frame/active_between/end_time', `${routing}.conditions.date_restriction`),
    to('/time_frame/scheduled_weekly/start_time', `${routing}.conditions.schedule`),
    to('/time_frame/scheduled_weekly/duration', `${routing}.conditions.schedule`),
    to('/time_frame/scheduled_weekly/timezone', `${routing}.conditions.schedule`),
    to('/time_frame/scheduled_weekly/weekdays/*', `${routing}.conditions.schedule`),
    to('/variables/*/name', `${mapping}.attributes.name`),
    to('/variables/*/type', `${mapping}.attributes.mappings`),
    to('/variables/*/parameters/path', `${mapping}.attributes.mappings`),
    to('/variables/*/parameters/value', `${mapping}.attributes.mappings`, 'a pattern'),
    to('/actions/route/value', `${routing}.actions.use_escalation_policy_id`),
    to('/actions/suppress/value', `${routing}.channels`, 'nobody is told'),
    to('/actions/suppress/threshold_value', `${routing}.actions.hold`),
    to('/actions/suppress/threshold_time_amount', `${routing}.actions.hold`),
    to('/actions/suppress/threshold_time_unit', `${routing}.actions.hold`),
    to('/actions/suspend/value', `${routing}.actions.hold`, 'longer than an hour: snoozed'),
    to('/actions/severity/value', `${routing}.actions.change_severity`),
    to('/actions/priority/value', `${routing}.actions.set_attributes`, 'the attribute Priority'),
    to('/actions/annotate/value', `${routing}.actions.comment`),
    to(
      '/actions/event_action/value',
      `${routing}.actions.add_interaction`,
      'where it is `resolve`',
    ),
    to('/actions/extractions/*/target', `${mapping}.attributes.name`),
    to('/actions/extractions/*/template', `${mapping}.attributes.mappings`),
    to('/actions/extractions/*/source', `${mapping}.attributes.mappings`),
    to('/actions/extractions/*/regex', `${mapping}.attributes.mappings`),
    ...noise('rules stand in order', '/id'),
    ...links(),
  ],
};
