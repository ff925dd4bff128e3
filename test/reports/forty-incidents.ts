import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { alert, map, plainMapping } from '../support/webhook.ts';

/** The people, teams and integrations of the fixture. */
export interface Forty {
  app: TestApp;
  /** Of Europe/Berlin. */
  a: string;
  b: string;
  /** Of team A; each alert of one rack is one incident. */
  webhook: string;
  /** Of team A; deleted at the end. */
  vanishing: string;
  alice: Awaited<ReturnType<typeof makePerson>>;
  /** Ids by number. */
  ids: Map<number, string>;
}

type Act = 'ack' | 'resolve' | 'reopen' | 'archive';
const intents = {
  ack: 'Investigated',
  resolve: 'Resolved',
  reopen: 'Unresolved',
  archive: 'Archived',
};

interface Incident {
  n: number;
  at: string;
  team?: 'A' | 'B' | 'AB';
  severity: 'Critical' | 'Warning' | 'Minor';
  status?: 'Resolved';
  /** Minutes after it was opened, what happens, and by whom: Alice unless it is a monitoring tool. */
  acts?: [minutes: number, act: Act, by?: 'tool' | 'bob'][];
}

/**
 * The period is Monday 23 to Sunday 29 March 2026 in Berlin, from 22 March 23:00Z until 29 March 22:00Z, whose last day
 * has 23 hours; the one before begins on 15 March 23:00Z. What each says stands beside it; `tta` and `ttr` in seconds.
 */
const incidents: Incident[] = [
  // The first instant of the period: tta 300, ttr 3900.
  {
    n: 1,
    at: '2026-03-22T23:00:00Z',
    severity: 'Critical',
    acts: [
      [5, 'ack'],
      [65, 'resolve'],
    ],
  },
  // The last of the period before.
  { n: 2, at: '2026-03-22T22:59:59.999Z', severity: 'Warning' },
  // Still open: tta 600.
  { n: 3, at: '2026-03-24T10:00:00Z', severity: 'Critical', acts: [[10, 'ack']] },
  // The first acknowledgement counts: tta 60, ttr 1800.
  {
    n: 4,
    at: '2026-03-24T10:30:00Z',
    severity: 'Warning',
    acts: [
      [1, 'ack'],
      [9, 'ack'],
      [30, 'resolve', 'tool'],
    ],
  },
  // Resolved by a person, never acknowledged: tta 1200, ttr 1200.
  { n: 5, at: '2026-03-24T11:00:00Z', severity: 'Minor', acts: [[20, 'resolve']] },
  // Resolved by a tool: no tta, ttr 2400.
  { n: 6, at: '2026-03-24T12:00:00Z', severity: 'Minor', acts: [[40, 'resolve', 'tool']] },
  // Created as resolved: neither.
  { n: 7, at: '2026-03-25T09:00:00Z', severity: 'Minor', status: 'Resolved' },
  // Reopened: the first ack, the last end. tta 120, ttr 3600.
  {
    n: 8,
    at: '2026-03-25T10:00:00Z',
    severity: 'Critical',
    acts: [
      [2, 'ack'],
      [10, 'resolve'],
      [20, 'reopen'],
      [60, 'resolve', 'tool'],
    ],
  },
  // Acknowledged after the period is over: tta 345600.
  { n: 10, at: '2026-03-26T08:00:00Z', severity: 'Warning', acts: [[5760, 'ack']] },
  // Resolved before it is acknowledged: tta 1800, ttr 2400.
  {
    n: 11,
    at: '2026-03-26T09:00:00Z',
    severity: 'Minor',
    acts: [
      [10, 'resolve', 'tool'],
      [20, 'reopen'],
      [30, 'ack'],
      [40, 'resolve', 'tool'],
    ],
  },
  // Archived: counts. tta 900, ttr 900.
  {
    n: 12,
    at: '2026-03-26T10:00:00Z',
    severity: 'Warning',
    acts: [
      [15, 'resolve'],
      [16, 'archive'],
    ],
  },
  // Of both teams from the start: tta 360.
  { n: 32, at: '2026-03-26T14:00:00Z', team: 'AB', severity: 'Critical', acts: [[6, 'ack']] },
  // Half an hour of the day with 23 hours.
  { n: 19, at: '2026-03-28T23:30:00Z', severity: 'Minor' },
  // The last second of the period, and the first after it.
  { n: 20, at: '2026-03-29T21:59:59Z', severity: 'Warning' },
  { n: 21, at: '2026-03-29T22:00:00Z', severity: 'Critical' },
  // Bob is deleted at the end: tta 180.
  { n: 24, at: '2026-03-28T15:00:00Z', severity: 'Warning', acts: [[3, 'ack', 'bob']] },
  // The period before: tta 1200 and 600, ttr 3600 and 1800.
  {
    n: 25,
    at: '2026-03-15T23:00:00Z',
    severity: 'Critical',
    acts: [
      [20, 'ack'],
      [60, 'resolve'],
    ],
  },
  { n: 26, at: '2026-03-15T22:59:59Z', severity: 'Critical' },
  { n: 27, at: '2026-03-18T10:00:00Z', severity: 'Minor', acts: [[10, 'ack']] },
  { n: 28, at: '2026-03-20T10:00:00Z', severity: 'Warning', acts: [[30, 'resolve', 'tool']] },
  { n: 31, at: '2026-03-19T10:00:00Z', team: 'B', severity: 'Minor' },
  // Team B: tta 240; and eight with tta 60, 120, … 480 and ttr 600, 1200, … 4800.
  { n: 29, at: '2026-03-24T10:00:00Z', team: 'B', severity: 'Critical', acts: [[4, 'ack']] },
  { n: 30, at: '2026-03-25T10:00:00Z', team: 'B', severity: 'Warning' },
  ...Array.from({ length: 8 }, (_, index): Incident => {
    const n = index + 1;
    return {
      n: 32 + n,
      at: `2026-03-27T0${n}:00:00Z`,
      team: 'B',
      severity: 'Minor',
      acts: [
        [n, 'ack'],
        [n * 10, 'resolve', 'tool'],
      ],
    };
  }),
];

