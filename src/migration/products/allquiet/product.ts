import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { allquietState } from './state.ts';

const list = (name: string, path: string, items: string, scope: string): Kind => ({
  ...{ name, path: `/${path}/search/list?Limit=100`, list: items },
  right: `the scope \`${scope}:list\``,
});

/** Members of teams can be read, also people who were not provisioned and are in no list. */
const ofMember = (name: string, path: string, scope: string): Kind => ({
  ...{ name, path: `/user/{1}${path}`, of: 'team-memberships', by: 'userId', one: '' },
  ...{ right: `the scope \`${scope}:get\``, noneBy: [404] },
});

/** Its Public API is the one that this server has, too; https://allquiet.app/api/public/v1 in the US. */
export const allquiet: Product = {
  name: 'allquiet',
  displayName: 'All Quiet',
  url: 'https://allquiet.eu/api/public/v1',
  otherUrl: 'https://allquiet.app/api/public/v1',
  headersOf: (key) => ({ 'x-authorization': key, accept: 'application/json' }),
  pace: { requestsPerSecond: 5 },
  paging: {
    next(body, asked) {
      if (!isObject(body) || body.hasMore !== true) return null;
      const items = Object.values(body).find(Array.isArray) ?? [];
      const next = new URLSearchParams(asked);
      next.set('Offset', String(Number(asked.get('Offset') ?? 0) + items.length));
      return next;
    },
    totalOf: () => null,
  },
  state: allquietState,
  kinds: [
    list('teams', 'team', 'teams', 'teams'),
    list('users', 'user', 'users', 'users'),
    list('team-memberships', 'team-membership', 'teamMemberships', 'team-memberships'),
    ofMember('members', '', 'users'),
    ofMember(
      'notification-settings',
      '/incident-notification-settings',
      'user-incident-notification-settings',
    ),
    list('team-escalations', 'team-escalations', 'teamEscalations', 'team-escalations'),
    list('on-call-overrides', 'on-call-override', 'onCallOverrides', 'on-call-overrides'),
    list('integrations', 'inbound-integration', 'inboundIntegrations', 'inbound-integrations'),
    list(
      'mappings',
      'inbound-integration-mapping',
      'inboundIntegrationMappings',
      'inbound-integration-mappings',
    ),
    list(
      'maintenance-windows',
      'inbound-integration-maintenance-windows',
      'inboundMaintenanceWindows',
      'inbound-integration-maintenance-windows',
    ),
    list(
      'outbound-integrations',
      'outbound-integration',
      'outboundIntegrations',
      'outbound-integrations',
    ),
    list('routings', 'routing', 'routings', 'routings'),
    list('services', 'service', 'services', 'services'),
    list(
      'service-maintenances',
      'service-maintenance',
      'serviceMaintenances',
      'service-maintenance',
    ),
    list('status-pages', 'status-page', 'statusPages', 'status-pages'),
  ],
};
