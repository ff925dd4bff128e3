import type { AttributesMapping } from '../mapping/index.ts';
import { defineKind } from '../resources/index.ts';
import type { MaintenanceWindowTimes } from '../teams/index.ts';
import type { SnoozeSettings } from './snooze.ts';

/** The members of the document's InboundIntegration that the product reads; others are stored and echoed. */
export interface IntegrationWire {
  displayName: string;
  teamId: string;
  type: string;
  labels: string[] | null;
  isMuted: boolean;
  isInMaintenance: boolean;
  snoozeSettings: SnoozeSettings | null;
  webhookAuthentication: {
    type?: string | null;
    bearer?: { token: string } | null;
    privateIpFilter?: string | null;
  } | null;
  signatureVerification: { enabled: boolean; secret?: string | null } | null;
  splitAlerts: boolean | null;
  integrationSettings: Record<string, unknown> | null;
  [member: string]: unknown;
}

export const integrationKind = defineKind<IntegrationWire>({
  entityType: 'InboundIntegration',
  noun: 'inbound-integration',
  collection: 'inbound_integrations',
  displayNameOf: (integration) => integration.displayName,
  secretPaths: [
    'webhookAuthentication.bearer.token',
    'signatureVerification.secret',
    'integrationSettings.httpMonitoring.basicAuthenticationPassword',
    'integrationSettings.httpMonitoring.bearerAuthenticationToken',
    'integrationSettings.httpMonitoring.headers',
    'integrationSettings.httpMonitoring.body',
  ],
});

/** The id of a mapping is the id of its integration (public-api.md 0.11). */
export interface IntegrationMappingWire {
  attributesMapping: AttributesMapping;
}

export const mappingKind = defineKind<IntegrationMappingWire>({
  entityType: 'InboundIntegrationMapping',
  noun: 'inbound-integration-mapping',
  collection: 'inbound_integration_mappings',
  displayNameOf: () => null,
});

export interface MaintenanceWindowWire extends MaintenanceWindowTimes {
  integrationId: string;
  description: string | null;
}

export const maintenanceWindowKind = defineKind<MaintenanceWindowWire>({
  entityType: 'InboundIntegrationMaintenanceWindow',
  noun: 'inbound-integration-maintenance-window',
  collection: 'inbound_integration_maintenance_windows',
  displayNameOf: (window) => window.description,
  // All windows of an integration: for intake, and to delete them with it.
  indexes: [[{ organizationId: 1, 'wire.integrationId': 1 }]],
});
