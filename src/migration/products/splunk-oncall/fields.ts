import { type Field, type Fields, noise, noPlace, to } from '../../model/fields.ts';

const user = 'tocsin_user';
const rules = 'tocsin_user_notification_rules';
const layer = 'tocsin_schedule.layers';
const step = 'tocsin_escalation_policy.steps';
const override = 'tocsin_on_call_override';

/** The members of a team: only the username is new, the person has the rest. */
const member: Field[] = [
  ...to('tocsin_team_membership', 'username'),
  ...noise('the person has it', 'firstName', 'lastName', 'displayName', 'email'),
  ...noise('the person has it', 'verified', 'version', '_selfUrl', 'createdAt'),
];

const pagingSteps: Field[] = [
  ...noise('a link', '_selfUrl', 'steps/*/_selfUrl'),
  ...to(`the order of ${rules}.rules.steps`, 'steps/*/index', 'steps/*/rules/*/index'),
  ...to(`${rules}.rules.steps.after_minutes, repeats`, 'steps/*/timeout'),
  ...to(`${rules}.rules.steps.channel`, 'steps/*/rules/*/type'),
  ...to(`${rules}.rules.steps.contact_id`, 'steps/*/rules/*/contact/id'),
  ...to(`${rules}.rules.steps.channel`, 'steps/*/rules/*/contact/type'),
];

const methods = (kind: string): Field[] => [
  ...to(`${rules}.contacts.label`, `${kind}/contactMethods/*/label`),
  ...to('the first one is that of the person', `${kind}/contactMethods/*/rank`),
  ...to(`${rules}.contacts.id`, `${kind}/contactMethods/*/id`, `${kind}/contactMethods/*/extId`),
  ...noise('imported addresses count as confirmed', `${kind}/contactMethods/*/verified`),
  ...noise('a link', `${kind}/_selfUrl`),
];

const people: Fields = {
  users: [
    ...to('the key in the lock file', 'username'),
    ...to(`${user}.email`, 'email'),
    ...to(`${user}.display_name`, 'displayName', 'firstName', 'lastName'),
    {
      from: '/admin',
      noPlace: 'Give administrators their role by hand.',
      level: 'lost',
      unless: [false],
    },
    ...noise('when it was written', 'createdAt', 'passwordLastUpdated'),
    ...noise('who is invited confirms it again', 'verified'),
    ...noise('a link', '_selfUrl'),
  ],
  'contact-methods': [
    ...to(`${user}.phone_number, ${rules}.contacts.target`, 'phones/contactMethods/*/value'),
    ...to(`${rules}.contacts.target`, 'emails/contactMethods/*/value'),
    ...methods('phones'),
    ...methods('emails'),
    ...to('a line of the report', 'devices/contactMethods/*/rank'),
    ...noise('its line says so', 'devices/**'),
    ...noise('a link', '_selfUrl'),
  ],
  'paging-policies': pagingSteps,
  'custom-paging-policies': [
    ...to(`the order of ${rules}.rules`, 'rank'),
    ...to(`${rules}.rules.display_name`, 'name'),
    ...noise('its key', 'slug'),
    ...to(`${rules}.rules.hours.selected_days`, 'timeMask/monday', 'timeMask/tuesday'),
    ...to(`${rules}.rules.hours.selected_days`, 'timeMask/wednesday', 'timeMask/thursday'),
    ...to(`${rules}.rules.hours.selected_days`, 'timeMask/friday', 'timeMask/saturday'),
    ...to(`${rules}.rules.hours.selected_days`, 'timeMask/sunday'),
    ...to(`${rules}.rules.hours`, 'timeMask/startTime', 'timeMask/endTime'),
    ...to(`${user}.time_zone_id`, 'timeMask/timeZone'),
    ...pagingSteps,
  ],
  teams: [
    ...to('the key in the lock file', 'slug'),
    ...to('tocsin_team.display_name', 'name'),
    ...noPlace('lost', 'Teams have no description here.', 'description'),
    ...noise('counted anew', 'memberCount', 'version'),
    ...noise('who has no team is asked for', 'isDefaultTeam'),
    ...noise('a link', '_selfUrl', '_membersUrl', '_policiesUrl', '_adminsUrl'),
  ],
  'team-members': member,
  'team-admins': member,
};

const shift = 'shifts/*';
const masks: Field[] = ['mask', 'mask2', 'mask3'].flatMap((mask) =>
  to(`${layer}.hours`, `${shift}/${mask}/day/**`, `${shift}/${mask}/time/**`),
);

