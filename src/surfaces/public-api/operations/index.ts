import { forRouter } from '../../../http/index.ts';
import { withRequestGuards } from '../guard.ts';
import type { AllHandlers } from '../handlers.ts';
import { apiKeyOperations } from './api-key.ts';
import { auditLogOperations } from './audit-log.ts';
import { authOperations } from './auth.ts';
import { callRehearsalOperations } from './call-rehearsal.ts';
import { callSessionOperations } from './call-session.ts';
import { chatAccountOperations } from './chat-account.ts';
import { contactOperations } from './contact.ts';
import { coverRequestOperations } from './cover-request.ts';
import { coverageOperations } from './coverage.ts';
import { engagementReportOperations } from './engagement-report.ts';
import { escalationPolicyOperations } from './escalation-policy.ts';
import { evaluateMappingOperations } from './evaluate-mapping.ts';
import { groupOperations } from './group.ts';
import { groupMappingOperations } from './group-mapping.ts';
import { guaranteeOperations } from './guarantee.ts';
import { inboundIntegrationOperations } from './inbound-integration.ts';
import { maintenanceWindowOperations } from './inbound-integration-maintenance-window.ts';
import { mappingOperations } from './inbound-integration-mapping.ts';
import { inboundIntegrationPayloadOperations } from './inbound-integration-payload.ts';
import { incidentOperations } from './incident.ts';
import { incidentReportOperations } from './incident-report.ts';
import { invitationOperations } from './invitation.ts';
import { metadataOperations } from './metadata.ts';
import { notificationLogOperations } from './notification-log.ts';
import { oidcConnectionOperations } from './oidc-connection.ts';
import { onCallOperations } from './on-call.ts';
import { onCallCalendarOperations } from './on-call-calendar.ts';
import { onCallOverrideOperations } from './on-call-override.ts';
import { onCallScheduleOperations } from './on-call-schedule.ts';
import { onCallTimelineOperations } from './on-call-timeline.ts';
import { organizationOperations } from './organization.ts';
import { organizationMembershipOperations } from './organization-membership.ts';
import { outboundIntegrationOperations } from './outbound-integration.ts';
import { personCalendarOperations } from './person-calendar.ts';
import { proofOperations } from './proof.ts';
import { publicUpdateOperations } from './public-update.ts';
import { pushSubscriptionOperations } from './push-subscription.ts';
import { replayOperations } from './replay.ts';
import { routingOperations } from './routing.ts';
import { serviceOperations } from './service.ts';
import { serviceMaintenanceOperations } from './service-maintenance.ts';
import { shadowRunOperations } from './shadow-run.ts';
import { silenceOperations } from './silence.ts';
import { statusPageOperations } from './status-page.ts';
import { statusPageSubscriberOperations } from './status-page-subscriber.ts';
import { supportHoursOperations } from './support-hours.ts';
import { suppressionRuleOperations } from './suppression-rule.ts';
import { teamOperations } from './team.ts';
import { teamEscalationsOperations } from './team-escalations.ts';
import { teamMembershipOperations } from './team-membership.ts';
import { temporaryScheduleOperations } from './temporary-schedule.ts';
import { userOperations } from './user.ts';
import { userNotificationRulesOperations } from './user-notification-rules.ts';

/** Every operation of the document: the compiler reports a missing one, the server's start a superfluous one. */
const byId: AllHandlers = {
  ...authOperations,
  ...metadataOperations,
  ...teamOperations,
  ...userOperations,
  ...userNotificationRulesOperations,
  ...chatAccountOperations,
  ...contactOperations,
  ...invitationOperations,
  ...pushSubscriptionOperations,
  ...teamMembershipOperations,
  ...organizationMembershipOperations,
  ...groupOperations,
  ...groupMappingOperations,
  ...organizationOperations,
  ...oidcConnectionOperations,
  ...teamEscalationsOperations,
  ...onCallCalendarOperations,
  ...onCallOverrideOperations,
  ...onCallOperations,
  ...onCallScheduleOperations,
  ...temporaryScheduleOperations,
  ...personCalendarOperations,
  ...shadowRunOperations,
  ...supportHoursOperations,
  ...guaranteeOperations,
  ...proofOperations,
  ...suppressionRuleOperations,
  ...escalationPolicyOperations,
  ...onCallTimelineOperations,
  ...coverRequestOperations,
  ...coverageOperations,
  ...inboundIntegrationOperations,
  ...inboundIntegrationPayloadOperations,
  ...mappingOperations,
  ...evaluateMappingOperations,
  ...maintenanceWindowOperations,
  ...callSessionOperations,
  ...callRehearsalOperations,
  ...outboundIntegrationOperations,
  ...replayOperations,
  ...routingOperations,
  ...silenceOperations,
  ...incidentOperations,
  ...incidentReportOperations,
  ...engagementReportOperations,
  ...serviceOperations,
  ...serviceMaintenanceOperations,
  ...statusPageOperations,
  ...publicUpdateOperations,
  ...statusPageSubscriberOperations,
  ...notificationLogOperations,
  ...auditLogOperations,
  ...apiKeyOperations,
};

export const operations = withRequestGuards(forRouter(byId));
