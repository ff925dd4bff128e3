import { isObject } from '../../../kernel/index.ts';
import {
  answered,
  answeredOf,
  camelCased,
  objectsAt,
  renamed,
  type Shape,
  shaped,
  textIn,
  without,
} from '../../read/attributes.ts';
import type { KindAnswer } from '../../read/read-all.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/iLert/ilert/latest/docs and the schemas of that provider. Ids are texts
 * there and numbers in the API, which makes no difference.
 */

const shape: Shape = {
  single: [
    ...['from', 'to', 'contact', 'support_days', 'support_hours', 'alert_source', 'heartbeat'],
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    ...['summary_template', 'details_template', 'routing_template', 'alert_key_template'],
    ...['priority_template', 'severity_template', 'value_template', 'href_template'],
    ...['link_text_template', 'resolve_key_extractor', 'autotask_metadata'],
    ...['current_shift', 'next_shift', 'root_node', 'metadata', 'target'],
  ],
  nameOf: camelCased,
};

const type = (name: string) => `ilert_${name}`;

/** An object of the API, with its teams as that has them. */
function objectOf(attributes: Attributes): Attributes {
  const { team, teams, ...others } = shaped(attributes, shape);
  const ids = Array.isArray(teams) ? teams.map((id) => ({ id })) : [];
  const own = Array.isArray(team) ? team : ids;
  return { ...others, ...(own.length > 0 && { teams: own }) };
}

const list = (name: string, change: (object: Attributes) => Attributes = same): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answered(resources.managed(type(name)).map((one) => change(objectOf(one)))),
});

/** Their ids and names, as lists answer those whose details are asked for. */
const names = (name: string): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answered(resources.managed(type(name)).map(({ id, name: called }) => ({ id, name: called }))),
});

const details = (name: string, change: (object: Attributes) => Attributes = same): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answeredOf(
      resources
        .managed(type(name))
        .map((one) => ({ of: [textIn(one, 'id')], object: change(objectOf(one)) })),
    ),
});

/** Objects that belong to a person. */
const ofPerson = (name: string): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answeredOf(
      resources.managed(type(name)).map((one) => ({
        of: objectsAt(one, 'user').map((user) => textIn(user, 'id')),
        object: objectOf(without(one, 'user')),
      })),
    ),
});

function same(object: Attributes): Attributes {
  return object;
}

/** Members that are the id of an object, in place of the object. */
function referring(object: Attributes, ...members: readonly string[]): Attributes {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      members.includes(name) && typeof value === 'string' ? { id: value } : value,
    ]),
  );
}

/** A user that is only looked up has the account's name twice in place of the person's. */
function people(resources: StateResources): KindAnswer[] {
  return answered(
    resources.all(type('user')).map((attributes) => {
      const user = objectOf(without(attributes, 'username', 'send_no_invitation', 'purchase_seat'));
      return user.firstName === user.lastName ? without(user, 'lastName') : user;
    }),
  );
}

function teams(resources: StateResources): KindAnswer[] {
  return answered(
    resources.all(type('team')).map((attributes) => {
      const { member: _, ...team } = objectOf(attributes);
      const members = objectsAt(attributes, 'member').map((one) => referring(one, 'user'));
      return { ...team, ...(members.length > 0 && { members }) };
    }),
  );
}

function scheduleOf(object: Attributes): Attributes {
  const layers = objectsAt(object, 'scheduleLayer').map((layer) =>
    renamed(layer, { user: 'users', restriction: 'restrictions' }),
  );
  const shifts = objectsAt(object, 'shift').map((shift) => referring(shift, 'user'));
  return {
    ...without(object, 'scheduleLayer', 'shift'),
    ...(layers.length > 0 && { scheduleLayers: layers }),
    ...(shifts.length > 0 && { shifts }),
  };
}

function policyOf(object: Attributes): Attributes {
  const rules = objectsAt(object, 'escalationRule').map((rule) =>
    referring(rule, 'user', 'schedule'),
  );
  return { ...without(object, 'escalationRule'), escalationRules: rules };
}

function supportHoursOf(object: Attributes): Attributes {
  const { supportDays, ...hours } = renamed(object, { exception: 'exceptions' });
  return { ...hours, ...(isObject(supportDays) && { supportDays: capitalDays(supportDays) }) };
}

function capitalDays(days: Attributes): Attributes {
  return Object.fromEntries(Object.entries(days).map(([day, hours]) => [day.toUpperCase(), hours]));
}

function sourceOf(object: Attributes): Attributes {
  const source = referring(
    renamed(object, {
      ...{ linkTemplate: 'linkTemplates', emailPredicate: 'emailPredicates' },
      emailResolvePredicate: 'emailResolvePredicates',
    }),
    'escalationPolicy',
  );
  const { supportHours } = source;
  // Without any of their own they are 0.
  const isNone = isObject(supportHours) && supportHours.id === 0;
  return isNone ? { ...source, supportHours: without(supportHours, 'id') } : source;
}

export const ilertState: StateTable = {
  prefix: 'ilert_',
  kinds: {
    users: { types: [type('user')], answers: people },
    'user-emails': ofPerson('user_email_contact'),
    'user-phone-numbers': ofPerson('user_phone_number_contact'),
    'alert-preferences': ofPerson('user_alert_preference'),
    'duty-preferences': ofPerson('user_duty_preference'),
    teams: { types: [type('team')], answers: teams },
    schedules: list('schedule', scheduleOf),
    'escalation-policies': list('escalation_policy', policyOf),
    'support-hours': names('support_hour'),
    'support-hour-details': details('support_hour', supportHoursOf),
    'alert-sources': names('alert_source'),
    'alert-source-details': details('alert_source', sourceOf),
    'heartbeat-monitors': names('heartbeat_monitor'),
    'heartbeat-monitor-details': details('heartbeat_monitor'),
    'event-flows': names('event_flow'),
    'event-flow-details': details('event_flow', (flow) => renamed(flow, { rootNode: 'root' })),
  },
};
