import { answered, objectsAt, renamed, textIn, textsAt, without } from '../../read/attributes.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/healdropper/goalert/latest/docs. It knows neither temporary schedules nor
 * when the turn of whoever is active ends.
 */

const type = (name: string) => `goalert_${name}`;

/** Also what was only looked up. */
const list = (
  name: string,
  change: (attributes: Attributes, resources: StateResources) => Attributes,
): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answered(resources.all(type(name)).map((attributes) => change(attributes, resources))),
});

const own = (resources: StateResources, name: string, member: string, id: string) =>
  resources.managed(type(name)).filter((attributes) => textIn(attributes, member) === id);

/** How the API calls what a contact method sends by, and its argument. */
const destinations: Readonly<Record<string, readonly [string, string]>> = {
  SMS: ['builtin-twilio-sms', 'phone_number'],
  VOICE: ['builtin-twilio-voice', 'phone_number'],
  EMAIL: ['builtin-smtp-email', 'email_address'],
  WEBHOOK: ['builtin-webhook', 'webhook_url'],
  SLACK_DM: ['builtin-slack-dm', 'slack_user_id'],
};

function methodOf(method: Attributes): Attributes {
  const { type: given, value } = method;
  const [destination, argument] = destinations[String(given)] ?? [given, 'value'];
  return {
    ...without(method, 'type', 'value', 'user_id'),
    dest: { type: destination, args: { [argument]: value } },
  };
}

const user = (attributes: Attributes, resources: StateResources): Attributes => {
  const ownOf = (kind: string) => own(resources, kind, 'user_id', textIn(attributes, 'id'));
  return {
    // The first password of a person is not taken over.
    ...without(attributes, 'password'),
    contactMethods: ownOf('user_contact_method').map(methodOf),
    notificationRules: ownOf('user_notification_rule').map((rule) =>
      renamed(without(rule, 'user_id'), {
        ...{ delay_minutes: 'delayMinutes', contact_method_id: 'contactMethodID' },
      }),
    ),
  };
};

const rotation = (attributes: Attributes, resources: StateResources): Attributes => ({
  ...renamed(attributes, {
    ...{ start_time: 'start', time_zone: 'timeZone', shift_length: 'shiftLength' },
    ...{ user_ids: 'userIDs', active_user_index: 'activeUserIndex' },
  }),
  labels: labelsOf(attributes, resources),
});

/** Key and value; of services there is a resource of its own, too. */
function labelsOf(attributes: Attributes, resources: StateResources): Attributes[] {
  const id = textIn(attributes, 'id');
  const labels = [
    ...own(resources, 'service_label', 'service_id', id),
    ...own(resources, 'label', 'target_id', id),
  ];
  return labels.map(({ key, value }) => ({ key, value }));
}

/** A resource is a rule of a target; the API has its targets with their rules. */
const schedule = (attributes: Attributes, resources: StateResources): Attributes => {
  const rules = own(resources, 'schedule_rule', 'schedule_id', textIn(attributes, 'id'));
  const targets = Map.groupBy(
    rules,
    (rule) => `${textIn(rule, 'target_type')} ${textIn(rule, 'target_id')}`,
  );
  return {
    ...renamed(attributes, { time_zone: 'timeZone' }),
    labels: labelsOf(attributes, resources),
    targets: [...targets.values()].map((ofTarget) => ({
      target: targetOf(ofTarget[0] ?? {}, resources),
      rules: ofTarget.map((rule) => ({
        ...{ start: rule.start_time, end: rule.end_time },
        weekdayFilter: weekdaysOf(rule),
      })),
    })),
  };
};

function targetOf(rule: Attributes, resources: StateResources): Attributes {
  const [kind, id] = [textIn(rule, 'target_type'), textIn(rule, 'target_id')];
  const found = resources.all(type(kind)).find((one) => textIn(one, 'id') === id);
  return { type: kind, id, ...(found && { name: found.name }) };
}

/** Every day where nothing is said. */
function weekdaysOf({ weekday_filter: days }: Attributes): unknown {
  return Array.isArray(days) && days.length > 0 ? days : Array.from({ length: 7 }, () => true);
}

/** The targets of a step, and the names that the API has for them. */
const targets = [
  ['user_ids', 'builtin-user', 'user_id'],
  ['rotation_ids', 'builtin-rotation', 'rotation_id'],
  ['schedule_ids', 'builtin-schedule', 'schedule_id'],
  ['webhook_urls', 'builtin-webhook', 'webhook_url'],
] as const;

const policy = (attributes: Attributes, resources: StateResources): Attributes => ({
  ...without(attributes, 'step'),
  labels: labelsOf(attributes, resources),
  steps: objectsAt(attributes, 'step').map((step, index) => ({
    ...renamed(without(step, 'webhook_action', ...targets.map(([member]) => member)), {
      ...{ step_number: 'stepNumber', delay_minutes: 'delayMinutes', multi_ack: 'multiAck' },
    }),
    stepNumber: step.step_number ?? index,
    actions: [
      ...targets.flatMap(([member, kind, argument]) =>
        textsAt(step, member).map((id) => ({ type: kind, args: { [argument]: id } })),
      ),
      ...objectsAt(step, 'webhook_action').map(({ url }) => ({
        ...{ type: 'builtin-webhook', args: { webhook_url: url } },
      })),
    ],
  })),
});

const service = (attributes: Attributes, resources: StateResources): Attributes => {
  const ownOf = (kind: string) =>
    own(resources, kind, 'service_id', textIn(attributes, 'id')).map((one) =>
      renamed(without(one, 'service_id'), { timeout_minutes: 'timeoutMinutes' }),
    );
  return {
    ...renamed(attributes, { escalation_policy_id: 'escalationPolicyID' }),
    labels: labelsOf(attributes, resources),
    integrationKeys: ownOf('integration_key'),
    heartbeatMonitors: ownOf('heartbeat_monitor'),
  };
};

export const goalertState: StateTable = {
  prefix: 'goalert_',
  kinds: {
    users: list('user', user),
    rotations: list('rotation', rotation),
    schedules: list('schedule', schedule),
    userOverrides: {
      types: [type('user_override')],
      answers: (resources) =>
        answered(
          resources.managed(type('user_override')).map((override) => ({
            ...renamed(without(override, 'schedule_id'), {
              ...{ start_time: 'start', end_time: 'end' },
              ...{ add_user_id: 'addUserID', remove_user_id: 'removeUserID' },
            }),
            target: { type: 'schedule', id: override.schedule_id },
          })),
        ),
    },
    escalationPolicies: list('escalation_policy', policy),
    services: list('service', service),
  },
  // Limits are those of the server; the others are read with what they belong to.
  further: [
    ...['user_contact_method', 'user_notification_rule', 'schedule_rule', 'label'].map(type),
    ...['service_label', 'integration_key', 'heartbeat_monitor', 'system_limit'].map(type),
  ],
};
