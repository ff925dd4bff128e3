import type { ImportedType } from '../../model/neutral.ts';

/** Kinds whose objects are taken over member by member, as both have the same contract, and what they become. */
export const takenOver = {
  teams: 'tocsin_team',
  'team-memberships': 'tocsin_team_membership',
  'team-escalations': 'tocsin_team_escalations',
  'on-call-overrides': 'tocsin_on_call_override',
  integrations: 'tocsin_integration',
  mappings: 'tocsin_integration_mapping',
  'maintenance-windows': 'tocsin_integration_maintenance_window',
  'outbound-integrations': 'tocsin_outbound_integration',
  routings: 'tocsin_routing',
  services: 'tocsin_service',
  'service-maintenances': 'tocsin_service_maintenance',
  'status-pages': 'tocsin_status_page',
} as const satisfies Record<string, ImportedType>;

export type TakenKind = keyof typeof takenOver;

/** Kinds that others refer to, by the members that name them. */
export const referringTo: ReadonlyMap<string, string> = new Map(
  Object.entries({
    teams: [...['teamId', 'teamIds', 'assignToTeams', 'autoAssignToTeams', 'closedTeamId']],
    users: ['userId', 'replacementUserIds'],
    'team-memberships': ['teamMembershipId'],
    integrations: ['integrationId', 'integrations'],
    'outbound-integrations': ['outboundIntegrations', 'forwardToOutboundIntegrations'],
    services: ['serviceIds', 'services', 'affectsServices'],
  }).flatMap(([kind, members]) => members.map((member) => [member, kind] as const)),
);

/** Members that Tocsin alone has, whatever another product means by such a name; and ids, which are made anew. */
const ownMembers = new Set([
  ...['id', 'maintenanceWindows', 'acceptedKeys', 'escalationPolicyId', 'urgencySettings'],
  ...['holdSettings', 'hold', 'useEscalationPolicyId', 'signatureVerification', 'splitAlerts'],
  ...['reopenWithinSeconds', 'unreadablePayloads', 'recurrences', 'noticeOutboundIntegrationIds'],
  ...['scheduleId', 'layerIds', 'mode', 'dependsOn', 'suppression', 'suppressUpTo'],
  ...['graceMinutes', 'publicLogo', 'publicShowIncidentTitles', 'telnyx'],
  ...['disableOnCallNotices', 'noticesBeforeMinutes', 'language', 'region'],
  'passwordProtectionPassword',
  ...['azureDevOpsSettings', 'clickUpSettings', 'discordSettings', 'emailSettings'],
  ...['gitHubSettings', 'gitLabSettings', 'googleChatSettings', 'jiraSettings', 'linearSettings'],
  ...['microsoftTeamsSettings', 'notionSettings', 'pagerDutySettings', 'serviceNowSettings'],
  ...['telegramSettings', 'trelloSettings', 'webhookSettings', 'zapierSettings'],
  'zendeskSettings',
]);

/** Members of one kind that are good for one of both alone, or are read by themselves. */
const leftMembers: Readonly<Record<string, readonly string[]>> = {
  tocsin_team_membership: ['email'],
  tocsin_integration: ['aliases'],
  tocsin_outbound_integration: ['isPaused'],
};

export function isTaken(type: string, wire: string): boolean {
  return !ownMembers.has(wire) && !leftMembers[type]?.includes(wire);
}
