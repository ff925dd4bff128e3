import { type Account, type Fake, startFake } from './fake-product.ts';

export const pagerdutyKey = 'u+Invented0Key0000001';

const people = ['PADA', 'PBEN', 'PCLEO'].map((id) => ({
  id,
  email: `${id.slice(1).toLowerCase()}@example.com`,
  contact_methods: [{ type: 'sms_contact_method', country_code: 1, address: '5550100' }],
  notification_rules: [{ urgency: 'high', start_delay_in_minutes: 0 }],
}));

/** By hand from https://developer.pagerduty.com/api-reference; nobody of these people exists. */
const account: Account = [
  [/^\/teams\?/, { teams: [{ id: 'TSHOP' }, { id: 'TPAY' }] }],
  [/^\/teams\/TSHOP\/members\?/, { members: [{ user: { id: 'PADA' }, role: 'manager' }] }],
  [/^\/teams\/TPAY\/members\?/, { members: [] }],
  [/^\/users\?/, { users: people }],
  [/^\/users\/\w+\/oncall_handoff/, { oncall_handoff_notification_rules: [{ id: 'H1' }] }],
  [/^\/schedules\?/, { schedules: [{ id: 'S1', time_zone: 'Europe/Berlin' }] }],
  [/^\/schedules\/S1$/, { schedule: { id: 'S1', schedule_layers: [{ users: [{ id: 'PADA' }] }] } }],
  [
    /^\/schedules\/S1\?since=2026-03-01&until=2026-05-30$/,
    { schedule: { id: 'S1', final_schedule: { rendered_schedule_entries: [] } } },
  ],
  [
    /^\/schedules\/S1\/overrides\?since=2026-01-30&until=2027-01-25$/,
    { overrides: [{ id: 'O1' }] },
  ],
  [/^\/v3\/schedules\?/, { schedules: [{ id: 'F1' }] }],
  [/^\/v3\/schedules\/F1$/, { schedule: { id: 'F1', time_zone: 'UTC' } }],
  [/^\/v3\/schedules\/F1\/rotations$/, { rotations: [{ id: 'R1' }] }],
  [
    /^\/v3\/schedules\/F1\/rotations\/R1\/events$/,
    { events: [{ recurrence: ['RRULE:FREQ=DAILY'] }] },
  ],
  [/^\/escalation_policies\?/, { escalation_policies: [{ id: 'E1', num_loops: 2 }] }],
  [
    /^\/services\?/,
    { services: [{ id: 'V1', integrations: [{ integration_key: 'a-key' }] }, { id: 'V2' }] },
  ],
  [/^\/priorities$/, { priorities: [{ id: 'P1', name: 'P1' }] }],
  [/^\/event_orchestrations\?/, { orchestrations: [{ id: 'a-uuid' }] }],
  [/^\/event_orchestrations\/a-uuid$/, { orchestration: { id: 'a-uuid', routes: 1 } }],
  [
    /^\/event_orchestrations\/a-uuid\/(router|unrouted)$/,
    { orchestration_path: { sets: [{ id: 'start' }] } },
  ],
  [/^\/event_orchestrations\/services\/V1$/, { orchestration_path: { sets: [{ id: 'start' }] } }],
  [/^\/event_orchestrations\/services\/V1\/active$/, { active: true }],
  [/^\/rulesets\?/, { rulesets: [] }],
  [/^\/maintenance_windows\?/, { maintenance_windows: [] }],
  [/^\/business_services\?/, { business_services: [{ id: 'B1' }] }],
  [
    /^\/service_dependencies\/(business|technical)_services\/\w+$/,
    { relationships: [{ id: 'D1' }] },
  ],
  [/^\/extensions\?/, { extensions: [] }],
  [/^\/response_plays$/, { response_plays: [] }],
];

/** Pages have two objects, whatever is asked for. */
export function startFakePagerduty(): Promise<Fake> {
  return startFake(account, `Token token=${pagerdutyKey}`, (value, { searchParams }) => {
    const [member, all] = Object.entries(value as object)[0] ?? [];
    if (!searchParams.has('offset') || member === undefined || !Array.isArray(all)) return value;
    const offset = Number(searchParams.get('offset'));
    const total = searchParams.get('total') === 'true' ? all.length : null;
    const more = offset + 2 < all.length;
    return { [member]: all.slice(offset, offset + 2), limit: 2, offset, more, total };
  });
}
