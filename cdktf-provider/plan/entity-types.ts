/** The entity type that the server has for a resource type. */
export interface PlannedType {
  /** As change sets call it. */
  readonly entityType: string;
  /** The attribute that holds the id, of objects that have that of another one. */
  readonly idAttribute?: string;
}

/** Types that have no part in who is told of an incident. */
const apart: ReadonlySet<string> = new Set([
  'tocsin_api_key',
  'tocsin_group_mapping',
  'tocsin_oidc_connection',
  'tocsin_organization',
  'tocsin_organization_settings',
  'tocsin_public_update_template',
  'tocsin_status_page',
]);

const renamed: Readonly<Record<string, PlannedType>> = {
  tocsin_integration: { entityType: 'InboundIntegration' },
  tocsin_integration_mapping: {
    entityType: 'InboundIntegrationMapping',
    idAttribute: 'integration_id',
  },
  tocsin_integration_maintenance_window: { entityType: 'InboundIntegrationMaintenanceWindow' },
  tocsin_schedule: { entityType: 'OnCallSchedule' },
  tocsin_team_escalations: { entityType: 'TeamEscalations', idAttribute: 'team_id' },
  tocsin_user_notification_rules: { entityType: 'UserNotificationRules', idAttribute: 'user_id' },
  tocsin_user_incident_notification_settings: {
    entityType: 'UserIncidentNotificationSettings',
    idAttribute: 'user_id',
  },
};

/** Null: a change of it changes nothing about who is told. */
export function plannedTypeOf(type: string): PlannedType | null {
  if (apart.has(type)) return null;
  return renamed[type] ?? { entityType: pascalCase(type.replace(/^tocsin_/, '')) };
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
