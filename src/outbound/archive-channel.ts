import type { OutboundClient } from '../egress/index.ts';
import type { World } from '../kernel/index.ts';
import { exchanged, type ToolResult } from './deliver.ts';
import { NotSent } from './exchange.ts';
import type { OutboundIntegration } from './integrations.ts';
import { callSlack } from './slack-api.ts';
import { isChannelArchived, knownChannel, noteArchived } from './slack-incident-channel.ts';

/** The channel of an incident that is over, on its way into the archive. */
export interface ChannelArchive {
  /** The same at each repeat. */
  key: string;
  /** With its secrets in clear. */
  integration: OutboundIntegration;
  incidentId: string;
}

/** Archives it, unless that was done by somebody else; an incident that opens again gets another channel. */
export function archiveChannel(
  world: World,
  egress: OutboundClient,
  { key, integration, incidentId }: ChannelArchive,
): Promise<ToolResult> {
  const claim = { key, integration, isSnapshot: false, incident: { id: incidentId } };
  return exchanged(world, egress, claim, async (exchange, sent) => {
    const channel = knownChannel(sent);
    if (channel === null || isChannelArchived(sent)) return channel;
    const { botToken } = integration.wire.slackSettings ?? {};
    try {
      await callSlack({ exchange, botToken }, 'conversations.archive', { channel });
    } catch (error) {
      const isOver =
        error instanceof NotSent &&
        error.result.outcome === 'refused' &&
        /^(already_archived|is_archived|channel_not_found)$/.test(error.result.code ?? '');
      if (!isOver) throw error;
    }
    await noteArchived(sent, channel);
    return channel;
  });
}
