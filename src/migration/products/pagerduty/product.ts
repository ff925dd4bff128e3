import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { pagerdutyState } from './state.ts';

const right =
  'a read-only key of the whole account, from Integrations > API Access Keys ' +
  '(a key of a user sees what that user sees)';
const flexibleSchedules =
  'nothing, where the account has no flexible schedules; else the early access to them, and a key of ' +
  'the whole account';
const rulesets =
  'nothing, where PagerDuty has ended the rulesets of the account; else a key of the whole account';

const page = 'limit=100&offset=0&total=true';
const early = { 'x-early-access': 'flexible-schedules-early-access' };

type Rest = Omit<Kind, 'name' | 'path' | 'right'> & { right?: string };
const kind = (name: string, path: string, rest: Rest): Kind => ({ name, path, right, ...rest });

const orchestration = (part: string) => `/event_orchestrations/${part}`;

/** https://developer.pagerduty.com/api-reference, REST API v2, and v3 for flexible schedules. */
export const pagerduty: Product = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  url: 'https://api.pagerduty.com',
  otherUrl: 'https://api.eu.pagerduty.com',
  headersOf: (key) => ({
    authorization: `Token token=${key}`,
    accept: 'application/vnd.pagerduty+json;version=2',
  }),
  pace: {
    requestsPerSecond: 16,
    budget: { remaining: 'ratelimit-remaining', resetSeconds: 'ratelimit-reset' },
  },
  paging: {
    next(body, asked) {
      if (!isObject(body)) return null;
      const next = new URLSearchParams(asked);
      if (typeof body.next_cursor === 'string' && body.next_cursor !== '') {
        next.set('cursor', body.next_cursor);
        return next;
      }
      if (body.more !== true) return null;
      const limit = typeof body.limit === 'number' ? body.limit : Number(asked.get('limit') ?? 25);
      next.set('offset', String(Number(asked.get('offset') ?? 0) + limit));
      return next;
    },
    totalOf: (body) => (isObject(body) && typeof body.total === 'number' ? body.total : null),
    objectsMax: 10_000,
  },
  state: pagerdutyState,
  events: [
    kind('past-incidents', `/incidents?since={past}&until={tomorrow}&time_zone=UTC&${page}`, {
      list: 'incidents',
    }),
    kind('past-alerts', `/incidents/{1}/alerts?${page}`, { of: 'past-incidents', list: 'alerts' }),
  ],
  kinds: [
    kind('teams', `/teams?${page}`, { list: 'teams' }),
    kind('team-members', `/teams/{1}/members?${page}`, { of: 'teams', list: 'members' }),
    kind('users', `/users?include[]=contact_methods&include[]=notification_rules&${page}`, {
      list: 'users',
      byTeam: 'team_ids[]',
    }),
    kind('handoff-rules', '/users/{1}/oncall_handoff_notification_rules', {
      of: 'users',
      list: 'oncall_handoff_notification_rules',
    }),
    kind('schedules', `/schedules?${page}`, { list: 'schedules' }),
    kind('schedule-details', '/schedules/{1}', { of: 'schedules', one: 'schedule' }),
    kind('schedule-overrides', '/schedules/{1}/overrides?since={since}&until={until}', {
      of: 'schedules',
      list: 'overrides',
    }),
    // Worked out by PagerDuty itself; no more than three months are sure to be answered.
    kind('schedule-renderings', '/schedules/{1}?since={today}&until={soon}', {
      ...{ of: 'schedules', one: 'schedule' },
      ...{ noneBy: [400, 404], isWorkedOut: true },
    }),
    kind('flexible-schedules', `/v3/schedules?${page}`, {
      list: 'schedules',
      headers: early,
      right: flexibleSchedules,
    }),
    kind('flexible-schedule-details', '/v3/schedules/{1}', {
      of: 'flexible-schedules',
      one: 'schedule',
      headers: early,
      right: flexibleSchedules,
    }),
    kind('flexible-schedule-rotations', '/v3/schedules/{1}/rotations', {
      of: 'flexible-schedules',
      list: 'rotations',
      headers: early,
      right: flexibleSchedules,
    }),
    kind('flexible-schedule-events', '/v3/schedules/{1}/rotations/{2}/events', {
      of: 'flexible-schedule-rotations',
      list: 'events',
      headers: early,
      right: flexibleSchedules,
    }),
    kind('escalation-policies', `/escalation_policies?${page}`, {
      list: 'escalation_policies',
      byTeam: 'team_ids[]',
    }),
    kind('services', `/services?include[]=integrations&${page}`, {
      list: 'services',
      byTeam: 'team_ids[]',
    }),
    kind('priorities', '/priorities', { list: 'priorities' }),
    kind('orchestrations', `/event_orchestrations?${page}`, { list: 'orchestrations' }),
    kind('orchestration-details', orchestration('{1}'), {
      of: 'orchestrations',
      one: 'orchestration',
    }),
    kind('orchestration-routers', orchestration('{1}/router'), {
      of: 'orchestrations',
      one: 'orchestration_path',
    }),
    kind('orchestration-unrouted', orchestration('{1}/unrouted'), {
      of: 'orchestrations',
      one: 'orchestration_path',
    }),
    kind('orchestration-global', orchestration('{1}/global'), {
      of: 'orchestrations',
      one: 'orchestration_path',
      noneBy: [404],
    }),
    kind('orchestration-variables', orchestration('{1}/cache_variables'), {
      of: 'orchestrations',
      list: 'cache_variables',
      noneBy: [404],
    }),
    kind('service-orchestrations', orchestration('services/{1}'), {
      of: 'services',
      one: 'orchestration_path',
      noneBy: [404],
    }),
    kind('service-orchestrations-active', orchestration('services/{1}/active'), {
      of: 'services',
      one: '',
      noneBy: [404],
    }),
    kind('rulesets', `/rulesets?${page}`, { list: 'rulesets', right: rulesets }),
    kind('ruleset-rules', `/rulesets/{1}/rules?${page}`, {
      of: 'rulesets',
      list: 'rules',
      right: rulesets,
    }),
    kind('maintenance-windows', `/maintenance_windows?filter=open&${page}`, {
      list: 'maintenance_windows',
    }),
    kind('business-services', `/business_services?${page}`, { list: 'business_services' }),
    kind('business-service-dependencies', '/service_dependencies/business_services/{1}', {
      of: 'business-services',
      list: 'relationships',
    }),
    kind('service-dependencies', '/service_dependencies/technical_services/{1}', {
      of: 'services',
      list: 'relationships',
    }),
    kind('extensions', `/extensions?${page}`, { list: 'extensions' }),
    kind('response-plays', '/response_plays', { list: 'response_plays' }),
  ],
};
