import { randomUUID } from 'node:crypto';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectChatAccount } from '../../src/contacts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { kindsOf, removeResource } from '../../src/resources/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures } from '../support/fixtures.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';
import { membersOf } from '../support/members.ts';
import { type MirroredWrites, mirrorWrites } from '../support/mirrored-writes.ts';
import { type RecordedQueries, recordQueries, type Scan } from '../support/recorded-queries.ts';

/**
 * The law: once an object is deleted and the jobs have run, no stored document names it, but for what is listed here
 * with the reason. Each object is deleted in an organization of its own that has one of everything, and documents in
 * every collection that name it; then every member of every document of every collection is looked at.
 */
interface Exception {
  /** Of which deleted objects; of all where it is left out. */
  of?: readonly string[];
  /** Of `collection.path`, without positions. */
  at: RegExp;
  because: string;
}

const exceptions: readonly Exception[] = [
  {
    at: /^audit_log\./,
    because: 'says what was there, until its own retention',
  },
  {
    of: ['Team', 'InboundIntegration', 'Incident'],
    at: /^replay_differences\.(teamIds|integrationId|incidentIds)$/,
    because: 'says what a replay has found, until its own retention',
  },
  {
    of: ['User'],
    at: /^proof_runs\.userId$/,
    because:
      'says who asked for a proof, until its own retention; it goes with who is known nowhere else',
  },
  {
    of: ['Service'],
    at: /^service_maintenances\.(wire|lookup)\.serviceIds$/,
    because: 'what a client wrote is echoed as it was, and may name what is gone',
  },
  {
    of: ['User'],
    at: /^(on_call_schedules\.(wire\.layers\.groups|lookup)|temporary_schedules\.wire\.shifts)\.userIds$/,
    because: 'the turns of the others stay whose they are, and who is gone is passed over',
  },
  {
    of: ['PersonCalendar'],
    at: /^(on_call_schedules|support_hours)\.wire\.holidayCalendarIds$/,
    because: 'its days are days like any other then, and coverage says so',
  },
  {
    of: ['SupportHours'],
    at: /^(inbound_integrations|services)\.wire\.urgencySettings\.supportHoursId$/,
    because: 'what cannot be decided is urgent, and coverage says so',
  },
  {
    of: ['User', 'Team', 'OnCallSchedule', 'EscalationPolicy', 'OutboundIntegration'],
    at: /^escalation_policies\.wire\.steps\.(targets\.\w+|assignTeamIds)$/,
    because: 'a step keeps its place; coverage names what it tells no longer',
  },
  {
    of: ['Team', 'InboundIntegration'],
    at: /^guarantees\.wire\.incidents\.(teamIds|integrationIds)$/,
    because: 'without the name it would be about all others; it is about nothing then, and says so',
  },
  {
    of: ['Team'],
    at: /^shadow_runs\.(wire|lookup)\.teamIds$/,
    because: 'the run goes on for its other teams, and nobody is in a team that is gone',
  },
  {
    of: ['Team', 'OnCallSchedule'],
    at: /^told_shifts\./,
    because:
      'who was told of a shift is told that it is no longer theirs; it goes when that would have begun',
  },
  {
    of: ['Service', 'Incident'],
    at: /^public_updates\.(wire|lookup)\.(serviceIds|incidentIds)$/,
    because: 'what customers were told was about it, whatever became of it since',
  },
  {
    of: ['Team', 'InboundIntegration'],
    at: /^incidents\.(teamIds|readers|integrationId)$/,
    because: 'an incident is history, closed and archived, until its retention',
  },
  {
    of: ['Team', 'InboundIntegration', 'Incident'],
    at: /^kept_incidents\./,
    because: 'reports and status pages count what happened, until the retention of reports',
  },
  {
    of: ['Team', 'OutboundIntegration', 'Incident'],
    at: /^deliveries\.(teamIds|ownerId|incidentId)$/,
    because:
      'who and what was told of an incident can be read with it, and by id, until its retention',
  },
  {
    of: ['Incident'],
    at: /^(routing_rule_execution_logs|http_monitoring_results)\.incidentId$/,
    because: 'the log is that of a rule or a monitor, which is still there',
  },
  {
    of: ['Team', 'Incident'],
    at: /^call_sessions\.(teamIds|incidentId)$/,
    because: 'the call is that of a number, until its retention',
  },
  {
    of: ['Team', 'User'],
    at: /^call_engagements\.(_id|teamId|userId)$/,
    because: 'a call that is going on goes on, for four hours at most',
  },
  {
    of: ['User'],
    at: /^deliveries\.ownerId$/,
    because:
      'that somebody was told stays known of the incident; who it was is an id that leads to nobody',
  },
  {
    of: ['Incident'],
    at: /^(outbound_sent_messages\.incidentId|reply_links\.incidentIds)$/,
    because: 'expires within days; what comes back by it finds no incident',
  },
  {
    of: ['OnCallOverride', 'TemporarySchedule', 'User'],
    at: /^former_(on_call_overrides|temporary_schedules)\./,
    because: 'reports of duty count the time for which it was there',
  },
  {
    of: ['User'],
    at: /^on_call(_schedule)?_versions\./,
    because: 'says who was on call in the past; who it was is an id that leads to nobody',
  },
];

