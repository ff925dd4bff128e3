import type { OutboundClient } from '../egress/index.ts';
import { organizationLanguage } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { answered, say, speaker, usualSpeech } from '../sentences/index.ts';
import { deliver, type ToolResult } from './deliver.ts';
import type { Intent, OutboundDelivery, SendEmail } from './delivery.ts';
import type { OutboundIntegration } from './integrations.ts';
import type { Severity } from './report.ts';
import { toolOf } from './tools/index.ts';

/** Somebody tries whether a tool can be reached. */
export interface OutboundTest {
  /** The same at each repeat. */
  key: string;
  /** With its secrets in clear. */
  integration: OutboundIntegration;
  /** Id of the incident in the test, which exists nowhere else. */
  incidentId: string;
  severity: Severity;
  team: { id: string; displayName: string };
  /** Who tries; null: they are deleted. */
  by: string | null;
  at: Date;
  /** Page for people. */
  url: string;
}

/**
 * Tells a tool of an incident that is not there. Sent although the integration is paused: that is when somebody tries
 * new settings. Where something would stay open, such as a ticket, it is told of the end at once.
 */
export async function deliverTest(
  world: World,
  egress: OutboundClient,
  test: OutboundTest,
  sendEmail: SendEmail,
): Promise<ToolResult> {
  const language = await organizationLanguage(world, test.integration.organizationId);
  const title = speaker(usualSpeech[language])('toolTestTitle');
  const opened = await deliver(world, egress, toldOf(test, title, 'Created'), sendEmail);
  if (opened.outcome !== 'sent' || !toolOf(test.integration.wire.type).leavesOpen) return opened;
  const closed = await deliver(world, egress, toldOf(test, title, 'Resolved'), sendEmail);
  const exchanges = [...(opened.exchanges ?? []), ...(closed.exchanges ?? [])];
  return { ...closed, ...(opened.exchanges ? { exchanges } : {}) };
}

function toldOf(
  test: OutboundTest,
  title: string,
  intent: 'Created' | 'Resolved',
): OutboundDelivery {
  const { key, integration, incidentId, severity, team, by, url } = test;
  const at = test.at.toISOString();
  const said = answered(
    'message',
    say('toolTested', { person: by ?? '', tool: integration.wire.displayName }),
  );
  const eventOf = (of: Intent, status: 'Open' | 'Resolved') => ({
    id: `${incidentId.slice(0, -1)}${of === 'Created' ? '0' : '1'}`,
    severity,
    status,
    modification: {
      timestamp: at,
      intent: of,
      user: null,
      externalUser: null,
      rule: null,
      apiKey: null,
    },
    userAssignments: [],
    onCallUsers: [],
    ...said,
    messageIsPublic: null,
    unattended: false,
    teams: [team],
    attributeChanges: [],
  });
  const created = eventOf('Created', 'Open');
  const events = intent === 'Created' ? [created] : [eventOf('Resolved', 'Resolved'), created];
  return {
    key: `${key}:${intent}`,
    integration: { ...integration, wire: { ...integration.wire, isPaused: false } },
    incident: {
      id: incidentId,
      title,
      integration: null,
      createdAt: at,
      lastUpdatedAt: at,
      attributes: [],
      events,
      eventsTotalCount: events.length,
      services: [],
      sourceUser: null,
      unattended: false,
      isArchived: false,
      onCallUsers: [],
      teams: [team],
      snoozed: null,
      hold: null,
      muted: null,
      endedWhileHeld: false,
      isShadow: false,
      mergedInto: null,
      subIncidents: [],
      allowedIntents: [],
      canDelete: false,
      excludeFromUptimeCalculation: true,
      statusPageStartOverride: null,
      statusPageEndOverride: null,
    },
    event: { id: events[0]?.id ?? incidentId, intent, message: said.message, by, at },
    url,
    isSnapshot: false,
    isTest: true,
    onCall: [],
  };
}
