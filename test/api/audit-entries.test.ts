import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { makePerson } from '../support/keys.ts';
import { formData, tinySound } from '../support/multipart.ts';
import { documentedOperations } from '../support/operations.ts';
import { webhookOf } from '../support/webhook.ts';
import { needsOtherSide } from '../support/working-requests.ts';

let server: TestApp;
let made: Fixtures;
let carrier: FakeCarrier;

beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: carrier.env });
  made = await makeFixtures(server);
  Object.assign(made, await makeMoreFixtures(server, made));
  // A number that a person set for themselves is not confirmed.
  const person = await makePerson(server, { organizationRole: 'Member' });
  const record = await person.api.get(`/user/${person.id}`);
  await person.api.put(`/user/${person.id}`, { ...record.body, phoneNumber: '+4930987654' });
  made['user with a phone'] = person.id;
  await person.api.put(`/user/${person.id}/notification-rules`, {
    rules: [],
    otherwise: [{ channel: 'SMS', afterMinutes: 0 }],
    contacts: [{ id: 'home', channel: 'SMS', target: '+4930123456' }],
  });
});
afterAll(async () => {
  await server?.stop();
  await carrier?.stop();
});

type Step = [operationId: string, method: string, path: string, body?: unknown];

const settings = {
  shouldSendSMS: true,
  delayInMinSMS: 0,
  severitiesSMS: [],
  disabledIntentsSMS: [],
  shouldCallVoice: false,
  delayInMinVoice: 0,
  severitiesVoice: [],
  disabledIntentsVoice: [],
  shouldSendPush: true,
  delayInMinPush: 0,
  severitiesPush: [],
  disabledIntentsPush: [],
  shouldSendEmail: true,
  delayInMinEmail: 0,
  severitiesEmail: [],
  disabledIntentsEmail: [],
};