interface Deletion {
  entityType: string;
  id: string;
  remove(): Promise<void>;
  /** Where it was named before, and is named after. */
  before: Set<string>;
  after: Set<string>;
}

let t: TestApp;
let queries: RecordedQueries;
let scans: Scan[];
/** The same deletions in the embedded database, beside another MongoDB. */
let mirrored: MirroredWrites | undefined;
const deletions = new Map<string, Deletion>();

/**
 * Deletions that share an organization: none of a row takes away another one of it, or what names it. What is in no row
 * is deleted in one organization, too.
 */
const together = [
  ['Organization'],
  ['Team'],
  ['User'],
  [
    ...['InboundIntegration', 'OutboundIntegration', 'OidcConnection', 'Routing'],
    ...['Service', 'StatusPage', 'Group', 'Incident', 'OnCallOverride', 'OnCallSchedule'],
  ],
];

beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp();
  const rest = deletable().filter((entityType) => !together.flat().includes(entityType));
  for (const entityTypes of [...together, rest]) {
    const organization = await populate();
    for (const entityType of entityTypes)
      deletions.set(entityType, deletionOf(entityType, organization));
  }
  await t.app.jobs.runAll((task) => ['incident-texts', 'on-call-versions'].includes(task));
  await findNamed('before');
  if (process.env.TOCSIN_TEST_MONGODB_URI) mirrored = await mirrorWrites(t);
  queries.forget();
  for (const { remove } of deletions.values()) await remove();
  await t.app.jobs.runAll();
  // Until what was under way when they went has arrived.
  t.clock.advance(61);
  await t.app.jobs.runAll();
  ({ scans } = await queries.explainAll(t));
  await findNamed('after');
});
afterAll(async () => {
  await mirrored?.close();
  await t?.stop();
});

/** Whatever the API deletes. A kind that shares the id of another object is named wherever that one is. */
function deletable(): string[] {
  const kinds = kindsOf(t.app.world).filter(({ sharesId }) => !sharesId);
  return [...kinds.map(({ entityType }) => entityType), 'Incident'];
}

const pathByType: Readonly<Record<string, string>> = {
  Organization: 'organizations',
  InboundIntegrationMaintenanceWindow: 'inbound-integration-maintenance-windows',
  StatusPageSubscriberSms: 'status-page-subscriber-sms',
};

function pathOf(entityType: string): string {
  const inKebab = entityType.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  return pathByType[entityType] ?? inKebab;
}

interface Populated extends TestOrganization {
  fixtures: Fixtures;
}

