import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Wire = components['schemas'];

/**
 * Everything an import can bring: bodies of the Public API by the resources of Terraform that they become, with keys of
 * the source in the place of ids. A value without a wire shape cannot be in it, so it must be in the report.
 */
export interface Bodies {
  tocsin_user: Wire['UserInput'];
  tocsin_user_notification_rules: Partial<Wire['UserNotificationRulesInput']> & { userId: string };
  tocsin_team: Wire['TeamInput'];
  tocsin_team_membership: Wire['TeamMembershipInput'];
  tocsin_team_escalations: Wire['TeamEscalationsInput'];
  tocsin_on_call_override: Wire['OnCallOverrideInput'];
  tocsin_integration: Wire['InboundIntegrationInput'];
  tocsin_integration_mapping: Wire['MappingInput'] & { integrationId: string };
  tocsin_integration_maintenance_window: Wire['MaintenanceWindowInput'];
  tocsin_outbound_integration: Wire['OutboundIntegrationInput'];
  tocsin_routing: Wire['RoutingInput'];
  tocsin_schedule: Wire['OnCallScheduleInput'];
  tocsin_temporary_schedule: Wire['TemporaryScheduleInput'];
  tocsin_suppression_rule: Wire['SuppressionRuleInput'];
  tocsin_support_hours: Wire['SupportHoursInput'];
  tocsin_escalation_policy: Wire['EscalationPolicyInput'];
  tocsin_silence: Wire['SilenceInput'];
  tocsin_service: Wire['ServiceInput'];
  tocsin_service_maintenance: Wire['ServiceMaintenanceInput'];
  tocsin_status_page: Wire['StatusPageInput'];
}

export type ImportedType = keyof Bodies;
