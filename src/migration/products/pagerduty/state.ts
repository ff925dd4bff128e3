import { answered, answeredOf, textIn } from '../../read/attributes.ts';
import type { StateKind, StateTable } from '../../read/state.ts';
import { flexibleEvents, flexibleSchedules, schedules } from './state/duty.ts';
import { pathsOf, routers } from './state/paths.ts';
import { handoffRules, memberships, people, teams } from './state/people.ts';
import { dependencies, orchestrations, services } from './state/services.ts';
import { objectOf, referring } from './state/shape.ts';

const of = (types: readonly string[], answers: StateKind['answers']): StateKind => ({
  types,
  answers,
});

/** Kinds whose objects stand in a list of the account. */
const list = (type: string, ...references: readonly string[]): StateKind =>
  of([type], (resources) =>
    answered(resources.managed(type).map((one) => referring(objectOf(one), ...references))),
  );

const schedule = ['pagerduty_schedule'];
const flexible = ['pagerduty_schedulev2'];
const events = 'pagerduty_event_orchestration';
const variables = [`${events}_global_cache_variable`, `${events}_service_cache_variable`];
const extensions = ['pagerduty_extension', 'pagerduty_extension_servicenow'];

/*
 * By https://registry.terraform.io/providers/PagerDuty/pagerduty/latest/docs and the schemas of that provider. Most
 * attributes have the names of the API; references are ids, and blocks stand in the singular.
 */
export const pagerdutyState: StateTable = {
  prefix: 'pagerduty_',
  further: [
    'pagerduty_user_contact_method',
    'pagerduty_user_notification_rule',
    'pagerduty_service_integration',
    'pagerduty_alert_grouping_setting',
    `${events}_integration`,
  ],
  kinds: {
    teams: of(['pagerduty_team'], (resources) => answered(teams(resources))),
    'team-members': of(['pagerduty_team_membership'], (resources) =>
      answeredOf(memberships(resources)),
    ),
    users: of(['pagerduty_user', 'pagerduty_users'], (resources) => answered(people(resources))),
    'handoff-rules': of(['pagerduty_user_handoff_notification_rule'], (resources) =>
      answeredOf(handoffRules(resources)),
    ),
    schedules: of(schedule, (resources) =>
      answered(resources.all(...schedule).map(({ id, name }) => ({ id, name }))),
    ),
    'schedule-details': of(schedule, (resources) =>
      answeredOf(schedules(resources).map((object) => ({ of: [textIn(object, 'id')], object }))),
    ),
    'flexible-schedules': of(flexible, (resources) =>
      answered(resources.managed(...flexible).map(({ id, name }) => ({ id, name }))),
    ),
    'flexible-schedule-details': of(flexible, (resources) =>
      answeredOf(
        flexibleSchedules(resources).map((object) => ({ of: [textIn(object, 'id')], object })),
      ),
    ),
    'flexible-schedule-rotations': of(flexible, (resources) =>
      answeredOf(
        flexibleEvents(resources).map(({ of: [id = '', rotation] }) => ({
          of: [id],
          object: { id: rotation },
        })),
      ),
    ),
    'flexible-schedule-events': of(flexible, (resources) => answeredOf(flexibleEvents(resources))),
    'escalation-policies': of(['pagerduty_escalation_policy'], (resources) =>
      answered(
        resources
          .managed('pagerduty_escalation_policy')
          .map((one) => referring(objectOf(one), 'teams')),
      ),
    ),
    services: of(['pagerduty_service'], (resources) => answered(services(resources))),
    orchestrations: of([events], (resources) =>
      answered(orchestrations(resources).map(({ id, name }) => ({ id, name }))),
    ),
    'orchestration-details': of([events], (resources) =>
      answeredOf(
        orchestrations(resources).map((object) => ({ of: [textIn(object, 'id')], object })),
      ),
    ),
    'orchestration-routers': of([`${events}_router`], (resources) =>
      answeredOf(routers(resources)),
    ),
    'orchestration-unrouted': pathsOf(`${events}_unrouted`, 'event_orchestration'),
    'orchestration-global': pathsOf(`${events}_global`, 'event_orchestration'),
    'orchestration-variables': of(variables, (resources) =>
      answeredOf(
        resources.managed(...variables).map((one) => ({
          of: [textIn(one, 'event_orchestration') || textIn(one, 'service')],
          object: objectOf(one),
        })),
      ),
    ),
    'service-orchestrations': pathsOf(`${events}_service`, 'service'),
    'service-orchestrations-active': of([`${events}_service`], (resources) =>
      answeredOf(
        resources.managed(`${events}_service`).map((one) => ({
          of: [textIn(one, 'service')],
          object: { active: one.enable_event_orchestration_for_service ?? true },
        })),
      ),
    ),
    rulesets: list('pagerduty_ruleset'),
    'ruleset-rules': of(['pagerduty_ruleset_rule'], (resources) =>
      answeredOf(
        resources
          .managed('pagerduty_ruleset_rule')
          .map((one) => ({ of: [textIn(one, 'ruleset')], object: objectOf(one) })),
      ),
    ),
    'maintenance-windows': list('pagerduty_maintenance_window', 'services'),
    'business-services': list('pagerduty_business_service', 'team'),
    'business-service-dependencies': of(['pagerduty_service_dependency'], (resources) =>
      answeredOf(dependencies(resources, true)),
    ),
    'service-dependencies': of(['pagerduty_service_dependency'], (resources) =>
      answeredOf(dependencies(resources, false)),
    ),
    extensions: of(extensions, (resources) =>
      answered(
        resources
          .managed(...extensions)
          .map((one) => referring(objectOf(one), 'extension_schema', 'extension_objects')),
      ),
    ),
    'response-plays': list('pagerduty_response_play'),
  },
};