/** An organization with one of everything, and documents of every collection that name what they can. */
async function populate(): Promise<Populated> {
  const organization = await makeOrganization(t);
  const made = await makeFixtures({ ...t, ...organization, organizationId: organization.id });
  const fixtures: Fixtures = {
    ...made,
    organizations: organization.id,
    'chat-account': await makeChatAccount(organization, made),
  };
  await nameEverywhere(fixtures);
  return { ...organization, fixtures };
}

/** As a code makes one that its person writes to the bot. */
async function makeChatAccount(
  { api, id }: TestOrganization,
  { team: teamId = '', user: userId = '' }: Fixtures,
): Promise<string> {
  const outboundIntegrationId = await api.make('/outbound-integration', {
    displayName: 'Bot',
    teamId,
    type: 'Telegram',
    telegramSettings: { botToken: '1:a', webhookSecret: 'secret', isForPeople: true },
  });
  const given = { userId, outboundIntegrationId, chatUserId: '1001', displayName: null };
  return (await connectChatAccount(systemContext(t.app.world, id), given)).id;
}

function deletionOf(
  entityType: string,
  { api, id: organizationId, fixtures }: Populated,
): Deletion {
  const path = pathOf(entityType);
  const id = fixtures[path];
  if (id === undefined) throw new Error(`There is no ${entityType} among the fixtures.`);
  const remove = async () => {
    const kind = kindsOf(t.app.world).find((one) => one.entityType === entityType);
    // Keys are revoked, groups deleted through SCIM, and accounts in chats below their person.
    if (kind && ['ApiKey', 'Group', 'ChatAccount'].includes(entityType)) {
      await removeResource(systemContext(t.app.world, organizationId), kind, id);
      return;
    }
    if (entityType === 'Incident') {
      const archive = { operations: { appendIntent: { intent: 'Archived' } } };
      expect((await api.patch(`/incident/${id}`, archive)).status).toBe(200);
    }
    // No organization deletes itself.
    const client = entityType === 'Organization' ? t.api : api;
    const { status, text } = await client.delete(`/${path}/${id}`);
    expect(status, text).toBe(200);
  };
  return { entityType, id, remove, before: new Set(), after: new Set() };
}

/** Which fixture a member of this name names; `collection.member` where it differs. */
const namedBy: Readonly<Record<string, string>> = {
  organizationId: 'organizations',
  teamId: 'team',
  teamIds: 'team',
  integrationId: 'inbound-integration',
  'outbound_sent_messages.integrationId': 'outbound-integration',
  'chat_codes.integrationId': 'outbound-integration',
  'call_sessions.integrationId': '(another one)',
  userId: 'user',
  userIds: 'user',
  incidentId: 'incident',
  incidentIds: 'incident',
  statusPageId: 'status-page',
  connectionId: 'oidc-connection',
  groupId: 'group',
  groupIds: 'group',
  sessionId: 'call-session',
  scheduleId: 'on-call-schedule',
};

/** What the id of a document is made of, where that is another object's. */
const idsMadeOf: Readonly<Record<string, (of: Fixtures) => string>> = {
  monitor_states: (of) => `${of['inbound-integration']}`,
  refused_requests: (of) => `${of['inbound-integration']}`,
  number_set_ups: (of) => `${of['inbound-integration']}`,
  outbound_failure_counts: (of) => `${of['outbound-integration']}`,
  round_robins: (of) => `${of.team}:0:0`,
  call_engagements: (of) => `${of.team}:${of.user}`,
  group_memberships: (of) => `${of.group}/${of.user}`,
  audit_chain_starts: (of) => `${of.organizations}`,
  audit_heads: (of) => `${of.organizations}`,
  kept_incident_positions: (of) => `${of.organizations}`,
  incident_days: (of) => `${of.organizations} 2026-01-01 000000`,
};

/** What else the jobs look at. */
const madeUpWith: Readonly<Record<string, Document>> = {
  told_windows: { messages: [], told: null },
  status_page_news: { storedAt: new Date('2026-03-02T10:00:00Z') },
};

