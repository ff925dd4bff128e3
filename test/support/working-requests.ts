import { randomUUID } from 'node:crypto';
import { bodyFor, type Fixtures, idsFor } from './fixtures.ts';
import { addressOf, type DocumentedOperation } from './operations.ts';

/**
 * Operations that do something only with a carrier or a chat on the other side; tried in `test/calls` and
 * `test/flows/direct-messages.test.ts`.
 */
export const needsOtherSide: ReadonlySet<string> = new Set([
  'callBack',
  'createChatCode',
  'deleteChatAccount',
]);

export interface WorkingRequest {
  method: string;
  address: string;
  body: Record<string, unknown> | undefined;
}

/** What differs from the example of the document, so that the operation finds what it needs and answers 200. */
interface Special {
  ids?: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
}

/** The `f` has the ids of `makeFixtures` and `makeMoreFixtures`. */
const ofNoSchedule = { scheduleId: null, layerIds: null, mode: null };

const holidays = ({ team }: Fixtures) => ({
  displayName: `Holidays of ${team}`,
  kind: 'holidays',
  userId: null,
  teamId: team,
  url: null,
  text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  counts: 'all',
  title: null,
});

const ruled = {
  source: { severities: ['Critical'] },
  target: { severities: ['Minor'] },
};

/** Whatever the clock of a server says, nobody falls silent. */
const audible = { state: 'Paused', until: '2026-01-01T00:00:00Z' };

