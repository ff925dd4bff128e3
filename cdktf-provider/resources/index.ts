/** Every resource and data source of the provider, in the order of the documentation. */
import { apiKey, ephemeralApiKey } from './api-key.ts';
import { calls, inParts } from './calls.ts';
import { escalationPolicy } from './escalation-policy.ts';
import { groupMapping } from './group-mapping.ts';
import { guarantee } from './guarantee.ts';
import { integration } from './integration.ts';
import { integrationMaintenanceWindow } from './integration-maintenance-window.ts';
import { integrationMapping } from './integration-mapping.ts';
import { oidcConnection } from './oidc-connection.ts';
import { onCallOverride } from './on-call-override.ts';
import { organization } from './organization.ts';
import { organizationMembership } from './organization-membership.ts';
import { organizationSettings } from './organization-settings.ts';
import { outboundIntegration } from './outbound-integration.ts';
import type { DataSourceOverlay, EphemeralOverlay, ResourceOverlay } from './overlay.ts';
import { personCalendar } from './person-calendar.ts';
import { publicUpdateTemplate } from './public-update-template.ts';
import { routing } from './routing.ts';
import { schedule } from './schedule.ts';
import { service } from './service.ts';
import { serviceMaintenance } from './service-maintenance.ts';
import { shadowRun } from './shadow-run.ts';
import { silence } from './silence.ts';
import { statusPage } from './status-page.ts';
import { supportHours } from './support-hours.ts';
import { suppressionRule } from './suppression-rule.ts';
import { team } from './team.ts';
import { teamEscalations } from './team-escalations.ts';
import { teamMembership } from './team-membership.ts';
import { temporarySchedule } from './temporary-schedule.ts';
import { user } from './user.ts';
import { userIncidentNotificationSettings } from './user-incident-notification-settings.ts';
import { userNotificationRules } from './user-notification-rules.ts';

export const resources: readonly ResourceOverlay[] = [
  team,
  user,
  userIncidentNotificationSettings,
  userNotificationRules,
  teamMembership,
  organizationMembership,
  groupMapping,
  teamEscalations,
  onCallOverride,
  integration,
  integrationMapping,
  integrationMaintenanceWindow,
  outboundIntegration,
  routing,
  schedule,
  temporarySchedule,
  personCalendar,
  shadowRun,
  suppressionRule,
  guarantee,
  supportHours,
  escalationPolicy,
  silence,
  service,
  serviceMaintenance,
  statusPage,
  publicUpdateTemplate,
  apiKey,
  oidcConnection,
  organization,
  organizationSettings,
];

export const ephemeralResources: readonly EphemeralOverlay[] = [ephemeralApiKey];

/** Data sources that belong to no resource. */
export const catalogues: readonly DataSourceOverlay[] = [
  ...calls,
  {
    type: 'tocsin_integration_types',
    description: 'The monitoring tools that an inbound integration can be for.',
    operation: 'listInboundIntegrationTypes',
    items: 'items',
    itemsAttribute: 'types',
    ignore: {
      'items[].displayNameSentence': inParts,
      'items[].untestedSentence': inParts,
      'items[].refusalSentence': inParts,
    },
  },
  {
    type: 'tocsin_outbound_integration_types',
    description: 'The tools that an outbound integration can send to.',
    operation: 'listOutboundIntegrationTypes',
    items: 'items',
    itemsAttribute: 'types',
  },
  {
    type: 'tocsin_time_zones',
    description: 'The time zones that attributes called `time_zone_id` accept.',
    operation: 'listTimeZones',
    items: 'items',
    itemsAttribute: 'time_zones',
  },
  {
    type: 'tocsin_ip_addresses',
    description: 'The addresses the server sends from, for the allow lists of firewalls.',
    operation: 'listIpAddresses',
    items: 'ips',
    itemsAttribute: 'addresses',
  },
];