/** The fixtures have them as the server writes them, or the jobs would not understand what was made up. */
const notMadeUp = new Set([
  ...['incidents', 'payloads', 'removals', 'group_effects', 'audit_log'],
  ...[
    'incident_texts',
    'on_call_versions',
    'on_call_schedule_versions',
    'payload_revisions',
    'deliveries',
    'routing_rule_execution_logs',
    'media',
    'media_chunks',
  ],
]);

async function nameEverywhere(of: Fixtures): Promise<void> {
  const kinds = new Set(kindsOf(t.app.world).map(({ collection }) => collection));
  for (const model of models) {
    const { collectionName } = model;
    if (kinds.has(collectionName) || notMadeUp.has(collectionName)) continue;
    const members = membersOf(t.app.world, model);
    const named = members.flatMap((member) => {
      const fixture = namedBy[`${collectionName}.${member}`] ?? namedBy[member];
      const id = fixture === undefined ? undefined : of[fixture];
      return id === undefined ? [] : [[member, member.endsWith('s') ? [id] : id] as const];
    });
    const makeId = idsMadeOf[collectionName];
    if (named.length === 0 && !makeId) continue;
    const document: Document = {
      ...Object.fromEntries(named),
      ...madeUpWith[collectionName],
      // Unique where it is.
      ...(members.includes('providerCallId') ? { providerCallId: randomUUID() } : {}),
      _id: makeId?.(of) ?? `made-up ${randomUUID()}`,
      createdAt: t.clock.now(),
    };
    await connection()
      .collection(collectionName)
      .replaceOne({ _id: document._id }, document, { upsert: true });
  }
}

const connection = () => t.app.world.store.connection;

/** Looks at everything there is for the ids of what is deleted. */
async function findNamed(when: 'before' | 'after'): Promise<void> {
  const byId = new Map([...deletions.values()].map((deletion) => [deletion.id, deletion]));
  for (const { name } of await connection().listCollections())
    for await (const document of connection().collection(name).find())
      for (const { path, text } of textsIn(document, name))
        for (const id of text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? [])
          byId.get(id.toLowerCase())?.[when].add(path);
}

/** Every text in a value, names of members among them, with its path. */
function* textsIn(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, path);
  else if (typeof value === 'object' && value !== null && !('_bsontype' in value))
    for (const [name, member] of Object.entries(value)) {
      yield { path: `${path}.*`, text: name };
      yield* textsIn(member, `${path}.${name}`);
    }
}

const exceptionsFor = (entityType: string, path: string) =>
  exceptions.filter(({ of, at }) => (of === undefined || of.includes(entityType)) && at.test(path));

it('every kind of object is deleted here', () => {
  expect([...deletions.keys()].toSorted()).toEqual(deletable().toSorted());
  for (const { entityType, before } of deletions.values())
    expect(before.size, entityType).toBeGreaterThan(1);
});

it('what is left of a deleted object is only what is excepted', () => {
  const left = [...deletions.values()].flatMap(({ entityType, after }) =>
    [...after]
      .filter((path) => exceptionsFor(entityType, path).length === 0)
      .map((path) => `${entityType}: ${path}`),
  );
  expect(left).toEqual([]);
});

it('each exception is one', () => {
  const used = new Set(
    [...deletions.values()].flatMap(({ entityType, after }) =>
      [...after].flatMap((path) => exceptionsFor(entityType, path)),
    ),
  );
  expect(exceptions.filter((exception) => !used.has(exception))).toEqual([]);
});

it('no deletion scans a collection', () => {
  expect(scans).toEqual([]);
});

it('no task has failed', () => {
  expect(t.log.filter(({ task }) => task !== undefined)).toEqual([]);
});

it.runIf(process.env.TOCSIN_TEST_MONGODB_URI)(
  'another MongoDB and the embedded database make the same of every write of a deletion',
  async () => {
    expect(await mirrored?.differences()).toEqual([]);
  },
);
