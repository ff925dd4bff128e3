import { ObjectId } from 'bson';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setPlan } from '../../src/identity/index.ts';
import { firstIdAt, retentionDefaults, retentionInWords } from '../../src/kernel/index.ts';

import { models } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import { startTestApp, type TestApp, withUpkeep } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { alert, makeIntegration, map } from '../support/webhook.ts';

/** How a collection stays bounded. */
type Bound =
  /** Its documents are kept for so long after `at`; `kind` as the metric counts them, if it does. */
  | { keptHours: number; kind?: string; document(at: Date): Document }
  /** An index of the store removes them. */
  | 'expires'
  /** One for each of something that somebody makes and deletes, or a fixed number. */
  | { per: string };

const hour = 3_600_000;
const days = (count: number) => count * 24;
const log = (at: Date) => ({ createdAt: at, ownerId: 'somebody' });
const delivery = (lane: string) => (at: Date) => ({ _id: firstIdAt(at.getTime()), lane });

const bounds: Readonly<Record<string, Bound | readonly Bound[]>> = {
  payloads: {
    keptHours: days(90),
    kind: 'payloads',
    document: (at) => ({ _id: ObjectId.createFromTime(at.getTime() / 1000), incidentId: null }),
  },
  incidents: {
    keptHours: Number.NaN,
    kind: 'incidents',
    document: (at) => ({ lastUpdatedAt: at, createdAt: at, status: 'Resolved' }),
  },
  deliveries: [
    { keptHours: days(365), kind: 'notifications', document: delivery('Email') },
    { keptHours: days(90), kind: 'deliveries', document: delivery('Outbound') },
  ],
  routing_rule_execution_logs: { keptHours: days(365), kind: 'executions', document: log },
  http_monitoring_results: { keptHours: days(30), kind: 'checks', document: log },
  call_sessions: {
    keptHours: days(365),
    kind: 'calls',
    document: (at) => ({ _id: firstIdAt(at.getTime()), providerCallId: `${at.getTime()}` }),
  },
  kept_incidents: {
    keptHours: days(1096),
    kind: 'reports',
    document: (at) => ({ createdAt: at, held: [] }),
  },
  audit_log: {
    // What the organization of the tests has set.
    keptHours: days(30),
    kind: 'audit',
    document: (at) => ({ at, sequence: at.getTime() }),
  },
  sessions: { keptHours: 0, document: (at) => ({ expiresAt: at, lastSeenAt: at }) },
  status_page_sign_ups: {
    keptHours: 24,
    document: (at) => ({ expiresAt: at, createdAt: at }),
  },
  status_page_news: { keptHours: days(30), document: log },
  engagement_report_mails: { keptHours: days(35), document: (at) => ({ takenUntil: at }) },
  call_engagements: { keptHours: 0, document: (at) => ({ leaseUntil: at }) },
  shadow_log: { keptHours: days(120), document: (at) => ({ openedAt: at }) },
  replay_runs: { keptHours: days(30), document: log },
  replay_differences: { keptHours: days(30), document: log },
  proof_runs: { keptHours: days(30), document: log },
  shadow_readings: { per: 'shadow run, which it goes with' },
  guarantee_states: { per: 'guarantee, which it goes with' },
  rate_counters: 'expires',
  idempotent_requests: 'expires',
  account_links: 'expires',
  account_challenges: 'expires',
  account_guesses: 'expires',
  oidc_attempts: 'expires',
  oidc_logout_tokens: 'expires',
  outbound_sent_messages: 'expires',
  chat_codes: 'expires',
  reply_links: 'expires',
  media: { per: 'call, and file that a number plays; they go with it' },
  media_chunks: { per: 'megabyte of a file in media' },
  incident_days: { per: 'day on which incidents were created, or thousands of its incidents' },
  kept_incident_positions: { per: 'organization' },
  payload_revisions: { per: 'mapping that payloads refer to; a task removes the others' },
  incident_events: { per: 'part of the history of an incident, which it goes with' },
  saved_views: { per: 'view that somebody keeps' },
  incident_texts: { per: '500 incidents; a task leaves out those that are gone' },
  incident_text_filters: { per: 'block of incident_texts, which it goes with' },
  incident_text_positions: { per: 'organization' },
  audit_chain_starts: { per: 'organization' },
  audit_heads: { per: 'organization' },
  installation: { per: 'installation' },
  processes: { per: 'process; others remove one that died' },
  intake_watermarks: { per: 'process; others remove that of one that died' },
  job_leases: { per: 'task' },
  monitor_watch: { per: 'task that listens for signs of life' },
  monitor_states: { per: 'monitor' },
  number_set_ups: { per: 'phone number' },
  refused_requests: { per: 'inbound integration' },
  outbound_failure_counts: { per: 'outbound integration' },
  round_robins: { per: 'schedule of a team' },
  channel_states: { per: 'channel that fails' },
  unreadable_episodes: { per: 'inbound integration whose payloads cannot be read' },
  on_call_versions: { per: 'change of a team, for reports of any time' },
  former_on_call_overrides: { per: 'override that somebody took back, for the same' },
  on_call_schedule_versions: { per: 'change of a schedule, for reports of any time' },
  former_temporary_schedules: { per: 'days by hand that somebody took back, for the same' },
  told_windows: { per: 'window that tools are told of, while it is active' },
  told_shifts: { per: 'person told of shifts that have not begun' },
  leave_intervals: { per: 'calendar that is kept elsewhere; each reading replaces them' },
  accounts: { per: 'person who signs in here' },
  oidc_identities: { per: 'person who signs in elsewhere' },
  group_memberships: { per: 'member of a group' },
  group_effects: { per: 'change of a group, until it is done' },
  removals: { per: 'deletion, until it is done' },
};

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const collection = (name: string) => t.app.world.store.connection.collection(name);

