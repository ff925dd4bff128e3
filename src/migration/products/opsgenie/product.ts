import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { readBackup } from './backup.ts';
import { opsgenieState } from './state.ts';

const right =
  'the rights Read and Configuration access, of a key from Settings > API key management ' +
  '(a key of a team integration sees its team only)';

const kind = (name: string, path: string, rest: Omit<Kind, 'name' | 'path' | 'right'>): Kind => ({
  name,
  path,
  right,
  ...rest,
});

/** https://docs.opsgenie.com/docs/api-overview, with the pages of its kinds. */
export const opsgenie: Product = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  url: 'https://api.opsgenie.com',
  otherUrl: 'https://api.eu.opsgenie.com',
  headersOf: (key) => ({ authorization: `GenieKey ${key}`, accept: 'application/json' }),
  pace: { requestsPerSecond: 5, periodSeconds: 'x-ratelimit-period-in-sec' },
  paging: {
    next(body) {
      const link = isObject(body) && isObject(body.paging) ? body.paging.next : undefined;
      if (typeof link !== 'string' || link === '') return null;
      const mark = link.indexOf('?');
      return new URLSearchParams(mark < 0 ? '' : link.slice(mark + 1));
    },
    totalOf: (body) =>
      isObject(body) && typeof body.totalCount === 'number' ? body.totalCount : null,
  },
  state: opsgenieState,
  events: [
    kind(
      'past-alerts',
      '/v2/alerts?limit=100&sort=createdAt&query=createdAt%3E%3D{pastMilliseconds}',
      {
        list: 'data',
      },
    ),
    // The list leaves their details and descriptions out.
    kind('past-alert-details', '/v2/alerts/{1}', { of: 'past-alerts', one: 'data' }),
  ],
  kinds: [
    kind('account', '/v2/account', { one: 'data' }),
    kind('roles', '/v2/roles', { list: 'data' }),
    kind('users', '/v2/users?limit=100', { list: 'data' }),
    kind('user-details', '/v2/users/{1}?expand=contact', { of: 'users', one: 'data' }),
    kind('notification-rules', '/v2/users/{1}/notification-rules', { of: 'users', list: 'data' }),
    // The list leaves their steps out.
    kind('notification-rule-details', '/v2/users/{1}/notification-rules/{2}', {
      of: 'notification-rules',
      one: 'data',
    }),
    kind('teams', '/v2/teams', { list: 'data' }),
    kind('team-details', '/v2/teams/{1}', { of: 'teams', one: 'data' }),
    kind('team-roles', '/v2/teams/{1}/roles', { of: 'teams', list: 'data' }),
    kind('team-routing-rules', '/v2/teams/{1}/routing-rules', { of: 'teams', list: 'data' }),
    kind('schedules', '/v2/schedules?expand=rotation', { list: 'data' }),
    kind('schedule-overrides', '/v2/schedules/{1}/overrides', { of: 'schedules', list: 'data' }),
    kind(
      'schedule-timelines',
      '/v2/schedules/{1}/timeline?interval=3&intervalUnit=months&date={today}T00:00:00Z',
      { of: 'schedules', one: 'data', noneBy: [400, 404, 422], isWorkedOut: true },
    ),
    kind('escalations', '/v2/escalations', { list: 'data' }),
    kind('forwarding-rules', '/v2/forwarding-rules', { list: 'data' }),
    kind('integrations', '/v2/integrations', { list: 'data' }),
    kind('integration-details', '/v2/integrations/{1}', { of: 'integrations', one: 'data' }),
    // Types without rules of their own have no actions.
    kind('integration-actions', '/v2/integrations/{1}/actions', {
      of: 'integrations',
      one: 'data',
      noneBy: [404, 422],
    }),
    kind('alert-policies', '/v2/policies/alert', { list: 'data' }),
    kind('alert-policy-details', '/v2/policies/{1}', { of: 'alert-policies', one: 'data' }),
    kind('team-alert-policies', '/v2/policies/alert?teamId={1}', { of: 'teams', list: 'data' }),
    kind('team-alert-policy-details', '/v2/policies/{2}?teamId={1}', {
      of: 'team-alert-policies',
      one: 'data',
    }),
    kind('notification-policies', '/v2/policies/notification?teamId={1}', {
      of: 'teams',
      list: 'data',
    }),
    kind('notification-policy-details', '/v2/policies/{2}?teamId={1}', {
      of: 'notification-policies',
      one: 'data',
    }),
    kind('heartbeats', '/v2/heartbeats', { list: 'data.heartbeats' }),
    kind('maintenance', '/v1/maintenance?type=non-expired', { list: 'data' }),
    kind('maintenance-details', '/v1/maintenance/{1}', { of: 'maintenance', one: 'data' }),
    kind('services', '/v1/services?limit=100', { list: 'data' }),
  ],
  readExport: (texts) => readBackup(texts, opsgenie.kinds),
};
