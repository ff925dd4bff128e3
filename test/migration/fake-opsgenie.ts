import { type Account, type Fake, startFake } from './fake-product.ts';

export const opsgenieKey = '5b0f7c1e-invented-4c1d-9a55-key000000001';

/** By hand from https://docs.opsgenie.com/docs/api-overview; nobody of these people exists. */
const account: Account = [
  [/^\/v2\/account$/, { name: 'Example Shop', userCount: 3, plan: { name: 'Standard' } }],
  [
    /^\/v2\/roles$/,
    [{ id: 'r1', name: 'Auditor', aFutureMember: { of: ['any', 'shape', 1.5, null] } }],
  ],
  [
    /^\/v2\/users\?/,
    ['ada', 'ben', 'cleo'].map((name) => ({
      id: name,
      username: `${name}@example.com`,
      fullName: name,
    })),
  ],
  [
    /^\/v2\/users\/ada\/notification-rules$/,
    [{ id: 'n1', actionType: 'create-alert', enabled: true }],
  ],
  [/^\/v2\/users\/\w+\/notification-rules$/, []],
  [
    /^\/v2\/users\/ada\/notification-rules\/n1$/,
    {
      id: 'n1',
      actionType: 'create-alert',
      steps: [{ contact: { method: 'sms', to: '1-5550100' }, sendAfter: { timeAmount: 1 } }],
    },
  ],
  [
    /^\/v2\/users\/\w+\?expand=contact$/,
    { userContacts: [{ contactMethod: 'sms', to: '1-5550100' }] },
  ],
  [
    /^\/v2\/teams$/,
    [
      { id: 'shop', name: 'Shop' },
      { id: 'pay', name: 'Payments' },
    ],
  ],
  [/^\/v2\/teams\/\w+$/, { members: [{ user: { id: 'ada' }, role: 'admin' }] }],
  [/^\/v2\/teams\/\w+\/roles$/, []],
  [/^\/v2\/teams\/\w+\/routing-rules$/, [{ id: 'rr', isDefault: true, notify: { type: 'none' } }]],
  [
    /^\/v2\/schedules\?/,
    [
      {
        id: 's1',
        name: 'Shop',
        timezone: 'Europe/Berlin',
        rotations: [{ type: 'weekly', length: 1 }],
      },
    ],
  ],
  [
    /^\/v2\/schedules\/s1\/timeline\?interval=3&intervalUnit=months&date=2026-03-01T00:00:00Z$/,
    { finalTimeline: { rotations: [] } },
  ],
  [/^\/v2\/schedules\/s1\/overrides$/, [{ alias: 'o1', user: { type: 'user', id: 'ben' } }]],
  [/^\/v2\/escalations$/, [{ id: 'e1', name: 'Shop', rules: [{ condition: 'if-not-acked' }] }]],
  [/^\/v2\/forwarding-rules$/, []],
  [
    /^\/v2\/integrations$/,
    [
      { id: 'i1', type: 'API', name: 'Shop' },
      { id: 'i2', type: 'Slack' },
    ],
  ],
  [/^\/v2\/integrations\/\w+$/, { type: 'API', apiKey: opsgenieKey }],
  [/^\/v2\/integrations\/i1\/actions$/, { create: [{ name: 'Create', alias: '{{alias}}' }] }],
  [/^\/v2\/policies\/alert$/, [{ id: 'p1', name: 'Noise' }]],
  [/^\/v2\/policies\/alert\?teamId=shop$/, [{ id: 'p2', name: 'Shop noise' }]],
  [/^\/v2\/policies\/(alert|notification)\?teamId=/, []],
  [/^\/v2\/policies\/p\d(\?teamId=shop)?$/, { filter: { type: 'match-all' }, continue: true }],
  [/^\/v2\/heartbeats$/, { heartbeats: [{ name: 'nightly', interval: 1, intervalUnit: 'days' }] }],
  [/^\/v1\/maintenance\?type=non-expired$/, [{ id: 'm1', status: 'planned' }]],
  [/^\/v1\/maintenance\/m1$/, { rules: [{ state: 'disabled', entity: { type: 'integration' } }] }],
  [/^\/v1\/services\?/, [{ id: 'v1', name: 'Checkout', teamId: 'shop' }]],
];

/** Pages of users have two; the link to the next one names the host of the product. Each answer has a number of its own. */
export function startFakeOpsgenie(): Promise<Fake> {
  let requests = 0;
  return startFake(account, `GenieKey ${opsgenieKey}`, (value, { pathname, searchParams }) => {
    requests += 1;
    const around = { took: requests / 1000, requestId: `request-${requests}` };
    if (!Array.isArray(value) || !searchParams.has('limit')) return { data: value, ...around };
    const offset = Number(searchParams.get('offset') ?? 0);
    const more = offset + 2 < value.length;
    const next = `https://api.opsgenie.com${pathname}?limit=2&offset=${offset + 2}`;
    return {
      data: value.slice(offset, offset + 2),
      totalCount: value.length,
      paging: more ? { next, first: '', last: '' } : { first: '', last: '' },
      ...around,
    };
  });
}
