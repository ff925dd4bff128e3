import type { Kind, Product } from '../product.ts';
import { splunkOncallState } from './state.ts';

const right = 'an API key of Integrations > API, with its API ID, of a global administrator';

const kind = (name: string, path: string, at: Partial<Kind>): Kind => ({
  ...{ name, path: `/api-public/${path}`, right },
  ...at,
});

/** A kind that is read per parent object; 404 means that the parent has none. */
const of = (parent: string, at: Partial<Kind>): Partial<Kind> => ({
  ...{ of: parent, noneBy: [404] },
  ...at,
});

/** https://portal.victorops.com/public/api-docs.html */
export const splunkOncall: Product = {
  name: 'splunk-oncall',
  displayName: 'Splunk On-Call',
  url: 'https://api.victorops.com',
  otherUrl: null,
  headersOf(key) {
    const [id = '', ...secret] = key.split(':');
    return { 'x-vo-api-id': id, 'x-vo-api-key': secret.join(':'), accept: 'application/json' };
  },
  problemOfKey: (key) =>
    /^[^:]+:[^:]+$/.test(key)
      ? null
      : 'The key has two parts: the API ID and an API key, with a colon between them.',
  pace: { requestsPerSecond: 2, busyStatus: 403 },
  state: splunkOncallState,
  paging: { next: () => null, totalOf: () => null },
  kinds: [
    kind('users', 'v2/user', { list: 'users', id: 'username' }),
    kind('contact-methods', 'v1/user/{1}/contact-methods', of('users', { one: '' })),
    kind('paging-policies', 'v1/profile/{1}/policies', of('users', { one: '' })),
    kind('custom-paging-policies', 'v2/profile/{1}/policies', of('users', { list: 'policies' })),
    kind('teams', 'v1/team', { list: '', id: 'slug' }),
    kind('team-members', 'v1/team/{1}/members', of('teams', { list: 'members' })),
    kind('team-admins', 'v1/team/{1}/admins', of('teams', { list: 'teamAdmins' })),
    kind('rotation-groups', 'v1/teams/{1}/rotations', of('teams', { list: 'rotationGroups' })),
    kind('rotations', 'v2/team/{1}/rotations', of('teams', { list: 'rotations' })),
    kind('policies', 'v1/policies', { list: 'policies', id: 'policy.slug' }),
    kind('policy-details', 'v1/policies/{1}', { of: 'policies', one: '' }),
    kind('routing-keys', 'v1/org/routing-keys', { list: 'routingKeys' }),
    kind('overrides', 'v1/overrides', { list: 'overrides' }),
    kind('alert-rules', 'v1/alertRules', { list: '' }),
    kind('maintenance', 'v1/maintenancemode', { one: '' }),
  ],
};
