import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/kernel/index.ts';
import { applyChanges } from '../../src/store/apply-changes.ts';
import { attemptMarks } from '../../src/store/changes/001-attempt-marks.ts';
import { sentences } from '../../src/store/changes/002-sentences.ts';
import { saidInHistories } from '../../src/store/changes/003-said-in-histories.ts';
import { keptIncidents } from '../../src/store/changes/004-kept-incidents.ts';
import { monitorTargets } from '../../src/store/changes/005-monitor-targets.ts';
import { missedCalls } from '../../src/store/changes/006-missed-calls.ts';
import { saidOfCalls } from '../../src/store/changes/007-said-of-calls.ts';
import { saidOfPayloads } from '../../src/store/changes/008-said-of-payloads.ts';
import { saidOfChecks } from '../../src/store/changes/009-said-of-checks.ts';
import { saidOfPauses } from '../../src/store/changes/010-said-of-pauses.ts';
import { saidOfDomains } from '../../src/store/changes/011-said-of-domains.ts';
import { unansweredAttempts } from '../../src/store/changes/012-unanswered-attempts.ts';
import { type StoreChange, storeChanges } from '../../src/store/changes/index.ts';
import { type OpenStore, openStore } from '../../src/store/index.ts';

/** Data of an earlier version is brought into the shape of this one, and data of a later one is left alone. */

let dataDir: string;
let store: OpenStore;
const open = (changes?: readonly StoreChange[]) =>
  openStore({
    mongodbUri: process.env.TOCSIN_TEST_MONGODB_URI,
    databaseName: `tocsin_test_${dataDir.slice(-6)}`,
    dataDir,
    log: createLog('silent'),
    models: [],
    mayBeEmpty: true,
    ...(changes ? { changes } : {}),
  });

