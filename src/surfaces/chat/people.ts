import { membersOf, type OutboundClient, OutboundError } from '../../egress/index.ts';
import { isObject } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import type { Person } from './caller.ts';

/** A chat waits three seconds for the whole answer. */
const lookupMilliseconds = 1500;

/** The e-mail address of somebody in Slack; null where the app may not see it or Slack takes too long. */
export async function emailInSlack(
  egress: OutboundClient,
  integration: OutboundIntegration,
  userId: string,
): Promise<string | null> {
  return (await personInSlack(egress, integration, userId)).email;
}

/** Somebody in Slack, as far as the app may see them. */
export async function personInSlack(
  egress: OutboundClient,
  { wire }: OutboundIntegration,
  userId: string,
): Promise<Person> {
  const token = wire.slackSettings?.botToken;
  if (!token) return { id: userId, displayName: null, email: null };
  const query = new URLSearchParams({ user: userId });
  const answer = await ask(egress, `https://slack.com/api/users.info?${query}`, token);
  const user = isObject(answer.user) ? answer.user : {};
  const profile = isObject(user.profile) ? user.profile : {};
  const names = [profile.display_name, user.real_name, user.name];
  return {
    id: userId,
    displayName: textOf(names.find((name) => textOf(name) !== null)),
    email: textOf(profile.email),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The same in Mattermost, where the bot needs the right to see addresses. */
export async function emailInMattermost(
  egress: OutboundClient,
  { wire }: OutboundIntegration,
  userId: string,
): Promise<string | null> {
  const { baseUrl, botToken } = wire.mattermostSettings ?? {};
  if (!baseUrl || !botToken) return null;
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v4/users/${encodeURIComponent(userId)}`;
  const { email } = await ask(egress, url, botToken);
  return typeof email === 'string' && email !== '' ? email : null;
}

/** Tells one person in Slack something. What fails here has failed nothing else. */
export async function tellInSlack(
  egress: OutboundClient,
  responseUrl: string,
  text: string,
): Promise<void> {
  if (URL.parse(responseUrl)?.host !== 'hooks.slack.com') return;
  await request(egress, responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
  });
}

async function ask(
  egress: OutboundClient,
  url: string,
  token: string,
): Promise<Record<string, unknown>> {
  const answer = await request(egress, url, { headers: { authorization: `Bearer ${token}` } });
  return (answer && membersOf(answer)) ?? {};
}

async function request(
  egress: OutboundClient,
  url: string,
  options: Parameters<OutboundClient['request']>[1],
) {
  try {
    return await egress.request(url, {
      ...options,
      redirectsMax: 0,
      timeoutMilliseconds: lookupMilliseconds,
    });
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
