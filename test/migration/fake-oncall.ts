import { type Account, type Fake, startFake } from './fake-product.ts';

export const oncallKey = '0invented0key0of0oncall0001';

const people = ['ada', 'ben', 'cleo'].map((name) => ({
  id: `U${name.toUpperCase()}`,
  email: `${name}@example.com`,
  username: name,
  role: 'user',
  timezone: 'Europe/Berlin',
  teams: ['TSHOP'],
}));

/** By hand from https://grafana.com/docs/oncall/latest/oncall-api-reference; nobody of these people exists. */
const account: Account = [
  [/^\/api\/v1\/users\//, people],
  [/^\/api\/v1\/teams\//, [{ id: 'TSHOP', name: 'Shop' }]],
  [
    /^\/api\/v1\/schedules\/S1\/final_shifts\?/,
    [
      {
        ...{ user_pk: 'UADA', user_email: 'ada@example.com', user_username: 'ada' },
        ...{ shift_start: '2026-03-02T09:00:00Z', shift_end: '2026-03-02T17:00:00Z' },
      },
    ],
  ],
  [/^\/api\/v1\/schedules\//, [{ id: 'S1', name: 'Shop', type: 'web', shifts: ['O1'] }]],
  [/^\/api\/v1\/on_call_shifts\//, [{ id: 'O1', name: 'Weeks', type: 'rolling_users' }]],
  [/^\/api\/v1\/escalation_chains\//, [{ id: 'F1', name: 'Shop', team_id: null }]],
  [/^\/api\/v1\/escalation_policies\//, [{ id: 'E1', escalation_chain_id: 'F1', type: 'wait' }]],
  [/^\/api\/v1\/integrations\//, [{ id: 'C1', name: 'Alertmanager', type: 'alertmanager' }]],
  [/^\/api\/v1\/routes\//, [{ id: 'R1', integration_id: 'C1', is_the_last_route: true }]],
  [/^\/api\/v1\/personal_notification_rules\//, [{ id: 'N1', user_id: 'UADA', type: 'wait' }]],
  [/^\/api\/v1\/webhooks\//, [{ id: 'W1', name: 'Status page' }]],
  [/^\/api\/v1\/shift_swaps\//, [{ id: 'X1', status: 'open', aFutureMember: [1.5, null] }]],
];

/** Pages have two objects. */
export function startFakeOncall(): Promise<Fake> {
  return startFake(account, oncallKey, (value, { pathname, searchParams }) => {
    const all = Array.isArray(value) ? value : [];
    const page = Number(searchParams.get('page'));
    const isLast = page * 2 >= all.length;
    return {
      count: all.length,
      next: isLast ? null : `http://inside.example.com${pathname}?page=${page + 1}`,
      previous: null,
      results: all.slice((page - 1) * 2, page * 2),
      page_size: 2,
      current_page_number: page,
      total_pages: Math.ceil(all.length / 2),
    };
  });
}