/** By kind, what the metric has counted so far. */
async function expired(): Promise<Record<string, number>> {
  const text = await (await fetch(`${t.app.url}/metrics`)).text();
  const lines = text.matchAll(/^tocsin_expired_total\{kind="([a-z]+)"\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, kind, count]) => [kind, Number(count)]));
}

describe('every collection', () => {
  it('has its bound in this table', () => {
    const kinds = new Set(kindsOf(t.app.world).map(({ collection: name }) => name));
    // Objects are kept until somebody deletes them.
    const others = models.map((model) => model.collectionName).filter((name) => !kinds.has(name));
    expect(Object.keys(bounds).toSorted()).toEqual(others.toSorted());
  });

  const kept = Object.entries(bounds).flatMap(([name, of]) =>
    [of]
      .flat()
      .flatMap((bound) =>
        typeof bound === 'object' && 'keptHours' in bound ? [{ name, bound }] : [],
      ),
  );
  describe('after its time', () => {
    /** One document that is a minute too old, and one that is not. */
    const pairs = new Map<object, { old: unknown; young: unknown }>();
    let before: Record<string, number>;
    beforeAll(async () => {
      const { id } = await makeOrganization(t);
      await t.api.put(`/organizations/${id}/settings`, { auditRetentionDays: 30 });
      const now = t.clock.now();
      for (const { name, bound } of kept) {
        const until = new Date(now.getTime() - bound.keptHours * hour);
        if (name === 'incidents') {
          until.setTime(now.getTime());
          until.setUTCMonth(until.getUTCMonth() - 24);
        }
        const store = (at: Date) =>
          collection(name)
            .insertOne({ organizationId: id, ...bound.document(at) } as never)
            .then(({ insertedId }) => insertedId);
        const old = await store(new Date(until.getTime() - 61_000));
        pairs.set(bound, { old, young: await store(new Date(until.getTime() + 61_000)) });
      }
      before = await expired();
      await t.app.jobs.runAll(withUpkeep);
    });
    afterAll(async () => {
      for (const { name, bound } of kept)
        await collection(name).deleteOne({ _id: pairs.get(bound)?.young as never });
    });

    it.each(kept)(
      '$name: $bound.kind, what is kept no longer goes, and the rest stays',
      async ({ name, bound }) => {
        const { old, young } = pairs.get(bound) ?? {};
        const left = await collection(name)
          .find({ _id: { $in: [old, young] as never[] } })
          .toArray();
        expect(left.map(({ _id }) => _id)).toEqual([young]);
        if (bound.kind !== undefined)
          expect((await expired())[bound.kind]).toBeGreaterThan(before[bound.kind] ?? 0);
      },
    );
  });

  const expiring = Object.entries(bounds).flatMap(([name, bound]) =>
    bound === 'expires' ? [name] : [],
  );
  it.each(expiring)('%s expires by an index of the store', async (name) => {
    const indexes = await collection(name).indexes();
    expect(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toBe(true);
  });
});

describe('what was set', () => {
  const entriesOf = async (api: Pick<TestApp, 'api'>['api']) => {
    const { body } = await api.get('/auditlog/list?Action=organization.set-retention');
    return body.items as { changes: { path: string; before?: unknown; after: unknown }[] }[];
  };

  it('is in the audit log of each organization, once, and again when the plan changes it', async () => {
    const { api, id } = await makeOrganization(t);
    await t.app.jobs.runAll(withUpkeep);
    await t.app.jobs.runAll(withUpkeep);
    const [entry, ...others] = await entriesOf(api);
    expect(others).toEqual([]);
    const words = retentionInWords(retentionDefaults, 'ENTERPRISE');
    expect(words).toMatchObject({ payloads: '90 days', incidents: '24 months' });
    expect(entry?.changes).toEqual(
      expect.arrayContaining(
        Object.entries(words).map(([name, after]) => ({ path: `retention.${name}`, after })),
      ),
    );
    await setPlan(t.app.world, id, 'STANDARD');
    await t.app.jobs.runAll((task) => task === 'retention-record');
    // That plan has no API to read it by.
    await setPlan(t.app.world, id, 'ENTERPRISE');
    const [changed] = await entriesOf(api);
    expect(changed?.changes).toEqual([
      { path: 'retention.incidents', before: '24 months', after: '6 months' },
    ]);
  });
});

describe('under steady alerts', () => {
  const rounds = 12;
  const alerts = 40;

  it('what is stored reaches a plateau, and so do the pages that hold it', async () => {
    const keeping = await startTestApp({
      env: { TOCSIN_RETENTION: 'payloads=1h,incidents=1h,reports=1h' },
    });
    try {
      const { store } = keeping.app.world;
      // Payloads have the time in their ids, which the driver takes from here.
      vi.spyOn(Date, 'now').mockImplementation(() => keeping.clock.now().getTime());
      const integration = await makeIntegration(keeping);
      await map(keeping, integration);
      const stored: { payloads: number; incidents: number; bytes: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const status of ['Open', 'Resolved']) {
          const bodies = Array.from({ length: alerts }, (_, n) => ({
            status,
            id: `problem-${round}-${n}`,
            message: 'x'.repeat(500),
          }));
          await Promise.all(bodies.map((body) => alert(keeping, integration, body)));
        }
        keeping.clock.advance(900);
        await keeping.app.jobs.runAll((task) => task.endsWith('-retention'));
        const size = await store.connection.db?.stats();
        const count = (name: string) => store.connection.collection(name).countDocuments();
        const [payloads, incidents] = await Promise.all([count('payloads'), count('incidents')]);
        stored.push({ payloads, incidents, bytes: Number(size?.totalSize) });
      }
      const [rising, flat] = [stored.slice(0, 6), stored.slice(6)];
      const largest = (of: typeof stored, what: keyof (typeof stored)[0]) =>
        Math.max(...of.map((one) => one[what]));
      // An hour is four rounds.
      expect(largest(stored, 'payloads')).toBe(4 * 2 * alerts);
      expect(largest(stored, 'incidents')).toBe(4 * alerts);
      // A MongoDB keeps its pages for itself.
      if (!process.env.TOCSIN_TEST_MONGODB_URI)
        expect(largest(flat, 'bytes')).toBeLessThanOrEqual(largest(rising, 'bytes') * 1.05);
    } finally {
      await keeping.stop();
    }
  });
});
