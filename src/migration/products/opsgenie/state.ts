import { isObject } from '../../../kernel/index.ts';
import {
  answered,
  answeredOf,
  camelCased,
  detailsOf,
  objectsAt,
  renamed,
  type Shape,
  shaped,
  textIn,
  textsAt,
  without,
  withoutUnset,
} from '../../read/attributes.ts';
import type { KindAnswer } from '../../read/read-all.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/opsgenie/opsgenie/latest/docs and the schemas of that provider. Most
 * attributes have the names of the API but for their capital letters.
 */

const shape: Shape = {
  single: [
    ...['user_address', 'filter', 'criteria', 'notify', 'recipient', 'contact', 'repeat', 'time'],
    ...['time_restriction', 'restriction', 'entity', 'delay_action', 'auto_close_action'],
    ...['auto_restart_action', 'de_duplication_action', 'duration'],
  ],
  nameOf: camelCased,
};

/** An object of the API, with its hours and its team as that has them. */
function objectOf(attributes: Attributes): Attributes {
  const { timeRestriction, ownerTeamId, ...others } = shaped(attributes, shape);
  const hours = hoursOf(timeRestriction);
  return {
    ...others,
    ...(hours && { timeRestriction: hours }),
    ...(ownerTeamId !== undefined && { ownerTeam: { id: ownerTeamId } }),
  };
}

/** Rules without hours have an empty restriction in some versions, and others keep its numbers as texts. */
function hoursOf(value: unknown): Attributes | null {
  if (!isObject(value) || value.type === undefined) return null;
  const numbers = (one: Attributes) =>
    Object.fromEntries(
      Object.entries(one).map(([name, part]) => [name, /Day$/.test(name) ? part : Number(part)]),
    );
  const { type, restriction } = value;
  const restrictions = objectsAt(value, 'restrictions').map(numbers);
  return {
    type,
    ...(isObject(restriction) && { restriction: numbers(restriction) }),
    ...(restrictions.length > 0 && { restrictions }),
  };
}

function names(objects: readonly Attributes[]): KindAnswer[] {
  return answered(objects.map(({ id, name }) => ({ id, name })));
}

function people(resources: StateResources): Attributes[] {
  const contacts = Map.groupBy(resources.managed('opsgenie_user_contact'), (contact) =>
    textIn(contact, 'username').toLowerCase(),
  );
  return resources.all('opsgenie_user').map((user) => {
    const { timezone, role, userDetails, ...others } = objectOf(user);
    const own = [textIn(user, 'username').toLowerCase(), textIn(user, 'id')];
    const userContacts = own
      .flatMap((name) => contacts.get(name) ?? [])
      .map((contact) => without(objectOf(contact), 'username'));
    return {
      ...others,
      ...(timezone !== undefined && { timeZone: timezone }),
      ...(role !== undefined && { role: { name: role } }),
      ...(userDetails !== undefined && { details: userDetails }),
      ...(userContacts.length > 0 && { userContacts }),
    };
  });
}

/** The id of whoever is named by id or by e-mail address. */
function userIds(resources: StateResources): (name: string) => string {
  const ids = new Map(
    resources
      .all('opsgenie_user')
      .map((user) => [textIn(user, 'username').toLowerCase(), textIn(user, 'id')]),
  );
  return (name) => ids.get(name.toLowerCase()) ?? name;
}

function notificationRules(resources: StateResources) {
  const idOf = userIds(resources);
  return resources.managed('opsgenie_notification_rule').map((attributes) => {
    const { username: _, steps, ...rule } = objectOf(attributes);
    return {
      of: [idOf(textIn(attributes, 'username')), textIn(attributes, 'id')],
      object: {
        ...rule,
        ...(Array.isArray(steps) && {
          steps: steps.filter(isObject).map(({ sendAfter, ...step }) => ({
            ...step,
            sendAfter: { timeAmount: sendAfter ?? 0, timeUnit: 'minutes' },
          })),
        }),
      },
    };
  });
}

function teams(resources: StateResources): Attributes[] {
  const further = Map.groupBy(resources.managed('opsgenie_team_membership'), (one) =>
    textIn(one, 'team_id'),
  );
  return resources.all('opsgenie_team').map((attributes) => {
    const { member: _, ...team } = objectOf(
      without(attributes, 'ignore_members', 'delete_default_resources'),
    );
    const named = objectsAt(attributes, 'member').map(({ id, role }) => ({ id, role }));
    const others = (further.get(textIn(attributes, 'id')) ?? []).map((one) => ({
      id: one.user_id,
      role: one.role,
    }));
    const members = [...named, ...others].map(({ id, role }) => ({ user: { id }, role }));
    return { ...team, ...(members.length > 0 && { members }) };
  });
}

function schedules(resources: StateResources): Attributes[] {
  const rotations = Map.groupBy(resources.managed('opsgenie_schedule_rotation'), (one) =>
    textIn(one, 'schedule_id'),
  );
  return resources.managed('opsgenie_schedule').map((schedule) => ({
    ...objectOf(schedule),
    rotations: (rotations.get(textIn(schedule, 'id')) ?? []).map((one) =>
      renamed(withoutUnset(objectOf(without(one, 'schedule_id')), 'length'), {
        participant: 'participants',
      }),
    ),
  }));
}

function escalations(resources: StateResources): Attributes[] {
  return resources.managed('opsgenie_escalation').map((attributes) => {
    const escalation = objectOf(attributes);
    return {
      ...escalation,
      rules: objectsAt(escalation, 'rules').map(({ delay, ...rule }) => ({
        ...rule,
        delay: { timeAmount: delay ?? 0, timeUnit: 'minutes' },
      })),
    };
  });
}

