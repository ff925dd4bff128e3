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
  without,
  withoutUnset,
} from '../../read/attributes.ts';
import type { KindAnswer } from '../../read/read-all.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/atlassian/atlassian-operations/latest/docs and the schemas of that
 * provider. It says more than the API of operations: who people are, and who is in which team.
 */

const shape: Shape = { single: [], nameOf: camelCased };

const objectOf = (attributes: Attributes): Attributes => shaped(attributes, shape);

const type = (name: string) => `atlassian-operations_${name}`;

/** Members that the provider keeps as a text of JSON. */
function parsed(object: Attributes, ...names: readonly string[]): Attributes {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? jsonOf(value) : value,
    ]),
  );
}

/** A text that is no JSON stays one, so that a report has it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const list = (name: string, change: (object: Attributes) => Attributes): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answered(resources.managed(type(name)).map((one) => change(objectOf(one)))),
});

/** Each hangs on what this attribute names. */
const listOf = (
  name: string,
  parent: string,
  change: (object: Attributes) => Attributes,
): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answeredOf(
      resources
        .managed(type(name))
        .map((one) => ({ of: [textIn(one, parent)], object: change(objectOf(one)) })),
    ),
});

function people(resources: StateResources): Attributes[] {
  return resources
    .all(type('user'))
    .map((attributes) =>
      renamed(objectOf(attributes), { id: 'accountId', fullName: 'displayName' }),
    );
}

function teams(resources: StateResources): KindAnswer[] {
  return answered(
    resources.all(type('team')).map((attributes) =>
      renamed(objectOf(without(attributes, 'member', 'delete_default_resources')), {
        ...{ id: 'teamId', displayName: 'teamName' },
      }),
    ),
  );
}

function members(resources: StateResources): KindAnswer[] {
  return answeredOf(
    resources.all(type('team')).flatMap((team) =>
      objectsAt(team, 'member').map((member) => ({
        of: [textIn(team, 'id')],
        object: objectOf(member),
      })),
    ),
  );
}

function schedules(resources: StateResources): Attributes[] {
  const rotations = Map.groupBy(resources.managed(type('schedule_rotation')), (one) =>
    textIn(one, 'schedule_id'),
  );
  return resources.managed(type('schedule')).map((schedule) => ({
    ...objectOf(schedule),
    rotations: (rotations.get(textIn(schedule, 'id')) ?? []).map((one) =>
      withoutUnset(objectOf(without(one, 'schedule_id')), 'length'),
    ),
  }));
}

const apis = [type('api_integration'), type('email_integration')];

function integrations(resources: StateResources): Attributes[] {
  // An integration whose actions are managed counts as changed, whatever `advanced` says.
  const own = (name: string) =>
    resources.managed(type(name)).map((one) => objectOf(without(one, 'advanced')));
  return [
    ...own('api_integration').map((one) => parsed(one, 'typeSpecificProperties')),
    ...own('email_integration').map((one) => ({ ...one, type: 'Email' })),
  ];
}

function actions(resources: StateResources): { of: string[]; object: Attributes }[] {
  return resources.managed(type('integration_action')).map((attributes) => {
    const { actionMapping, ...action } = parsed(
      objectOf(without(attributes, 'integration_id')),
      ...['fieldMappings', 'typeSpecificProperties'],
    );
    return {
      of: [textIn(attributes, 'integration_id'), textIn(attributes, 'id')],
      object: {
        ...action,
        ...(isObject(actionMapping) && { actionMapping: parsed(actionMapping, 'parameter') }),
      },
    };
  });
}

/** The policies of teams, or the ones of the whole account. */
function policies(resources: StateResources, name: string, isOfTeam: boolean): Attributes[] {
  return resources
    .managed(type(name))
    .map(objectOf)
    .filter((policy) => (textIn(policy, 'teamId') !== '') === isOfTeam);
}

/** As the list of a team has them, and by themselves. */
function ofTeam(objects: readonly Attributes[]): { list: KindAnswer[]; details: KindAnswer[] } {
  return {
    list: answeredOf(
      objects.map(({ id, order, teamId }) => ({ of: [String(teamId)], object: { id, order } })),
    ),
    details: answeredOf(
      objects.map((object) => ({ of: [textIn(object, 'teamId'), textIn(object, 'id')], object })),
    ),
  };
}

const alertPolicy = [type('alert_policy')];
const notificationPolicy = [type('notification_policy')];
const action = [type('integration_action')];

export const jsmState: StateTable = {
  prefix: 'atlassian-operations_',
  further: [type('schedule_rotation')],
  kinds: {
    people: {
      types: [type('user')],
      answers: (resources) => answered(people(resources)),
    },
    teams: { types: [type('team')], answers: teams },
    'team-members': { types: [type('team')], answers: members },
    schedules: {
      types: [type('schedule')],
      answers: (resources) => answered(schedules(resources)),
    },
    escalations: listOf('escalation', 'team_id', (one) => without(one, 'teamId')),
    'team-routing-rules': listOf('routing_rule', 'team_id', (one) => without(one, 'teamId')),
    integrations: {
      types: apis,
      answers: (resources) =>
        answered(integrations(resources).map(({ id, name }) => ({ id, name }))),
    },
    'integration-details': {
      types: apis,
      answers: (resources) => detailsOf(integrations(resources)),
    },
    'integration-actions': {
      types: action,
      answers: (resources) =>
        answeredOf(
          actions(resources).map(({ of: [id = '', own] }) => ({ of: [id], object: { id: own } })),
        ),
    },
    'integration-action-details': {
      types: action,
      answers: (resources) => answeredOf(actions(resources)),
    },
    'alert-policies': {
      types: alertPolicy,
      answers: (resources) =>
        answered(
          policies(resources, 'alert_policy', false).map(({ id, order }) => ({ id, order })),
        ),
    },
    'alert-policy-details': {
      types: alertPolicy,
      answers: (resources) => detailsOf(policies(resources, 'alert_policy', false)),
    },
    'team-alert-policies': {
      types: alertPolicy,
      answers: (resources) => ofTeam(policies(resources, 'alert_policy', true)).list,
    },
    'team-alert-policy-details': {
      types: alertPolicy,
      answers: (resources) => ofTeam(policies(resources, 'alert_policy', true)).details,
    },
    'notification-policies': {
      types: notificationPolicy,
      answers: (resources) => ofTeam(policies(resources, 'notification_policy', true)).list,
    },
    'notification-policy-details': {
      types: notificationPolicy,
      answers: (resources) => ofTeam(policies(resources, 'notification_policy', true)).details,
    },
    heartbeats: listOf('heartbeat', 'team_id', (one) => renamed(one, { teamId: 'ownerTeamId' })),
    maintenances: list('maintenance', (one) => one),
    services: list('service', (one) => one),
  },
};
