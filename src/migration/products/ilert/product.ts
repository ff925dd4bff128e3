import type { Kind, Product } from '../product.ts';
import { ilertState } from './state.ts';

const right = 'to be a key of an Admin (Profile > API keys)';

const list = (name: string, max: number, more = ''): Kind => ({
  name,
  path: `/api/${name}?start-index=0&max-results=${max}${more}`,
  list: '',
  right,
});

const ofUser = (name: string, path: string): Kind => ({
  ...{ name, path: `/api/users/{1}/${path}`, of: 'users', list: '', right },
});

const details = (name: string, of: string, include: readonly string[] = []): Kind => {
  const search = include.map((one) => `include=${one}`).join('&');
  const path = `/api/${of}/{1}${search === '' ? '' : `?${search}`}`;
  return { name, path, of, one: '', right };
};

const templates = [
  ...['summaryTemplate', 'detailsTemplate', 'routingTemplate', 'alertKeyTemplate'],
  ...['servicesTemplate', 'linkTemplates', 'priorityTemplate', 'severityTemplate', 'textTemplate'],
  ...['eventFilter', 'eventTypeFilterCreate', 'eventTypeFilterAccept', 'eventTypeFilterResolve'],
];

/** https://api.ilert.com/api-docs */
export const ilert: Product = {
  name: 'ilert',
  displayName: 'ilert',
  url: 'https://api.ilert.com',
  otherUrl: null,
  headersOf: (key) => ({ authorization: `Bearer ${key}`, accept: 'application/json' }),
  // 120 a minute for a key.
  pace: { requestsPerSecond: 2 },
  state: ilertState,
  paging: {
    next(body, asked, headers) {
      const cursor = headers.get('next-cursor');
      if (cursor) return withParameter(asked, 'cursor', cursor);
      const start = asked.get('start-index');
      // A page may be shorter than was asked for: the end is where nothing is left.
      if (start === null || !Array.isArray(body) || body.length === 0) return null;
      return withParameter(asked, 'start-index', String(Number(start) + body.length));
    },
    totalOf: () => null,
  },
  kinds: [
    list('users', 100),
    ofUser('user-emails', 'contacts/emails'),
    ofUser('user-phone-numbers', 'contacts/phone-numbers'),
    ofUser('alert-preferences', 'notification-preferences/alerts'),
    ofUser('duty-preferences', 'notification-preferences/duties'),
    list('teams', 100),
    list('schedules', 20, '&include=scheduleLayers&include=shifts'),
    {
      ...{ name: 'schedule-overrides', path: '/api/schedules/{1}/overrides' },
      ...{ of: 'schedules', list: '', right },
    },
    list('escalation-policies', 50),
    list('support-hours', 50),
    details('support-hour-details', 'support-hours'),
    list('alert-sources', 50),
    details('alert-source-details', 'alert-sources', templates),
    {
      ...{ name: 'heartbeat-monitors', path: '/api/heartbeat-monitors?max-results=200' },
      ...{ list: '', right },
    },
    details('heartbeat-monitor-details', 'heartbeat-monitors', ['integrationKey', 'alertSource']),
    list('maintenance-windows', 100, '&state=OPEN'),
    list('event-flows', 100),
    details('event-flow-details', 'event-flows'),
  ],
};

function withParameter(asked: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(asked);
  next.set(name, value);
  return next;
}