function integrations(resources: StateResources): Attributes[] {
  return [
    ...resources
      .managed('opsgenie_api_integration')
      .map((attributes) => ({ type: 'API', ...objectOf(attributes) })),
    ...resources
      .managed('opsgenie_email_integration')
      .map((attributes) => ({ ...objectOf(attributes), type: 'Email' })),
  ];
}

function integrationActions(resources: StateResources): KindAnswer[] {
  return answeredOf(
    resources.managed('opsgenie_integration_action').map((attributes) => ({
      of: [textIn(attributes, 'integration_id')],
      object: without(objectOf(attributes), 'id', 'integrationId'),
    })),
  );
}

function alertPolicies(resources: StateResources, isOfTeam: boolean): Attributes[] {
  return resources
    .managed('opsgenie_alert_policy')
    .filter((policy) => (textIn(policy, 'team_id') !== '') === isOfTeam)
    .map((policy) =>
      renamed(withoutUnset(objectOf(policy), 'ignoreOriginalTags'), { continuePolicy: 'continue' }),
    );
}

/** Where their order is managed, too: a state does not say it otherwise. */
function alertPolicyOrder(resources: StateResources, isOfTeam: boolean): KindAnswer[] {
  return answeredOf(
    resources
      .managed('opsgenie_alert_policies_order')
      .filter((order) => (textIn(order, 'team_id') !== '') === isOfTeam)
      .flatMap((order) =>
        textsAt(order, 'policy_ids').map((id, place) => ({
          of: isOfTeam ? [textIn(order, 'team_id')] : [],
          object: { id, order: place },
        })),
      ),
  );
}

function ofTeam(policies: readonly Attributes[]): KindAnswer[] {
  return answeredOf(
    policies.map((object) => ({ of: [textIn(object, 'teamId'), textIn(object, 'id')], object })),
  );
}

function notificationPolicies(resources: StateResources): Attributes[] {
  return resources.managed('opsgenie_notification_policy').map(objectOf);
}

const of = (types: readonly string[], answers: StateKind['answers']): StateKind => ({
  types,
  answers,
});

const rules = ['opsgenie_notification_rule'];
const apis = ['opsgenie_api_integration', 'opsgenie_email_integration'];
const order = ['opsgenie_alert_policies_order'];

export const opsgenieState: StateTable = {
  prefix: 'opsgenie_',
  further: [
    'opsgenie_user_contact',
    'opsgenie_team_membership',
    'opsgenie_schedule_rotation',
    'opsgenie_alert_policies_order',
  ],
  kinds: {
    roles: of(['opsgenie_custom_role'], (resources) =>
      answered(resources.managed('opsgenie_custom_role').map(objectOf)),
    ),
    users: of(['opsgenie_user'], (resources) =>
      answered(people(resources).map(({ id, username }) => ({ id, username }))),
    ),
    'user-details': of(['opsgenie_user'], (resources) => detailsOf(people(resources))),
    'notification-rules': of(rules, (resources) =>
      answeredOf(
        notificationRules(resources).map(({ of: [user = '', id] }) => ({
          of: [user],
          object: { id },
        })),
      ),
    ),
    'notification-rule-details': of(rules, (resources) => answeredOf(notificationRules(resources))),
    teams: of(['opsgenie_team'], (resources) => names(teams(resources))),
    'team-details': of(['opsgenie_team'], (resources) => detailsOf(teams(resources))),
    'team-routing-rules': of(['opsgenie_team_routing_rule'], (resources) =>
      answeredOf(
        resources.managed('opsgenie_team_routing_rule').map((rule) => ({
          of: [textIn(rule, 'team_id')],
          object: without(objectOf(rule), 'teamId'),
        })),
      ),
    ),
    schedules: of(['opsgenie_schedule'], (resources) => answered(schedules(resources))),
    escalations: of(['opsgenie_escalation'], (resources) => answered(escalations(resources))),
    integrations: of(apis, (resources) => names(integrations(resources))),
    'integration-details': of(apis, (resources) => detailsOf(integrations(resources))),
    'integration-actions': of(['opsgenie_integration_action'], integrationActions),
    'alert-policies': of(order, (resources) => alertPolicyOrder(resources, false)),
    'alert-policy-details': of(['opsgenie_alert_policy'], (resources) =>
      detailsOf(alertPolicies(resources, false)),
    ),
    'team-alert-policies': of(order, (resources) => alertPolicyOrder(resources, true)),
    'team-alert-policy-details': of(['opsgenie_alert_policy'], (resources) =>
      ofTeam(alertPolicies(resources, true)),
    ),
    'notification-policy-details': of(['opsgenie_notification_policy'], (resources) =>
      ofTeam(notificationPolicies(resources)),
    ),
    heartbeats: of(['opsgenie_heartbeat'], (resources) =>
      answered(resources.managed('opsgenie_heartbeat').map((one) => without(objectOf(one), 'id'))),
    ),
    maintenance: of(['opsgenie_maintenance'], (resources) =>
      answered(resources.managed('opsgenie_maintenance').map(({ id }) => ({ id }))),
    ),
    'maintenance-details': of(['opsgenie_maintenance'], (resources) =>
      detailsOf(resources.managed('opsgenie_maintenance').map(objectOf)),
    ),
    services: of(['opsgenie_service'], (resources) =>
      answered(resources.managed('opsgenie_service').map(objectOf)),
    ),
  },
};
