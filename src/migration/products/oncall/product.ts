import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { oncallState } from './state.ts';

const right =
  'an API key of OnCall, from OnCall > Settings > API Tokens (not a token of Grafana), of an Admin';

const kind = (name: string, path = name): Kind => ({
  name,
  path: `/api/v1/${path}/?page=1`,
  list: 'results',
  right,
});

/** https://grafana.com/docs/oncall/latest/oncall-api-reference. Most run it themselves: it has no address. */
export const oncall: Product = {
  name: 'oncall',
  displayName: 'Grafana OnCall',
  url: null,
  otherUrl: null,
  headersOf: (key) => ({ authorization: key, accept: 'application/json' }),
  // 300 in five minutes.
  pace: { requestsPerSecond: 1 },
  paging: {
    next(body) {
      const next = isObject(body) ? body.next : null;
      if (typeof next !== 'string' || next === '') return null;
      return new URL(next, 'https://oncall.invalid').searchParams;
    },
    totalOf: (body) => (isObject(body) && typeof body.count === 'number' ? body.count : null),
  },
  state: oncallState,
  events: [
    {
      ...{ name: 'past-groups', list: 'results', right },
      path: '/api/v1/alert_groups/?started_at={past}T00:00:00_{tomorrow}T00:00:00&page=1',
    },
    {
      ...{ name: 'past-alerts', of: 'past-groups', list: 'results', right },
      path: '/api/v1/alerts/?alert_group_id={1}&page=1',
    },
  ],
  kinds: [
    kind('users'),
    kind('teams'),
    kind('schedules'),
    {
      ...{ name: 'calendars', of: 'schedules', path: '', right: 'nothing' },
      files: ['ical_url_primary', 'ical_url_overrides'],
    },
    {
      ...{ name: 'final_shifts', of: 'schedules', list: 'results', right },
      // Not every version has it.
      ...{ noneBy: [404], isWorkedOut: true },
      path: '/api/v1/schedules/{1}/final_shifts?start_date={today}&end_date={soon}&page=1',
    },
    kind('on_call_shifts'),
    kind('escalation_chains'),
    kind('escalation_policies'),
    kind('integrations'),
    kind('routes'),
    kind('personal_notification_rules'),
    kind('outgoing_webhooks', 'webhooks'),
    kind('shift_swaps'),
  ],
};