const specials: Record<string, (f: Fixtures) => Special> = {
  searchTeam: () => ({ query: { DisplayName: 'Team' } }),
  createUser: () => ({ body: { email: 'another@example.com' } }),
  searchUser: () => ({ query: { Email: 'newcomer@example.com' } }),
  createTeamMembership: (f) => ({ body: { userId: f.newcomer } }),
  searchTeamMembership: (f) => ({ query: { UserId: f.user, TeamId: f.team } }),
  createOrganizationMembership: (f) => ({ body: { userId: f.newcomer } }),
  searchOrganizationMembership: (f) => ({ query: { UserId: f.user } }),
  searchGroupMapping: () => ({ query: { GroupDisplayName: 'Payments on-call' } }),
  searchGroup: () => ({ query: { DisplayName: 'Payments on-call' } }),
  searchOrganization: () => ({ query: { DisplayName: 'Subsidiary' } }),
  deleteOrganization: (f) => ({ ids: { id: f['made organization'] } }),
  createReplay: () => ({ body: { changes: [], until: null } }),
  createNoiseReport: () => ({ body: { days: 30, from: null, until: null } }),
  searchTeamEscalations: (f) => ({ query: { TeamId: f.team } }),
  searchOnCallOverride: (f) => ({ query: { UserId: f.user } }),
  createOnCallOverride: () => ({ body: ofNoSchedule }),
  replaceOnCallOverride: () => ({ body: ofNoSchedule }),
  createOnCallCalendar: (f) => ({
    body: { teamId: f['team with shifts'], userId: null, scheduleId: null },
  }),
  takeShift: (f) => ({
    body: {
      teamId: f['team with shifts'],
      scheduleId: null,
      userId: f.user,
      replacementUserId: f.newcomer,
      // Not over by any clock.
      end: '2099-01-01T00:00:00Z',
      start: '2098-12-31T00:00:00Z',
      tier: null,
    },
  }),
  getOnCallTimeline: (f) => ({
    query: { TeamIds: f.team, Start: '2026-03-01T00:00:00Z', End: '2026-03-08T00:00:00Z' },
  }),
  getOnCallReport: () => ({
    query: { Start: '2026-03-01T00:00:00Z', End: '2026-03-08T00:00:00Z' },
  }),
  getOnCallReportSum: () => ({
    query: { Start: '2026-03-01T00:00:00Z', End: '2026-03-08T00:00:00Z' },
  }),
  replaceInboundIntegration: () => ({ body: { type: 'Webhook' } }),
  searchInboundIntegration: () => ({ query: { DisplayName: 'Alerts' } }),
  getInboundIntegrationType: () => ({ ids: { id: 'Webhook' } }),
  getHeartbeatResult: (f) => ({ ids: { id: f.heartbeat } }),
  getCallRoutingOptions: (f) => ({ ids: { id: f.calls } }),
  uploadCallRoutingMedia: (f) => ({ ids: { id: f.calls } }),
  deleteCallSession: (f) => ({ ids: { id: f['another call'] } }),
  fetchCallRecording: (f) => ({ ids: { id: f['call without its recording'] } }),
  deleteCallsOfCaller: () => ({ body: { callerNumber: '+4930777000' } }),
  rehearseCall: (f) => ({ ids: { id: f.calls }, body: { callFlowConfig: null } }),
  searchMapping: (f) => ({ query: { InboundIntegrationId: f['inbound-integration'] } }),
  searchMaintenanceWindow: (f) => ({ query: { InboundIntegrationId: f['inbound-integration'] } }),
  searchOutboundIntegration: () => ({ query: { DisplayName: 'Chat' } }),
  simulateRouting: (f) => ({ body: { teamIds: [f.team] } }),
  searchPublicUpdateTemplate: () => ({ query: { DisplayName: 'Looking' } }),
  searchEscalationPolicy: () => ({ query: { DisplayName: 'Usual' } }),
  searchOnCallSchedule: (f) => ({ query: { DisplayName: `Primary of ${f.team}` } }),
  replaceOnCallSchedule: () => ({ body: { displayName: 'Secondary' } }),
  getOnCallScheduleTimeline: () => ({
    query: { Start: '2026-03-01T08:00:00Z', End: '2026-03-08T08:00:00Z' },
  }),
  getOnCallScheduleConflicts: () => ({
    query: { Start: '2026-03-01T08:00:00Z', End: '2026-03-08T08:00:00Z' },
  }),
  previewOnCallSchedule: (f) => ({
    body: {
      start: '2026-03-01T08:00:00Z',
      end: '2026-03-08T08:00:00Z',
      schedule: { displayName: 'Tried', teamId: f.team, layers: [] },
    },
  }),
  getOnCallBySchedules: (f) => ({ query: { ScheduleIds: f['on-call-schedule'] } }),
  createCoverRequest: (f) => ({
    body: {
      ...{ scheduleId: f['on-call-schedule'], teamId: null, kind: 'cover', gives: null },
      ...{ askedUserIds: [f['stand-in']], expiresAt: null },
      start: '2098-11-05T00:00:00Z',
      end: '2098-11-06T00:00:00Z',
    },
  }),
  searchCoverRequest: (f) => ({ query: { ScheduleId: f['on-call-schedule'] } }),
  acceptCoverRequest: (f) => ({
    ids: { id: f['cover request to accept'] },
    body: { userId: f.newcomer },
  }),
  declineCoverRequest: (f) => ({ body: { userId: f['stand-in'] } }),
  withdrawCoverRequest: (f) => ({ ids: { id: f['cover request to withdraw'] } }),
  searchTemporarySchedule: (f) => ({ query: { ScheduleId: f['on-call-schedule'] } }),
  searchPersonCalendar: (f) => ({ query: { DisplayName: `Holidays of ${f.team}` } }),
  createPersonCalendar: (f) => ({ body: holidays(f) }),
  replacePersonCalendar: (f) => ({ body: holidays(f) }),
  searchSuppressionRule: (f) => ({ query: { DisplayName: `Clusters of ${f.team}` } }),
  searchGuarantee: () => ({ query: { DisplayName: 'Critical is told' } }),
  createSuppressionRule: () => ({ body: ruled }),
  replaceSuppressionRule: () => ({ body: ruled }),
  searchShadowRun: () => ({ query: { DisplayName: 'Leaving Opsgenie' } }),
  createShadowRun: (f) => ({ body: { ...audible, teamIds: [f['team with shifts']] } }),
  replaceShadowRun: () => ({ body: audible }),
  searchSupportHours: (f) => ({ query: { DisplayName: `Office hours of ${f.team}` } }),
  replaceSupportHours: () => ({ body: { displayName: 'Late hours' } }),
  // A default would win over the tiers of the team.
  createEscalationPolicy: () => ({ body: { isDefault: false } }),
  replaceEscalationPolicy: () => ({ body: { displayName: 'Other', isDefault: false } }),
  searchSilence: () => ({ query: { DisplayName: 'Quiet' } }),
  searchRouting: () => ({ query: { DisplayName: 'Rules' } }),
  createIncident: (f) => ({ body: { teamIds: [f.team] } }),
  releaseIncident: (f) => ({ ids: { id: f['held incident'] } }),
  mergeIncident: (f) => ({
    ids: { id: f['incident to merge'] },
    body: { intoId: f['leading incident'] },
  }),
  unmergeIncident: (f) => ({ ids: { id: f['merged incident'] } }),
  deleteIncident: (f) => ({ ids: { id: f['archived incident'] } }),
  searchService: () => ({ query: { DisplayName: 'Shop' } }),
  // No other page of the server has it, not even those of other files.
  createStatusPage: () => ({ body: { slug: randomUUID() } }),
  searchStatusPage: () => ({ query: { DisplayName: 'Page' } }),
  searchStatusPageSubscriber: (f) => ({ query: { StatusPageId: f['status-page'] } }),
  searchStatusPageSubscriberSms: (f) => ({ query: { StatusPageId: f['status-page'] } }),
  sendNotificationContactCode: () => ({ ids: { contactId: 'home' } }),
  confirmNotificationContact: () => ({ ids: { contactId: 'home' } }),
  listNotificationLogs: (f) => ({ query: { UserId: f.user } }),
  searchOidcConnection: () => ({ query: { DisplayName: 'SSO' } }),
  createOidcConnection: () => ({ body: { breakGlassUserIds: null } }),
  replaceOidcConnection: () => ({
    body: { issuer: 'http://127.0.0.1:65535', breakGlassUserIds: null },
  }),
  createApiKey: () => ({ body: { kind: 'organization', userId: null } }),
  replaceApiKey: () => ({ body: { kind: 'organization', userId: null } }),
  searchApiKey: () => ({ query: { DisplayName: 'Other key' } }),
};

/** A request that this operation answers with 200, given the fixtures. */
export function workingRequest(operation: DocumentedOperation, fixtures: Fixtures): WorkingRequest {
  const { ids = {}, query, body } = specials[operation.operationId]?.(fixtures) ?? {};
  const path = addressOf(
    query ? { ...operation, query: '' } : operation,
    defined({ ...idsFor(operation, fixtures), ...ids }),
  );
  return {
    method: operation.method,
    address: query ? `${path}?${new URLSearchParams(defined(query))}` : path,
    body: body ? { ...bodyFor(operation, fixtures), ...body } : bodyFor(operation, fixtures),
  };
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