/** One call of each operation that changes something; `NEW` is what the latest creation made. */
function journey(m: Fixtures): Step[] {
  const { team, user, service } = m;
  const integration = m['inbound-integration'];
  const page = m['status-page'];
  const attributes = [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
  ];
  const life = (name: string, path: string, body: object, keeps?: 'no-replace'): Step[] => [
    [`create${name}`, 'POST', path, body],
    ...(keeps ? [] : [[`replace${name}`, 'PUT', `${path}/NEW`, body] as Step]),
    [`delete${name}`, 'DELETE', `${path}/NEW`],
  ];
  const mapping = `/inbound-integration/${integration}/mapping`;
  const phone = `/user/${m['user with a phone']}`;
  const notifications = `/user/${user}/incident-notification-settings`;
  return [
    // Proofs go with the first person who is deleted.
    ['cancelProof', 'POST', `/proof/${m.proof}/cancel`, {}],
    ...life('Team', '/team', { displayName: 'T' }),
    ...life('User', '/user', { email: `${randomUUID()}@example.com` }),
    [
      'createUserIncidentNotificationSettings',
      'POST',
      notifications,
      { incidentNotificationSettings: settings },
    ],
    [
      'replaceUserIncidentNotificationSettings',
      'PUT',
      notifications,
      { incidentNotificationSettings: settings },
    ],
    ['deleteUserIncidentNotificationSettings', 'DELETE', notifications],
    [
      'replaceUserNotificationRules',
      'PUT',
      `/user/${user}/notification-rules`,
      { rules: [], otherwise: [{ channel: 'Email', afterMinutes: 0 }] },
    ],
    ['deleteUserNotificationRules', 'DELETE', `/user/${user}/notification-rules`],
    ['inviteUser', 'POST', `${phone}/invitation`],
    ['sendPhoneNumberCode', 'POST', `${phone}/phone-number/send-code`],
    ['confirmPhoneNumber', 'POST', `${phone}/phone-number/confirm`, { code: 'CODE' }],
    ['sendNotificationContactCode', 'POST', `${phone}/notification-rules/contacts/home/send-code`],
    [
      'confirmNotificationContact',
      'POST',
      `${phone}/notification-rules/contacts/home/confirm`,
      { code: 'CODE' },
    ],
    ['sendTestNotification', 'POST', `${phone}/test-notification`, { channel: 'Email' }],
    ['suspendUser', 'POST', `${phone}/suspend`],
    ['resumeUser', 'POST', `${phone}/resume`],
    ...life(
      'PushSubscription',
      '/push-subscription',
      { userId: user, ntfyTopicUrl: 'https://ntfy.example.com/audited' },
      'no-replace',
    ),
    ['deleteTeamMembership', 'DELETE', `/team-membership/${m['team-membership']}`],
    [
      'createTeamMembership',
      'POST',
      '/team-membership',
      { userId: user, teamId: team, role: 'Member' },
    ],
    [
      'replaceTeamMembership',
      'PUT',
      '/team-membership/NEW',
      { userId: user, teamId: team, role: 'Administrator' },
    ],
    [
      'deleteOrganizationMembership',
      'DELETE',
      `/organization-membership/${m['organization-membership']}`,
    ],
    [
      'createOrganizationMembership',
      'POST',
      '/organization-membership',
      { userId: user, role: 'Member' },
    ],
    [
      'replaceOrganizationMembership',
      'PUT',
      '/organization-membership/NEW',
      { userId: user, role: 'Administrator' },
    ],
    ...life('TeamEscalations', '/team-escalations', { teamId: team, escalationTiers: [] }).map(
      ([id, method, path, body]): Step => [id, method, path.replace('NEW', team ?? ''), body],
    ),
    ...life('OnCallOverride', '/on-call-override', { userId: user, type: 'online' }),
    [
      'takeShift',
      'POST',
      '/on-call/take-shift',
      {
        teamId: m['team with shifts'],
        userId: user,
        replacementUserId: m.newcomer,
        start: '2098-12-31T00:00:00Z',
        end: '2099-01-01T00:00:00Z',
      },
    ],
    ['createOnCallCalendar', 'POST', '/on-call/calendar', { teamId: m['team with shifts'] }],
    ['deleteOnCallCalendar', 'DELETE', '/on-call/calendar/NEW'],
    ...life('InboundIntegration', '/inbound-integration', {
      displayName: 'I',
      teamId: team,
      type: 'Webhook',
    }),
    ['duplicateInboundIntegration', 'POST', `/inbound-integration/${integration}/duplicate`, {}],
    ['rotateIngestToken', 'POST', `/inbound-integration/${integration}/rotate-ingest-token`, {}],
    [
      'uploadCallRoutingMedia',
      'POST',
      `/inbound-integration/${m.calls}/call-routing-media/welcome`,
      formData({ file: tinySound }),
    ],
    ['deleteMapping', 'DELETE', mapping],
    ['createMapping', 'POST', mapping, { attributesMapping: { attributes } }],
    ['replaceMapping', 'PUT', mapping, { attributesMapping: { attributes } }],
    ...life('MaintenanceWindow', '/inbound-integration-maintenance-windows', {
      integrationId: integration,
      type: 'muted',
    }),
    ...life('OutboundIntegration', '/outbound-integration', {
      displayName: 'O',
      teamId: team,
      type: 'Slack',
    }),
    ...life('OidcConnection', '/oidc-connection', {
      displayName: 'SSO of another',
      issuer: 'https://sso.example.com',
      clientId: 'tocsin',
    }),
    [
      'verifyOidcConnectionDomains',
      'POST',
      `/oidc-connection/${m['oidc-connection']}/domains/verify`,
    ],
    [
      'unlinkOidcIdentity',
      'DELETE',
      `/oidc-connection/${m['oidc-connection']}/identity/${m['oidc-connection/userId']}`,
    ],
    ...life('GroupMapping', '/group-mapping', {
      groupDisplayName: 'G',
      teamId: team,
      teamRole: 'Member',
    }),
    ...life('OnCallSchedule', '/on-call-schedule', {
      displayName: 'Audited',
      teamId: team,
      layers: [{ groups: [{ userIds: [user] }] }],
    }),
    ...life('TemporarySchedule', '/temporary-schedule', {
      scheduleId: m['on-call-schedule'],
      start: '2026-12-24T09:00:00Z',
      end: '2026-12-25T09:00:00Z',
      shifts: [],
    }),
    ...life(
      'CoverRequest',
      '/cover-request',
      {
        scheduleId: m['on-call-schedule'],
        userId: user,
        askedUserIds: [m['stand-in']],
        start: '2098-10-01T00:00:00Z',
        end: '2098-10-02T00:00:00Z',
      },
      'no-replace',
    ),
    [
      'acceptCoverRequest',
      'POST',
      `/cover-request/${m['cover request to accept']}/accept`,
      { userId: m.newcomer },
    ],
    [
      'declineCoverRequest',
      'POST',
      `/cover-request/${m['cover-request']}/decline`,
      { userId: m['stand-in'] },
    ],
    ['withdrawCoverRequest', 'POST', `/cover-request/${m['cover request to withdraw']}/withdraw`],
    ...life('PersonCalendar', '/person-calendar', {
      displayName: 'Holidays',
      kind: 'holidays',
      text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    }),
    ['refreshPersonCalendar', 'POST', `/person-calendar/${m['person-calendar']}/refresh`],
    ...life('SuppressionRule', '/suppression-rule', {
      displayName: 'Audited',
      teamId: team,
      source: { severities: ['Critical'] },
      target: { severities: ['Minor'] },
    }),
    ...life('Guarantee', '/guarantee', {
      displayName: 'Audited',
      incidents: { severities: ['Critical'] },
      told: { withinMinutes: 5 },
    }),
    ...life('ShadowRun', '/shadow-run', {
      displayName: 'Audited',
      product: 'PagerDuty',
      apiKey: 'a-key-that-reads',
      teamIds: [m['team with shifts']],
      state: 'Paused',
      until: '2026-01-01T00:00:00Z',
    }),
    ...life('SupportHours', '/support-hours', {
      displayName: 'Audited',
      teamId: team,
      timeZoneId: 'UTC',
      hours: [{ from: '09:00', until: '18:00' }],
    }),
    ...life('EscalationPolicy', '/escalation-policy', {
      displayName: 'Audited',
      teamId: team,
      steps: [{ targets: [{ userId: user }] }],
    }),
    ...life('Silence', '/silence', {
      displayName: 'Q',
      teamId: team,
      matchers: [{ name: 'Host', operator: '=', value: 'x' }],
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-01T09:00:00Z',
    }),
    ...life('Routing', '/routing', { displayName: 'R', teamId: team, rules: [] }),
    [
      'createIncident',
      'POST',
      '/incident',
      { title: 'X', status: 'Open', severity: 'Minor', teamIds: [team] },
    ],
    [
      'patchIncident',
      'PATCH',
      '/incident/NEW',
      { operations: { changeSeverity: { severity: 'Critical' } } },
    ],
    ['', 'PATCH', '/incident/NEW', { operations: { appendIntent: { intent: 'Archived' } } }],
    ['deleteIncident', 'DELETE', '/incident/NEW'],
    ['releaseIncident', 'POST', `/incident/${m['held incident']}/release`],
    [
      'mergeIncident',
      'POST',
      `/incident/${m['incident to merge']}/merge`,
      { intoId: m['leading incident'] },
    ],
    ['unmergeIncident', 'POST', `/incident/${m['merged incident']}/unmerge`],
    ['replayPayload', 'POST', `/inbound-integration/${integration}/payloads/PAYLOAD/replay`, {}],
    ['sendTestPayload', 'POST', `/inbound-integration/${integration}/payloads`, {}],
    ...life('Service', '/service', { displayName: 'S', publicTitle: 'S' }),
    ...life('ServiceMaintenance', '/service-maintenance', {
      displayName: 'M',
      serviceIds: [service],
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-01T09:00:00Z',
    }),
    ...life('StatusPage', '/status-page', {
      displayName: 'P',
      publicTitle: 'P',
      slug: randomUUID(),
      historyInDays: 7,
      disablePublicSubscription: true,
    }),
    ...life('PublicUpdate', '/public-update', {
      messages: [{ language: 'en', message: 'M' }],
      serviceIds: [service],
    }),
    ...life('PublicUpdateTemplate', '/public-update-template', {
      displayName: 'T',
      messages: [{ language: 'en', message: 'M' }],
    }),
    ...life(
      'StatusPageSubscriber',
      '/status-page-subscriber',
      { statusPageId: page, email: 'a@b.de' },
      'no-replace',
    ),
    ...life(
      'StatusPageSubscriberSms',
      '/status-page-subscriber-sms',
      { statusPageId: page, telephoneNumber: '+49' },
      'no-replace',
    ),
    ['createOrganization', 'POST', '/organizations', { displayName: 'Branch' }],
    ['replaceOrganization', 'PUT', `/organizations/${m.organizations}`, { displayName: 'Main' }],
    [
      'replaceOrganizationSettings',
      'PUT',
      `/organizations/${m.organizations}/settings`,
      { auditRetentionDays: 400 },
    ],
    ['deleteOrganization', 'DELETE', '/organizations/NEW'],
    ['createApiKey', 'POST', '/api-key', { displayName: 'K', kind: 'organization' }],
    ['replaceApiKey', 'PUT', '/api-key/NEW', { displayName: 'K2' }],
    ['rotateApiKey', 'POST', '/api-key/NEW/rotate', {}],
    ['revokeApiKey', 'DELETE', '/api-key/NEW'],
    [
      'resendToOutboundIntegration',
      'POST',
      `/outbound-integration/${m['outbound-integration']}/logs/${m['outbound-integration/logId']}/resend`,
    ],
    [
      'testOutboundIntegration',
      'POST',
      `/outbound-integration/${m['outbound-integration']}/test`,
      {},
    ],
    ['resendNotification', 'POST', `/notification-log/${m['notification-log']}/resend`],
    ['getCallRecording', 'GET', `/call-session/${m['call-session']}/recording`],
    [
      'fetchCallRecording',
      'POST',
      `/call-session/${m['call without its recording']}/recording/fetch`,
    ],
    ['deleteCallSession', 'DELETE', `/call-session/${m['call-session']}`],
    ['deleteCallsOfCaller', 'POST', '/call-session/delete-caller', { callerNumber: '+4930777000' }],
    ['createReplay', 'POST', '/replay', { changes: [], from: '2026-01-01T00:00:00Z' }],
    ['createNoiseReport', 'POST', '/noise-report', { days: 30 }],
    ['cancelReplay', 'POST', '/replay/NEW/cancel', {}],
    ['listAuditLogs', 'GET', '/auditlog/list'],
    ['getAuditLog', 'GET', '/auditlog/ENTRY'],
    ['exportAuditLogs', 'GET', '/auditlog/export?Format=ndjson'],
    ['verifyAuditLog', 'POST', '/auditlog/verify', { heads: null }],
  ];
}

