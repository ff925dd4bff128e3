import {
  answered,
  objectsAt,
  renamed,
  type Shape,
  shaped,
  textIn,
  withoutUnset,
} from '../../read/attributes.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/grafana/grafana/latest/docs, resources and data sources of OnCall. People
 * and teams belong to Grafana: what was looked up of them is all that a state has.
 */

const shape: Shape = {
  single: [
    ...['slack', 'telegram', 'msteams', 'default_route', 'templates', 'web', 'microsoft_teams'],
    ...['mobile_app', 'phone_call', 'sms', 'email'],
  ],
};

const objectOf = (attributes: Attributes): Attributes => shaped(attributes, shape);

const type = (name: string) => `grafana_oncall_${name}`;

const listOf = (name: string, change: (object: Attributes) => Attributes = same): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answered(resources.managed(type(name)).map((attributes) => change(objectOf(attributes)))),
});

function same(object: Attributes): Attributes {
  return object;
}

function people(resources: StateResources): Attributes[] {
  const lists = resources.all(type('users')).flatMap((list) => objectsAt(list, 'users'));
  const all = [...resources.all(type('user')), ...lists].map(objectOf);
  return [...new Map(all.map((user) => [textIn(user, 'id'), user])).values()];
}

export const oncallState: StateTable = {
  prefix: 'grafana_oncall_',
  kinds: {
    users: {
      types: [type('user'), type('users')],
      answers: (resources) => answered(people(resources)),
    },
    teams: {
      types: [type('team')],
      answers: (resources) => answered(resources.all(type('team')).map(objectOf)),
    },
    schedules: listOf('schedule'),
    on_call_shifts: listOf('on_call_shift', (shift) => withoutUnset(shift, 'interval')),
    escalation_chains: listOf('escalation_chain'),
    escalation_policies: listOf('escalation', (step) =>
      renamed(
        withoutUnset(
          step,
          'important',
          'duration',
          'num_alerts_in_window',
          'num_minutes_in_window',
        ),
        {
          notify_to_team_members: 'team_to_notify',
        },
      ),
    ),
    integrations: listOf('integration'),
    routes: listOf('route'),
    personal_notification_rules: listOf('user_notification_rule', (rule) =>
      withoutUnset(rule, 'duration'),
    ),
    outgoing_webhooks: listOf('outgoing_webhook', (webhook) =>
      renamed(webhook, {
        user: 'username',
        team_id: 'team',
        forward_whole_payload: 'forward_all',
      }),
    ),
  },
};
