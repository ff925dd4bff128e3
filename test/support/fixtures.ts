import { randomUUID } from 'node:crypto';
import { createGroup } from '../../src/groups/index.ts';
import { holdFor, incidentsOf } from '../../src/incidents/index.ts';
import { systemClock, systemContext } from '../../src/kernel/index.ts';
import { monitorResults } from '../../src/monitors/index.ts';
import { identitiesIn } from '../../src/oidc/identity-model.ts';
import { proofRuns } from '../../src/proofs/proof-run-model.ts';
import { replayRunModel } from '../../src/replays/model.ts';
import { ruleExecutionLog } from '../../src/routing/index.ts';
import { words } from '../../src/sentences/index.ts';
import type { TestApp } from './app.ts';
import { storeCall } from './calls.ts';
import { appendLog, storeDelivery } from './deliveries.ts';
import type { DocumentedOperation } from './operations.ts';
import { alert } from './webhook.ts';

/**
 * Ids of one object of every kind, by the first segment of its path; of what is inside another object by
 * that segment and the name of the parameter (`routing/logId`).
 */
export type Fixtures = Record<string, string>;

/** One pixel. */
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Makes one object of every kind in the organization of the server's key. */
export async function makeFixtures(server: TestApp): Promise<Fixtures> {
  const { api, organizationId } = server;
  const team = await api.make('/team', {
    displayName: 'Team',
    calendarPublishingSettings: { isPublished: true },
  });
  // Set by a key, it is confirmed.
  const idempotencyKey = randomUUID();
  await api.post('/team', { displayName: 'Asked once' }, { 'idempotency-key': idempotencyKey });
  const user = await api.make('/user', {
    email: `${randomUUID()}@example.com`,
    phoneNumber: '+4930123456',
  });
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
  const received = await alert(server, integration, {});
  await api.make('/team-escalations', { teamId: team, escalationTiers: [] });
  const page = await api.make('/status-page', {
    displayName: 'Page',
    publicTitle: 'Page',
    slug: randomUUID(),
    historyInDays: 30,
    disablePublicSubscription: false,
  });
  const holidayCalendar = await api.make('/person-calendar', {
    displayName: `Holidays of ${team}`,
    kind: 'holidays',
    teamId: team,
    text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  });
  const supportHours = await api.make('/support-hours', {
    displayName: `Office hours of ${team}`,
    teamId: team,
    timeZoneId: 'Europe/Berlin',
    hours: [{ from: '09:00', until: '18:00' }],
    holidayCalendarIds: [holidayCalendar],
  });
  const suppressionRule = await api.make('/suppression-rule', {
    displayName: `Clusters of ${team}`,
    teamId: team,
    source: { severities: ['Critical'] },
    target: { severities: ['Minor'] },
  });
  const guarantee = await api.make('/guarantee', {
    displayName: 'Critical is told',
    incidents: { severities: ['Critical'], teamIds: [team] },
    told: { withinMinutes: 5 },
  });
  const shadowRun = await api.make('/shadow-run', {
    displayName: 'Leaving Opsgenie',
    product: 'Opsgenie',
    apiKey: 'secret',
    // Nobody of it may fall silent: other tests watch who is told.
    state: 'Paused',
    teamIds: [team],
    until: '2026-01-01T00:00:00Z',
  });
  const service = await api.make('/service', {
    displayName: 'Shop',
    publicTitle: 'Shop',
    urgencySettings: { type: 'supportHours', supportHoursId: supportHours },
  });
  const incident = await api.make('/incident', {
    title: 'Fire',
    status: 'Open',
    severity: 'Critical',
    teamIds: [team],
    attributes: [{ name: 'Graph', value: image, isImage: true }],
  });
  const outbound = await api.make('/outbound-integration', {
    displayName: 'Chat',
    teamId: team,
    type: 'Slack',
  });
  await api.put(`/user/${user}/notification-rules`, {
    rules: [],
    otherwise: [{ channel: 'Email', afterMinutes: 0 }],
    contacts: [{ id: 'home', channel: 'VoiceCall', target: '+4930123456' }],
  });
  const routing = await api.make('/routing', { displayName: 'Rules', teamId: team, rules: [] });
  const connection = await api.make('/oidc-connection', {
    displayName: 'SSO',
    // Nobody is there, and no time is lost to find that out.
    issuer: 'http://127.0.0.1:65535',
    clientId: 'tocsin',
    clientSecret: 'secret',
    domains: ['example.com'],
  });
  const schedule = await api.make('/on-call-schedule', {
    displayName: `Primary of ${team}`,
    teamId: team,
    layers: [{ groups: [{ userIds: [user] }] }],
    holidayCalendarIds: [holidayCalendar],
  });
  const standIn = await api.make('/user', { email: `${randomUUID()}@example.com` });
  return {
    'idempotency-key': idempotencyKey,
    'stand-in': standIn,
    team,
    user,
    'team-escalations': team,
    organizations: organizationId,
    'inbound-integration': integration,
    'inbound-integration/payloadId': String(received.body.payloadId),
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
    group: await makeGroup(server),
    'group-mapping': await api.make('/group-mapping', {
      groupDisplayName: 'Payments on-call',
      teamId: team,
      teamRole: 'Member',
    }),
    'push-subscription': await api.make('/push-subscription', {
      userId: user,
      ntfyTopicUrl: 'https://ntfy.example.com/alerts',
    }),
    'on-call': await api.make('/on-call/calendar', { teamId: team }),
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
    'outbound-integration': outbound,
    routing,
    'oidc-connection': connection,
    'oidc-connection/userId': await makeLinkedPerson(server, connection),
    'on-call-schedule': schedule,
    'temporary-schedule': await api.make('/temporary-schedule', {
      scheduleId: schedule,
      start: '2026-12-24T08:00:00Z',
      end: '2026-12-27T08:00:00Z',
      shifts: [],
    }),
    'cover-request': await api.make('/cover-request', {
      scheduleId: schedule,
      userId: user,
      askedUserIds: [standIn],
      // Not over by any clock.
      start: '2098-12-01T00:00:00Z',
      end: '2098-12-02T00:00:00Z',
    }),
    'person-calendar': holidayCalendar,
    'suppression-rule': suppressionRule,
    guarantee,
    'shadow-run': shadowRun,
    proof: await storeProof(server),
    replay: await storeReplay(server),
    'support-hours': supportHours,
    'escalation-policy': await api.make('/escalation-policy', {
      displayName: 'Usual',
      teamId: team,
      steps: [{ targets: [{ userId: user }] }],
    }),
    silence: await api.make('/silence', {
      displayName: 'Quiet',
      teamId: team,
      matchers: [{ name: 'Host', operator: '=', value: 'nowhere' }],
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-01T09:00:00Z',
    }),
    incident,
    'service-maintenance': await api.make('/service-maintenance', {
      displayName: 'Upgrade',
      serviceIds: [service],
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-01T09:00:00Z',
    }),
    'public-update': await api.make('/public-update', {
      messages: [{ language: 'en', message: 'We look into it.' }],
      serviceIds: [service],
      incidentIds: [incident],
    }),
    'public-update-template': await api.make('/public-update-template', {
      displayName: 'Looking',
      messages: [{ language: 'en', message: 'We look into it.' }],
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
    ...(await makeLogs(server, { team, user, integration, incident, outbound, routing })),
  };
}

/** As a SCIM client would: the Public API only reads groups. */
async function makeGroup({ app, organizationId }: TestApp): Promise<string> {
  const ctx = systemContext(app.world, organizationId);
  const content = { displayName: 'Payments on-call', externalId: null, attributes: {} };
  return (await createGroup(ctx, content)).id;
}

/** A record in every log, as the work that writes them would. */
async function makeLogs(
  { app, api, organizationId }: TestApp,
  of: Record<'team' | 'user' | 'integration' | 'incident' | 'outbound' | 'routing', string>,
): Promise<Fixtures> {
  // By the clock of the wall: the store drops records by it after their retention, test clock or not.
  const world = { ...app.world, clock: systemClock };
  const about = { organizationId, incidentId: of.incident };
  const notification = await storeDelivery(world, {
    ...about,
    ownerId: of.user,
    teamIds: [of.team],
  });
  const delivery = await storeDelivery(world, {
    ...about,
    ownerId: of.outbound,
    lane: 'Outbound',
    isAlert: false,
  });
  const execution = await appendLog(world, ruleExecutionLog, {
    ...about,
    ownerId: of.routing,
    routingRuleId: randomUUID(),
    incidentEventId: null,
    outcome: 'Applied',
    delayInMinutes: 0,
    routingDisplayName: 'Rules',
    ruleDisplayName: null,
    effectSummary: words('Assigned.'),
  });
  const result = await appendLog(world, monitorResults, {
    organizationId,
    ownerId: of.integration,
    incidentId: null,
    status: 'Up',
    totalElapsedInMs: 12,
  });
  const call = await storeCall(world, {
    organizationId,
    integrationId: of.integration,
    teamIds: [of.team],
    outcome: 'Voicemail',
    recording: Buffer.from('ID3'),
  });
  const another = await storeCall(world, {
    organizationId,
    integrationId: of.integration,
    teamIds: [of.team],
    at: '2026-03-01T09:00:00Z',
  });
  const lost = await storeCall(world, {
    organizationId,
    integrationId: of.integration,
    teamIds: [of.team],
    at: '2026-03-01T09:30:00Z',
    outcome: 'Voicemail',
    notCopied: 'The carrier answered 503 for the recording.',
  });
  await storeCall(world, {
    organizationId,
    integrationId: of.integration,
    teamIds: [of.team],
    from: '+4930777000',
    at: '2026-03-01T10:00:00Z',
  });
  const audit = await api.get('/auditlog/list?Limit=1');
  const [entry] = audit.body.items as { id: string }[];
  return {
    'notification-log': notification._id,
    'outbound-integration/logId': delivery._id,
    'routing/logId': execution._id,
    'call-session': call,
    'another call': another,
    'call without its recording': lost,
    'inbound-integration/resultId': result._id,
    auditlog: entry?.id ?? '',
  };
}

/** A person who has signed in by the connection. */
async function makeLinkedPerson(
  { api, app: { world }, organizationId }: TestApp,
  connectionId: string,
): Promise<string> {
  const userId = await api.make('/user', { email: `${randomUUID()}@example.com` });
  const now = world.clock.now();
  await identitiesIn(world).insertOne({
    _id: randomUUID(),
    organizationId,
    connectionId,
    issuer: 'http://127.0.0.1:65535',
    subject: randomUUID(),
    userId,
    createdAt: now,
    lastSignInAt: now,
  });
  return userId;
}

/** Makes what some operations need to work on, beside the one object of every kind. */
export async function makeMoreFixtures(
  { api, app: { world } }: TestApp,
  { team, user, 'on-call-schedule': schedule }: Fixtures,
): Promise<Fixtures> {
  const ofType = (type: string, more: object = {}) =>
    api.make('/inbound-integration', { displayName: type, teamId: team, type, ...more });
  const archived = await api.make('/incident', {
    title: 'Over',
    status: 'Resolved',
    severity: 'Minor',
    teamIds: [team],
  });
  const archive = { operations: { appendIntent: { intent: 'Archived' } } };
  const { status, text } = await api.patch(`/incident/${archived}`, archive);
  if (status !== 200) throw new Error(text);
  const held = await api.make('/incident', {
    title: 'Perhaps',
    status: 'Open',
    severity: 'Minor',
    teamIds: [team],
  });
  const at = world.clock.now();
  const hold = holdFor({ pauseMinutes: 60 }, { at, severity: 'Minor' });
  if (hold) await incidentsOf(world).updateOne({ _id: held }, { $set: { hold } });
  const [leader, merged, unmerged] = await Promise.all(
    ['Leading', 'To be merged', 'Merged'].map((title) =>
      api.make('/incident', { title, status: 'Open', severity: 'Minor', teamIds: [team] }),
    ),
  );
  const merge = await api.post(`/incident/${unmerged}/merge`, { intoId: leader });
  if (merge.status !== 200) throw new Error(merge.text);
  const organization = await api.make('/organizations', { displayName: 'Subsidiary' });
  const shifts = await api.make('/team', {
    displayName: 'Shifts',
    calendarPublishingSettings: { isPublished: true },
  });
  const newcomer = await api.make('/user', { email: 'newcomer@example.com' });
  const join = (userId: string | undefined) =>
    api.make('/team-membership', { userId, teamId: shifts, role: 'Member' });
  const members = [{ teamMembershipId: await join(user) }];
  const askForDay = (day: number) =>
    api.make('/cover-request', {
      scheduleId: schedule,
      userId: user,
      askedUserIds: [newcomer],
      start: `2098-11-0${day}T00:00:00Z`,
      end: `2098-11-0${day + 1}T00:00:00Z`,
    });
  await join(newcomer);
  await api.make('/team-escalations', {
    teamId: shifts,
    escalationTiers: [{ schedules: [{ rotations: [{ members }] }] }],
  });
  return {
    'cover request to accept': await askForDay(1),
    'cover request to withdraw': await askForDay(3),
    newcomer,
    'team with shifts': shifts,
    heartbeat: await ofType('HeartbeatMonitor'),
    calls: await ofType('Twilio', {
      integrationSettings: { twilio: { accessSettings: { phoneNumber: '+4930123456' } } },
    }),
    'archived incident': archived,
    'held incident': held,
    'leading incident': leader ?? '',
    'incident to merge': merged ?? '',
    'merged incident': unmerged ?? '',
    'made organization': organization,
  };
}

/** The ids that the path of an operation needs, of these fixtures. */
export function idsFor(operation: DocumentedOperation, fixtures: Fixtures): Record<string, string> {
  const kind = operation.path.includes('/search/inbound-integration/')
    ? 'inbound-integration'
    : (operation.path.split('/')[1] ?? '');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const noun = kind === 'Users' ? 'user' : kind;
      const id = fixtures[place === 0 ? noun : `${kind}/${name}`];
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** One that has come to its end; a real one would be in the way of others. */
async function storeReplay({ app: { world }, organizationId }: TestApp): Promise<string> {
  const at = world.clock.now();
  const from = new Date(at.getTime() - 3_600_000);
  const { _id } = await replayRunModel(world.store).create({
    ...{ _id: randomUUID(), organizationId, createdAt: at, from, until: at, seenAt: at },
    ...{
      people: 'asTheyDid',
      isCut: false,
      changesHash: '',
      changes: 0,
      changed: [],
      state: 'Done',
    },
    ...{ reason: null, reachedAt: at, payloads: 0, alerts: 0, compared: 0, couldNotDiffer: 0 },
    ...{ different: 0, openBefore: 0, kinds: {}, groups: [], calibration: null },
  });
  return _id;
}

/** The same of a proof. */
async function storeProof({ app: { world }, organizationId }: TestApp): Promise<string> {
  const at = world.clock.now();
  const _id = randomUUID();
  await proofRuns.add(world, {
    ...{ _id, organizationId, createdAt: at, from: at, seenAt: at, state: 'Done', reason: null },
    ...{ userId: null, key: null, changes: 0, changed: [], results: [], isCut: false, newIds: [] },
  });
  return _id;
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
    userIds: fixtures.user,
    integrationId: fixtures['inbound-integration'],
    statusPageId: fixtures['status-page'],
    scheduleId: fixtures['on-call-schedule'],
    teamMembershipId: fixtures['team-membership'],
    teamIds: fixtures.team,
    assignToTeams: fixtures.team,
    autoAssignToTeams: fixtures.team,
    replacementUserIds: fixtures.user,
    integrations: fixtures['inbound-integration'],
    integrationIds: fixtures['inbound-integration'],
    breakGlassUserIds: fixtures.user,
    serviceIds: fixtures.service,
    incidentIds: fixtures.incident,
    services: fixtures.service,
    dependsOn: fixtures.service,
    affectsServices: fixtures.service,
  };
  const isText = (value: unknown) => typeof value === 'string';
  const withFixtures = (members: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(members).map(([member, value]) => {
        const id = references[member];
        if (id && Array.isArray(value) && value.length > 0 && value.every(isText))
          return [member, [id]];
        if (id && (isText(value) || value === null) && !member.endsWith('s')) return [member, id];
        return [member, deeper(value)];
      }),
    );
  const deeper = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deeper);
    return typeof value === 'object' && value !== null ? withFixtures(value) : value;
  };
  return withFixtures(operation.body);
}
