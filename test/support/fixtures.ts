import { randomUUID } from 'node:crypto';
import type { ApiClient } from './api-client.ts';
import type { DocumentedOperation } from './operations.ts';

/** Ids of one object of every kind, by the first segment of its path. */
export type Fixtures = Record<string, string>;

/** Makes one object of every kind in the organization of `api`. */
export async function makeFixtures(api: ApiClient): Promise<Fixtures> {
  const me = await api.get('/auth/me');
  const [own] = me.body.allowedOrganizations as { id: string }[];
  const team = await api.make('/team', { displayName: 'Team' });
  const user = await api.make('/user', { email: `${randomUUID()}@example.com` });
  const integration = await api.make('/inbound-integration', {
    displayName: 'Alerts',
    teamId: team,
    type: 'Webhook',
  });
  const attributes = ['Status', 'Severity'].map((name) => ({
    name,
    mappings: [{ static: name === 'Status' ? 'Open' : 'Minor' }],
  }));
  await api.make(`/inbound-integration/${integration}/mapping`, {
    attributesMapping: { attributes },
  });
  await api.make('/team-escalations', { teamId: team, escalationTiers: [] });
  const page = await api.make('/status-page', {
    displayName: 'Page',
    publicTitle: 'Page',
    slug: randomUUID(),
    historyInDays: 30,
    disablePublicSubscription: false,
  });
  const service = await api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
  return {
    team,
    user,
    'team-escalations': team,
    organizations: own?.id ?? '',
    'inbound-integration': integration,
    'status-page': page,
    service,
    'team-membership': await api.make('/team-membership', {
      userId: user,
      teamId: team,
      role: 'Member',
    }),
    'organization-membership': await api.make('/organization-membership', {
      userId: user,
      role: 'Member',
    }),
    'on-call-override': await api.make('/on-call-override', {
      userId: user,
      teamId: team,
      type: 'offline',
    }),
    'inbound-integration-maintenance-windows': await api.make(
      '/inbound-integration-maintenance-windows',
      {
        integrationId: integration,
        type: 'muted',
      },
    ),
    'outbound-integration': await api.make('/outbound-integration', {
      displayName: 'Chat',
      teamId: team,
      type: 'Slack',
    }),
    routing: await api.make('/routing', { displayName: 'Rules', teamId: team, rules: [] }),
    incident: await api.make('/incident', {
      title: 'Fire',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    }),
    'service-maintenance': await api.make('/service-maintenance', {
      displayName: 'Upgrade',
      serviceIds: [service],
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-01T09:00:00Z',
    }),
    'status-page-subscriber': await api.make('/status-page-subscriber', {
      statusPageId: page,
      email: 'reader@example.com',
    }),
    'status-page-subscriber-sms': await api.make('/status-page-subscriber-sms', {
      statusPageId: page,
      telephoneNumber: '+4930123456',
    }),
    'api-key': await api.make('/api-key', { displayName: 'Other key', kind: 'organization' }),
  };
}

/** The ids that the path of an operation needs, of these fixtures; what a fixture holds inside stays random. */
export function idsFor(operation: DocumentedOperation, fixtures: Fixtures): Record<string, string> {
  const segments = operation.path.split('/');
  const kind = segments[1] ?? '';
  const [name] = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (!name) return {};
  const owner = operation.path.includes('/search/inbound-integration/')
    ? 'inbound-integration'
    : kind;
  const id = fixtures[owner];
  return id === undefined ? {} : { [name]: id };
}

/** The example body of an operation, with references to objects that are there. */
export function bodyFor(
  operation: DocumentedOperation,
  fixtures: Fixtures,
): Record<string, unknown> | undefined {
  if (!operation.body) return undefined;
  const references: Record<string, string | undefined> = {
    teamId: fixtures.team,
    userId: fixtures.user,
    integrationId: fixtures['inbound-integration'],
    statusPageId: fixtures['status-page'],
  };
  return Object.fromEntries(
    Object.entries(operation.body).map(([member, value]) => [
      member,
      (typeof value === 'string' || value === null) && references[member]
        ? references[member]
        : value,
    ]),
  );
}
