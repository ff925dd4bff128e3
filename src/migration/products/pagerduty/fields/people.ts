import type { Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, noPlace, reference, to } from './rows.ts';

const rules = 'tocsin_user_notification_rules';
const contact = '/contact_methods/*';
const rule = '/notification_rules/*';

/** Users, their rules, and teams. */
export const peopleFields: Fields = {
  users: [
    ...common('tocsin_user'),
    to('/email', 'tocsin_user.email'),
    to('/time_zone', 'tocsin_user.time_zone_id', 'names of Ruby on Rails are translated'),
    to(`${contact}/id`, `${rules}.contacts`, 'rules name contacts by it'),
    to(`${contact}/type`, `${rules}.contacts.channel`),
    to(`${contact}/label`, `${rules}.contacts.label`),
    to(`${contact}/summary`, `${rules}.contacts.label`, 'where there is no label'),
    noPlace(`${contact}/device_type`, 'lost', 'people register their devices in Tocsin'),
    to(
      `${contact}/address`,
      'tocsin_user.phone_number',
      `the first phone number; others are ${rules}.contacts. Devices are registered by their owners.`,
    ),
    to(`${contact}/country_code`, 'tocsin_user.phone_number'),
    to(`${contact}/enabled`, `${rules}.contacts`, 'what is not enabled is not brought'),
    to(`${contact}/blacklisted`, `${rules}.contacts`, 'what is blocked is not brought'),
    ...noise('how mails look', `${contact}/send_short_email`, `${contact}/send_html_email`),
    ...noise('how pushes sound', `${contact}/sounds/**`),
    ...noise('when it was made', `${contact}/created_at`, `${rule}/created_at`),
    ...links(contact),
    to(`${rule}/urgency`, `${rules}.rules.urgencies`),
    to(`${rule}/start_delay_in_minutes`, `${rules}.rules.steps.after_minutes`),
    to(`${rule}/contact_method/id`, `${rules}.rules.steps.contact_id`),
    to(`${rule}/contact_method/type`, `${rules}.rules.steps.channel`),
    ...noise('the contact method again', `${rule}/contact_method/**`),
    ...noise('nothing refers to it', `${rule}/id`),
    ...noise('the rule as a sentence', `${rule}/summary`),
    ...noise('there is one type', `${rule}/type`),
    ...links(rule),
    ...reference('/teams/*', 'tocsin_team_membership'),
    noPlace('/role', 'lost', 'roles of the organization are given in Tocsin', [
      'user',
      'limited_user',
    ]),
    noPlace('/job_title', 'lost', 'people have no title'),
    noPlace('/description', 'lost', 'people have no description'),
    noPlace('/coordinated_incidents/**', 'lost', 'open incidents stay in PagerDuty'),
    ...noise('looks', '/color', '/avatar_url'),
    ...noise('billing', '/billed', '/license/**'),
    ...noise('how the account was made', '/invitation_sent', '/created_via_sso', '/created_at'),
    ...noise('language of PagerDuty', '/locale'),
  ],
  'handoff-rules': [
    to('/handoff_type', 'tocsin_user.notices_before_minutes'),
    to('/notify_advance_in_minutes', 'tocsin_user.notices_before_minutes'),
    ...noise('nothing refers to it', '/id'),
    ...noise('there is one type', '/type'),
    ...noise('the rule as a sentence', '/summary'),
    noPlace('/contact_method/**', 'lost', 'sent by the channels of the person for such notices'),
    ...links(),
  ],
  teams: [
    ...common('tocsin_team'),
    noPlace('/description', 'lost', 'teams have no description'),
    noPlace('/default_role', 'lost', 'members get the role they are given', ['manager', 'none']),
    noPlace('/parent/id', 'lost', 'teams are not inside of others'),
    ...ignored('/parent', 'the team above'),
    ...noise('when it was made', '/created_at'),
  ],
  'team-members': [
    ...reference('/user', 'tocsin_team_membership.user_id'),
    to('/role', 'tocsin_team_membership.role', 'a manager is an administrator of the team'),
  ],
};
