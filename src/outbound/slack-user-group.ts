import type { OutboundClient, SendResult } from '../egress/index.ts';
import { Exchange, NotSent } from './exchange.ts';
import type { OutboundIntegration } from './integrations.ts';
import { withoutSecrets } from './secrets-in-text.ts';
import { callSlack } from './slack-api.ts';

const sendMilliseconds = 20_000;

/**
 * Puts these people into a user group of Slack, and nobody else:
 * https://docs.slack.dev/reference/methods/usergroups.users.update. The same twice does no harm.
 */
export async function updateUserGroup(
  egress: OutboundClient,
  { wire }: OutboundIntegration,
  { userGroupId, users }: { userGroupId: string; users: readonly string[] },
): Promise<SendResult> {
  const exchange = new Exchange(egress, sendMilliseconds);
  const caller = { exchange, botToken: wire.slackSettings?.botToken };
  const json = { usergroup: userGroupId, users: users.join(',') };
  try {
    await callSlack(caller, 'usergroups.users.update', json);
    const result = { outcome: 'sent' as const, code: exchange.code, providerId: userGroupId };
    return withoutSecrets(result, wire, exchange.credentials);
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return withoutSecrets(error.result, wire, exchange.credentials);
  }
}
