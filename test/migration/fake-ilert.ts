import { type Account, type Fake, json, startFaulty } from './fake-product.ts';

export const ilertKey = 'invented-key-of-ilert-0001';

const people = [1, 2, 3].map((id) => ({ id, firstName: `P${id}`, email: `p${id}@example.com` }));
const monitors = [4, 5, 6].map((id) => ({ id, name: `Backup ${id}`, intervalSec: 300 }));

/** By hand from the OpenAPI document of ilert; nobody of these people exists. */
const account: Account = [
  [/^\/users$/, people],
  [/^\/users\/\d+\/contacts\/emails$/, [{ id: 11, target: 'p1@example.com', status: 'OK' }]],
  [/^\/users\/\d+\/contacts\/phone-numbers$/, []],
  [/^\/users\/\d+\/notification-preferences\/(alerts|duties)$/, []],
  [/^\/teams$/, [{ id: 7, name: 'Shop', members: [] }]],
  [/^\/schedules$/, [{ id: 8, name: 'Shop', type: 'STATIC', shifts: [] }]],
  [/^\/schedules\/8\/overrides$/, []],
  [/^\/escalation-policies$/, [{ id: 9, name: 'Critical', escalationRules: [] }]],
  [/^\/support-hours$/, [{ id: 10, name: 'Office' }]],
  [/^\/support-hours\/10$/, { id: 10, name: 'Office', supportDays: {} }],
  [/^\/alert-sources$/, [{ id: 12, name: 'Shop' }]],
  [/^\/alert-sources\/12$/, { id: 12, name: 'Shop', aFutureMember: [1.5, null] }],
  [/^\/heartbeat-monitors$/, monitors],
  [/^\/heartbeat-monitors\/\d+$/, { id: 4, name: 'Backup', intervalSec: 300 }],
  [/^\/maintenance-windows$/, [{ start: '2026-11-05T20:00:00Z', end: '2026-11-05T22:00:00Z' }]],
  [/^\/event-flows$/, []],
];

/** Pages have two objects, whatever is asked for; heartbeat monitors go on by a cursor in a header. */
export function startFakeIlert(): Promise<Fake> {
  return startFaulty((request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://fake.example.com');
    if (request.headers.authorization !== `Bearer ${ilertKey}`)
      return json(401, { message: 'Unauthorized' });
    const path = pathname.replace(/^\/api/, '');
    const value = account.find(([pattern]) => pattern.test(path))?.[1];
    if (value === undefined) return json(404, { message: 'No such object' });
    if (!Array.isArray(value)) return json(200, value);
    const isByCursor = path === '/heartbeat-monitors';
    if (!isByCursor && !searchParams.has('start-index')) return json(200, value);
    const from = Number(searchParams.get(isByCursor ? 'cursor' : 'start-index') ?? 0);
    const isLast = from + 2 >= value.length;
    const headers = isByCursor && !isLast ? { 'next-cursor': String(from + 2) } : {};
    return json(200, value.slice(from, from + 2), headers);
  });
}