const duty: Fields = {
  'rotation-groups': [
    ...to('the rotation that policies mean', 'slug', 'groupId'),
    ...noise('the rotation has it', 'label', 'teamSlug'),
  ],
  rotations: [
    ...to('the key in the lock file', 'groupId'),
    ...to('tocsin_schedule.display_name', 'label'),
    ...noise('counted anew', 'totalMembersInRotation'),
    ...to(`${layer}.id`, `${shift}/shiftId`),
    ...to(`${layer}.display_name`, `${shift}/label`),
    ...to(`${layer}.time_zone_id`, `${shift}/timezone`),
    ...to(`${layer}.starts_at, turns.from`, `${shift}/start`),
    ...to(`${layer}.turns.every`, `${shift}/duration`),
    ...to(`${layer}.turns.unit`, `${shift}/shifttype`),
    ...masks,
    ...to(`${layer}.groups`, `${shift}/shiftMembers/*/username`, `${shift}/shiftMembers/*/slug`),
    ...to(`${layer}.first_group`, `${shift}/current/start`, `${shift}/current/username`),
    ...to(`${layer}.first_group`, `${shift}/current/memberSlug`),
    ...noise('follows from its turns', `${shift}/current/**`, `${shift}/next/**`),
    ...noise('follows from its turns', `${shift}/periods/**`),
  ],
  overrides: [
    ...noise('its key', 'publicId'),
    ...to(`${override}.user_id`, 'user/username'),
    ...noise('the person has it', 'user/firstName', 'user/lastName'),
    ...to(`${override}.start and end`, 'start', 'end'),
    ...noise('its times have one', 'timezone'),
    ...to(`${override}.schedule_id`, 'assignments/*/policy'),
    ...to(`${override}.replacement_user_ids`, 'assignments/*/user', 'assignments/*/assigned'),
    ...noise('the policy has one', 'assignments/*/team'),
    ...noise('a link', 'assignments/*/_selfUrl', '_selfUrl'),
  ],
};

const escalation: Fields = {
  policies: [
    ...to('the key of the policy', 'policy/slug'),
    ...to('tocsin_escalation_policy.team_id', 'team/slug'),
    ...noise('the policy has it', 'policy/name', 'team/name', 'policy/_selfUrl', 'team/_selfUrl'),
  ],
  'policy-details': [
    ...to('the key in the lock file', 'slug'),
    ...to('tocsin_escalation_policy.display_name', 'name'),
    ...to('a line of the report', 'ignoreCustomPagingPolicies'),
    ...to(`${step}.after_minutes`, 'steps/*/timeout'),
    ...to(`${step}.targets, targets.pick`, 'steps/*/entries/*/executionType'),
    ...to(`${step}.targets.user_id`, 'steps/*/entries/*/user/username'),
    ...noise('the person has it', 'steps/*/entries/*/user/**'),
    ...to(`${step}.targets.schedule_id`, 'steps/*/entries/*/rotationGroup/slug'),
    ...noise('the rotation has it', 'steps/*/entries/*/rotationGroup/**'),
    ...to(`${step}.targets.policy_id`, 'steps/*/entries/*/targetPolicy/policySlug'),
    ...noise('the policy has it', 'steps/*/entries/*/targetPolicy/**'),
    ...noPlace('lost', 'The line of its entry says what to do.', 'steps/*/entries/*/webhook/**'),
    ...noPlace('lost', 'The line of its entry says what to do.', 'steps/*/entries/*/email/**'),
    ...noise('a link', '_selfUrl'),
  ],
};

const intake: Fields = {
  'routing-keys': [
    ...to('tocsin_routing.rules.conditions.attributes', 'routingKey'),
    ...to('tocsin_integration.escalation_policy_id', 'isDefault'),
    ...to('tocsin_routing.rules.actions.use_escalation_policy_id', 'targets/*/policySlug'),
    ...noise('follows from its policies', 'isMultiResponder'),
    ...noise('the policy has it', 'targets/*/policyName', 'targets/*/_teamUrl'),
  ],
  'alert-rules': noPlace('behaviour', 'Add a rule that does so here.', '**'),
  maintenance: [
    ...noise('the account', 'companyId'),
    ...noPlace('behaviour', 'In maintenance there, where nobody is told.', 'activeInstances/**'),
  ],
};

export const fields: Fields = { ...people, ...duty, ...escalation, ...intake };
