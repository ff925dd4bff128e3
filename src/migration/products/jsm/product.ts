import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { jsmState } from './state.ts';

const right =
  'an API token of somebody who administers operations, from id.atlassian.com > Security > API tokens';

const kind = (
  name: string,
  path: string,
  rest: Omit<Kind, 'name' | 'path' | 'right'> = {},
): Kind => ({
  ...{ name, path, right },
  ...(rest.one === undefined && { list: 'values' }),
  ...rest,
});

/** https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/intro, with the pages of its kinds. */
export const jsm: Product = {
  name: 'jsm',
  displayName: 'Jira Service Management',
  url: null,
  otherUrl: null,
  // An address and a token, as in `ada@example.com:token`.
  headersOf: (key) => ({
    authorization: `Basic ${btoa(key)}`,
    accept: 'application/json',
  }),
  pace: { requestsPerSecond: 5 },
  state: jsmState,
  paging: {
    next(body) {
      const link = isObject(body) && isObject(body.links) ? body.links.next : undefined;
      if (typeof link !== 'string' || link === '') return null;
      const mark = link.indexOf('?');
      return mark < 0 ? null : new URLSearchParams(link.slice(mark + 1));
    },
    totalOf: (body) => (isObject(body) && typeof body.count === 'number' ? body.count : null),
  },
  kinds: [
    kind('teams', '/teams', { list: ['values', 'platformTeams', ''], id: 'teamId' }),
    kind('schedules', '/schedules?expand=rotation'),
    kind('schedule-overrides', '/schedules/{1}/overrides', { of: 'schedules' }),
    kind('escalations', '/teams/{1}/escalations', { of: 'teams' }),
    kind('team-routing-rules', '/teams/{1}/routing-rules', { of: 'teams' }),
    kind('forwarding-rules', '/forwarding-rules?showAll=true'),
    kind('integrations', '/integrations'),
    kind('integration-details', '/integrations/{1}', { of: 'integrations', one: '' }),
    kind('integration-actions', '/integrations/{1}/actions', {
      of: 'integrations',
      noneBy: [404, 422],
    }),
    kind('integration-action-details', '/integrations/{1}/actions/{2}', {
      of: 'integration-actions',
      one: '',
    }),
    kind('alert-policies', '/alerts/policies'),
    kind('alert-policy-details', '/alerts/policies/{1}', { of: 'alert-policies', one: '' }),
    kind('team-alert-policies', '/teams/{1}/policies?type=alert', { of: 'teams' }),
    kind('team-alert-policy-details', '/teams/{1}/policies/{2}', {
      of: 'team-alert-policies',
      one: '',
    }),
    kind('notification-policies', '/teams/{1}/policies?type=notification', { of: 'teams' }),
    kind('notification-policy-details', '/teams/{1}/policies/{2}', {
      of: 'notification-policies',
      one: '',
    }),
    kind('heartbeats', '/teams/{1}/heartbeats', { of: 'teams' }),
    kind('maintenances', '/maintenances'),
    kind('team-maintenances', '/teams/{1}/maintenances', { of: 'teams' }),
  ],
};