let madeAtFirst = 0;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const counting = async () => {
    madeAtFirst += 1;
  };
  store = await open(storeChanges.map(() => counting));
});
afterAll(async () => {
  await store?.connection.dropDatabase();
  await store?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const numberOf = async () =>
  (await store.connection.collection('store_changes').findOne({}))?.number as number | undefined;

test('the files of changes are numbered from 1 and without gaps, and all of them are made', () => {
  const files = readdirSync(join(import.meta.dirname, '../../src/store/changes'));
  const numbers = files
    .filter((file) => file !== 'index.ts')
    .map((file) => Number.parseInt(file, 10));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(storeChanges.map((_, index) => index + 1));
});

test('a new store has the number of the newest change, and has nothing to change', async () => {
  expect(madeAtFirst).toBe(0);
  expect(await numberOf()).toBe(storeChanges.length);
});

describe('a start', () => {
  let made: string[];
  const noting =
    (name: string): StoreChange =>
    async () =>
      void made.push(name);
  beforeEach(async () => {
    made = [];
    await store.connection.collection('store_changes').deleteMany({});
  });

  test('makes what is new, in order and once', async () => {
    await applyChanges(store.connection, [noting('one')]);
    await applyChanges(store.connection, [noting('one'), noting('two'), noting('three')]);
    await applyChanges(store.connection, [noting('one'), noting('two'), noting('three')]);
    expect(made).toEqual(['one', 'two', 'three']);
    expect(await numberOf()).toBe(3);
  });

  test('goes on where one was cut off', async () => {
    let isCut = true;
    const cut: StoreChange = async (connection) => {
      await noting('two')(connection);
      if (isCut) throw new Error('The process was killed.');
    };
    const all = [noting('one'), cut, noting('three')];
    await expect(applyChanges(store.connection, all)).rejects.toThrow('killed');
    isCut = false;
    await applyChanges(store.connection, all);
    expect(made).toEqual(['one', 'two', 'two', 'three']);
  });

  test('of several processes at once changes no number back', async () => {
    const all = [noting('one'), noting('two')];
    await Promise.all([1, 2, 3].map(() => applyChanges(store.connection, all)));
    expect(await numberOf()).toBe(2);
  });

  test('of an older program is refused with what to do, and changes nothing', async () => {
    await applyChanges(store.connection, [noting('one'), noting('two')]);
    await expect(open([noting('other')])).rejects.toThrow(
      'A newer version of Tocsin has changed the data here (2 changes; this version knows 1). Start that version again, or restore a backup from before the update.',
    );
    expect(made).toEqual(['one', 'two']);
    expect(await numberOf()).toBe(2);
  });
});

const waiting = { lane: 'Email', rank: 0, nextAt: new Date(1), state: 'queued' };

const words = (text: string) => ({ code: 'words', values: { text } });

/** What each finds and what it leaves; made twice, it leaves the same. */
const cases: [StoreChange, string, object[], object[]][] = [
  [
    attemptMarks,
    'deliveries',
    [
      { ...waiting, sendingAt: new Date(1) },
      { ...waiting, lane: 'Outbound' },
    ],
    [
      { ...waiting, mayHaveArrived: true },
      { ...waiting, lane: 'Outbound' },
    ],
  ],
  [
    sentences,
    'deliveries',
    [
      { because: 'Tier 1 of $5 & Co', dropReason: 'The line was busy.' },
      { because: { code: 'tierOfTeam', values: { tier: 1, team: 'A' } } },
    ],
    [
      { because: words('Tier 1 of $5 & Co'), dropReason: words('The line was busy.') },
      { because: { code: 'tierOfTeam', values: { tier: 1, team: 'A' } } },
    ],
  ],
  [
    sentences,
    'payloads',
    [
      { reason: 'No.', decisions: [{ step: 'map', result: 'No.' }] },
      { reason: words('No.'), decisions: [] },
      { reason: words('No.') },
    ],
    [
      { reason: words('No.'), decisions: [{ step: 'map', result: words('No.') }] },
      { reason: words('No.'), decisions: [] },
      { reason: words('No.') },
    ],
  ],
  [
    sentences,
    'routing_rule_execution_logs',
    [{ effectSummary: 'Assigned.' }, { effectSummary: null }],
    [{ effectSummary: words('Assigned.') }, { effectSummary: null }],
  ],
  [sentences, 'number_set_ups', [{ text: 'Refused: no' }], [{ text: words('Refused: no') }]],
  [
    saidInHistories,
    'incidents',
    [
      {
        _id: 'a',
        events: [
          { id: '1', intent: 'Created' },
          { id: '2', message: 'Costs $5 & more' },
          { id: '3', message: { code: 'teamDeleted', values: {} } },
          { id: '4', message: '' },
        ],
      },
      { _id: 'b', events: [{ id: '1', message: 'Hm.' }] },
      { _id: 'c', events: [{ id: '1' }] },
    ],
    [
      {
        events: [
          { id: '1', intent: 'Created' },
          { id: '2', message: words('Costs $5 & more') },
          { id: '3', message: { code: 'teamDeleted', values: {} } },
          { id: '4', message: words('') },
        ],
      },
      { events: [{ id: '1', message: words('Hm.') }] },
      { events: [{ id: '1' }] },
    ],
  ],
  [keptIncidents, 'incident_fact_days', [{ _id: 'o 2026-03-02', rows: null }], []],
  [monitorTargets, 'monitor_states', [{ version: 3, level: 'Up' }], [{ version: -1, level: 'Up' }]],
  [
    missedCalls,
    'inbound_integrations',
    [
      { wire: { integrationSettings: { twilio: { callFlowConfig: null } } } },
      { wire: { integrationSettings: { telnyx: { callFlowConfig: { language: 'de-DE' } } } } },
      {
        wire: {
          integrationSettings: { twilio: { callFlowConfig: { missedCallIncidents: true } } },
        },
      },
      { wire: { integrationSettings: { email: { aliases: [] } } } },
      { wire: { integrationSettings: null } },
    ],
    [
      {
        wire: {
          integrationSettings: { twilio: { callFlowConfig: { missedCallIncidents: false } } },
        },
      },
      {
        wire: {
          integrationSettings: {
            telnyx: { callFlowConfig: { language: 'de-DE', missedCallIncidents: false } },
          },
        },
      },
      {
        wire: {
          integrationSettings: { twilio: { callFlowConfig: { missedCallIncidents: true } } },
        },
      },
      { wire: { integrationSettings: { email: { aliases: [] } } } },
      { wire: { integrationSettings: null } },
    ],
  ],
  [
    saidOfCalls,
    'call_sessions',
    [
      {
        _id: 'a',
        version: 3,
        session: {
          endReason: 'Costs $5 & more',
          closed: 'Closed.',
          callBacks: [
            { userId: 'u', endReason: 'No.' },
            { userId: 'v', endReason: null },
          ],
        },
        log: [
          { step: 'Hangup', reason: 'One.' },
          { step: 'Hangup', reason: words('Two.') },
        ],
        incidentReason: 'None.',
        copy: { state: 'failed', reason: 'Gone.' },
      },
      {
        _id: 'b',
        version: 1,
        session: { endReason: words('Over.') },
        log: [{ reason: words('One.') }],
        incidentReason: null,
        copy: null,
      },
      { _id: 'c', version: 1, session: { endReason: null }, log: [], copy: { error: 'Later.' } },
    ],
    [
      {
        version: 4,
        session: {
          endReason: words('Costs $5 & more'),
          closed: words('Closed.'),
          callBacks: [
            { userId: 'u', endReason: words('No.') },
            { userId: 'v', endReason: null },
          ],
        },
        log: [
          { step: 'Hangup', reason: words('One.') },
          { step: 'Hangup', reason: words('Two.') },
        ],
        incidentReason: words('None.'),
        copy: { state: 'failed', reason: words('Gone.') },
      },
      {
        version: 1,
        session: { endReason: words('Over.') },
        log: [{ reason: words('One.') }],
        incidentReason: null,
        copy: null,
      },
      { version: 2, session: { endReason: null }, log: [], copy: { error: words('Later.') } },
    ],
  ],
  [
    saidOfCalls,
    'number_set_ups',
    [
      { text: { code: 'numberRefused', values: { error: 'No $5.' } } },
      { text: { code: 'numberSet', values: { number: '+1' } } },
    ],
    [
      { text: { code: 'numberRefused', values: { error: words('No $5.') } } },
      { text: { code: 'numberSet', values: { number: '+1' } } },
    ],
  ],
  [
    saidOfCalls,
    'incidents',
    [
      {
        _id: 'a',
        events: [
          { id: '1', message: { code: 'recordingNotCopied', values: { why: 'Gone.' } } },
          { id: '2', message: words('Hm.') },
        ],
      },
    ],
    [
      {
        events: [
          { id: '1', message: { code: 'recordingNotFetched', values: { why: words('Gone.') } } },
          { id: '2', message: words('Hm.') },
        ],
      },
    ],
  ],
  [
    saidOfPayloads,
    'payloads',
    [{ untold: 'Costs $5 & more' }, { untold: words('Gone.') }, { outcome: 'Failed' }],
    [{ untold: words('Costs $5 & more') }, { untold: words('Gone.') }, { outcome: 'Failed' }],
  ],
  [
    saidOfPayloads,
    'unreadable_episodes',
    [{ _id: 'i', reason: 'The mapping failed.' }],
    [{ reason: words('The mapping failed.') }],
  ],
  [
    saidOfChecks,
    'http_monitoring_results',
    [
      { statusReason: 'Status 503.' },
      { statusReason: 'Not made.', sentence: words('Not made') },
      { statusReason: null },
    ],
    [{ reason: words('Status 503.') }, { reason: words('Not made') }, {}],
  ],
  [
    saidOfPauses,
    'outbound_integrations',
    [{ internal: { pausedReason: 'Ten failed.' } }, { internal: { pausedReason: null } }],
    [{ internal: { pausedReason: words('Ten failed.') } }, { internal: { pausedReason: null } }],
  ],
  [
    saidOfDomains,
    'oidc_connections',
    [
      {
        wire: {
          domainProofs: [
            { domain: 'a.example', message: 'Gone.' },
            { domain: 'b.example', message: null },
          ],
        },
      },
      { wire: { domainProofs: [] } },
    ],
    [
      {
        wire: {
          domainProofs: [
            { domain: 'a.example', message: words('Gone.') },
            { domain: 'b.example', message: null },
          ],
        },
      },
      { wire: { domainProofs: [] } },
    ],
  ],
  [
    unansweredAttempts,
    'deliveries',
    [{ ...waiting, mayHaveArrived: true }, { state: 'sent', mayHaveArrived: true }, waiting],
    [{ ...waiting, unanswered: 1 }, { state: 'sent', unanswered: 1 }, waiting],
  ],
];

test('each change has a case', () => {
  expect([...new Set(cases.map(([change]) => change))]).toEqual(storeChanges);
});

test.each(cases)('%o', async (change, name, before, after) => {
  const collection = store.connection.collection(name);
  await collection.deleteMany({});
  await collection.insertMany(before.map((one) => ({ ...one })));
  for (let time = 0; time < 2; time += 1) {
    await change(store.connection);
    const found = await collection.find({}, { projection: { _id: 0 } }).toArray();
    expect(found).toEqual(after);
  }
});

test('facts of reports are taken over, as older than every incident that is there, and not over newer ones', async () => {
  const [former, kept] = ['incident_facts', 'kept_incidents'].map((name) =>
    store.connection.collection<Record<string, unknown> & { _id: string }>(name),
  );
  const createdAt = new Date('2026-03-02T23:59:59.999Z');
  const fact = { organizationId: 'o', createdAt, title: 'A', acts: [], escalatedAt: [] };
  const resolvedAt = new Date('2026-03-04T00:00:00.000Z');
  await kept?.insertOne({ _id: 'newer', title: 'B' });
  await former?.insertMany([
    { ...fact, _id: 'a1', version: 7 },
    { ...fact, _id: 'b2', version: 2, resolvedAt, acts: [{}] },
    { ...fact, _id: 'newer', version: 2 },
  ]);
  for (let time = 0; time < 2; time += 1) {
    await keptIncidents(store.connection);
    const more = { version: 0, spans: [] };
    expect(await kept?.find({}).sort({ _id: 1 }).toArray()).toEqual([
      {
        ...{ _id: 'a1', ...fact, ...more, updatedAt: createdAt },
        ...{ block: 'o 2026-03-02 000001', unpacked: 'a1' },
      },
      {
        ...{ _id: 'b2', ...fact, ...more, updatedAt: resolvedAt, resolvedAt, acts: [{}] },
        ...{ isActed: true, block: 'o 2026-03-02 000002', unpacked: 'b2' },
      },
      { _id: 'newer', title: 'B' },
    ]);
    expect(await former?.countDocuments({})).toBe(0);
  }
});