interface Entry {
  id: string;
  action: string;
  requestId: string;
  source: string;
  modification: { userIdentifier: string };
  signatureStatus: { isSigned: boolean; isValid: boolean };
}

it('every operation that changes something, and every reading of the log, leaves its entry', async () => {
  const { api } = server;
  const integration = made['inbound-integration'];
  const posted = await fetch(await webhookOf(server, integration ?? ''), {
    method: 'POST',
    body: 'x',
  });
  const { payloadId } = (await posted.json()) as { payloadId: string };
  const { body: log } = await api.get('/auditlog/list');
  const [someEntry] = log.items as Entry[];

  const steps = journey(made);
  const actions = new Map(
    documentedOperations().map(({ operationId, audit }) => [operationId, audit]),
  );
  const audited = [...actions].filter(([, action]) => action).map(([id]) => id);
  const covered = steps.map(([id]) => id);
  expect(
    audited.filter((id) => !covered.includes(id) && !needsOtherSide.has(id)),
    'operations without a step here',
  ).toEqual([]);

  let latest = '';
  for (const [operationId, method, template, body] of steps) {
    const path = template
      .replace('NEW', latest)
      .replace('PAYLOAD', payloadId)
      .replace('ENTRY', someEntry?.id ?? '');
    const requestId = randomUUID();
    const sent =
      body === undefined || body instanceof FormData
        ? body
        : JSON.parse(JSON.stringify(body).replace('CODE', latestCode(carrier)));
    const answer = await api.call(method, path, sent, { 'x-request-id': requestId });
    expect(answer.status, `${method} ${path} ${answer.text}`).toBe(200);
    if (method === 'POST' && typeof answer.body.id === 'string') latest = answer.body.id;
    if (operationId === '') continue;

    const { body: after } = await api.get('/auditlog/list?Limit=100');
    const entries = (after.items as Entry[]).filter((entry) => entry.requestId === requestId);
    const expected = String(actions.get(operationId));
    // An intent names itself: `incident.resolve` rather than `incident.update`.
    const found = entries.find(({ action }) => action === expected);
    expect(
      found,
      `${operationId} leaves ${expected}; there is ${entries.map(({ action }) => action)}`,
    ).toMatchObject({ source: 'ApiKey', signatureStatus: { isSigned: true, isValid: true } });
  }
});

function latestCode({ texts }: FakeCarrier): string {
  return /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '';
}