/** Lets forty incidents happen, each at its time, through the real server. It is 1 April afterwards. */
export async function fortyIncidents(): Promise<Forty> {
  const app = await startTestApp({ clock: '2026-03-01T00:00:00.000Z' });
  const { api } = app;
  const a = await api.make('/team', { displayName: 'Team A', timeZoneId: 'Europe/Berlin' });
  const b = await api.make('/team', { displayName: 'Team B', timeZoneId: 'America/New_York' });
  const alice = await makePerson(app, { organizationRole: 'Administrator' });
  const bob = await makePerson(app, { organizationRole: 'Administrator' });
  const integrationOf = (displayName: string) =>
    api.make('/inbound-integration', { displayName, teamId: a, type: 'Webhook' });
  const webhook = await integrationOf('Probes');
  const vanishing = await integrationOf('Old tool');
  const rack = { name: 'Rack', isGroupingKey: true, mappings: [{ jsonPath: '$.jsonBody.rack' }] };
  await map(app, webhook, [...plainMapping, rack]);
  const ids = new Map<number, string>();
  const steps: { at: number; run: () => Promise<void> }[] = [];
  const step = (at: string, minutes: number, run: () => Promise<unknown>) =>
    steps.push({ at: Date.parse(at) + minutes * 60_000, run: async () => void (await run()) });
  const by = { tool: api, bob: bob.api, alice: alice.api };
  const patch = async (client: ApiClient, n: number, operations: object) => {
    const { status, text } = await client.patch(`/incident/${ids.get(n)}`, { operations });
    if (status !== 200) throw new Error(`${n}: ${text}`);
  };
  const act = (client: ApiClient, n: number, intent: string, intentOptions?: object) =>
    patch(client, n, { appendIntent: { intent, ...(intentOptions ? { intentOptions } : {}) } });
  const open = async (n: number, members: object) =>
    ids.set(
      n,
      await api.make('/incident', {
        title: `Incident ${n}`,
        status: 'Open',
        severity: 'Minor',
        teamIds: [a],
        ...members,
      }),
    );
  const teams = { A: [a], B: [b], AB: [a, b] };
  for (const { n, at, team = 'A', severity, status = 'Open', acts = [] } of incidents) {
    step(at, 0, () => open(n, { severity, status, teamIds: teams[team] }));
    for (const [minutes, name, who = 'alice'] of acts)
      step(at, minutes, () => act(by[who], n, intents[name]));
  }

  // Its severity is raised: it counts as critical.
  step('2026-03-25T11:00:00Z', 0, () => open(9, { severity: 'Warning' }));
  step('2026-03-25T11:00:00Z', 5, () =>
    patch(alice.api, 9, { changeSeverity: { severity: 'Critical' } }),
  );
  // Opened and resolved by a tool: ttr 3000.
  const rackAlert = async (
    n: number,
    id: string,
    rackName: string,
    status: string,
    severity: string,
  ) => {
    const { body } = await alert(app, webhook, {
      status,
      severity,
      id,
      rack: rackName,
      title: rackName,
    });
    ids.set(n, String(body.incidentId));
  };
  step('2026-03-27T07:00:00Z', 0, () => rackAlert(13, 'x', 'r13', 'Open', 'Critical'));
  step('2026-03-27T07:00:00Z', 50, () => rackAlert(13, 'x', 'r13', 'Resolved', 'Critical'));
  // A group of three problems is one incident, and open while one of them is.
  for (const id of ['p', 'q', 'r'])
    step('2026-03-27T08:00:00Z', 1, () => rackAlert(14, id, 'r14', 'Open', 'Minor'));
  step('2026-03-27T08:00:00Z', 9, () => rackAlert(14, 'p', 'r14', 'Resolved', 'Minor'));
  // A rule discards it: it counts, resolved, without a time.
  step('2026-03-27T10:00:00Z', 0, () => discarded());
  // Snoozed for an hour: the times go on. tta 7200, ttr 7200.
  step('2026-03-27T12:00:00Z', 0, () => open(16, {}));
  step('2026-03-27T12:00:00Z', 1, () =>
    act(alice.api, 16, 'Snoozed', { snoozingOptions: { snoozedUntil: '2026-03-27T13:00:00Z' } }),
  );
  step('2026-03-27T12:00:00Z', 120, () => act(alice.api, 16, 'Resolved'));
  // Of team B since before both periods; for team A it starts when it is assigned: tta 900, ttr 3600.
  const assign = (n: number, team: string) =>
    act(alice.api, n, 'Assigned', { assigningOptions: { teams: [{ id: team }] } });
  step('2026-03-10T10:00:00Z', 0, () => open(17, { severity: 'Critical', teamIds: [b] }));
  step('2026-03-25T12:00:00Z', 0, () => assign(17, a));
  step('2026-03-25T12:00:00Z', 15, () => act(alice.api, 17, 'Investigated'));
  step('2026-03-25T12:00:00Z', 60, () => act(api, 17, 'Resolved'));
  // Acknowledged in team A, then given to team B, which acknowledges it, too. A: 600 and 5400; B: 900 and 3600.
  step('2026-03-28T10:00:00Z', 0, () => open(18, { severity: 'Critical' }));
  step('2026-03-28T10:00:00Z', 10, () => act(alice.api, 18, 'Investigated'));
  step('2026-03-28T10:00:00Z', 30, () => assign(18, b));
  step('2026-03-28T10:00:00Z', 45, () => act(alice.api, 18, 'Investigated'));
  step('2026-03-28T10:00:00Z', 90, () => act(alice.api, 18, 'Resolved'));
  // Deleted: it counts as it was then. tta 300, ttr 300.
  step('2026-03-28T12:00:00Z', 0, () => open(22, {}));
  step('2026-03-28T12:00:00Z', 5, () => act(alice.api, 22, 'Resolved'));
  step('2026-03-28T12:00:00Z', 6, () => act(alice.api, 22, 'Archived'));
  step('2026-03-28T12:00:00Z', 7, () => api.delete(`/incident/${ids.get(22)}`));
  // Its integration is deleted: ttr 600.
  step('2026-03-27T15:00:00Z', 0, () =>
    open(23, { severity: 'Warning', integrationId: vanishing }),
  );
  step('2026-03-27T15:00:00Z', 10, () => act(api, 23, 'Resolved'));
  step('2026-03-30T10:00:00Z', 0, () => api.delete(`/inbound-integration/${vanishing}`));
  step('2026-03-30T10:00:00Z', 1, () => api.delete(`/user/${bob.id}`));
  // What opens no incident at all: nothing counts.
  step('2026-03-27T16:00:00Z', 0, () => maintained());

  for (const { at, run } of steps.sort((one, other) => one.at - other.at)) {
    app.clock.set(new Date(at));
    await run();
  }
  app.clock.set('2026-04-01T10:00:00.000Z');
  await app.app.jobs.runAll((task) => task !== 'incident-facts');
  return { app, a, b, webhook, vanishing, alice, ids };

  async function discarded(): Promise<void> {
    const alerting = () => app.app.jobs.runAll((task) => task === 'alerting');
    // What has happened before is not the rule's.
    await alerting();
    const routing = await api.make('/routing', {
      displayName: 'Noise',
      teamId: a,
      rules: [{ conditions: {}, actions: { discard: true } }],
    });
    await open(15, { severity: 'Warning' });
    await alerting();
    await api.delete(`/routing/${routing}`);
  }

  async function maintained(): Promise<void> {
    const window = await api.make('/inbound-integration-maintenance-windows', {
      integrationId: webhook,
      type: 'maintenance',
    });
    await alert(app, webhook, { severity: 'Critical', id: 'm', rack: 'rm' });
    await api.delete(`/inbound-integration-maintenance-windows/${window}`);
  }
}
