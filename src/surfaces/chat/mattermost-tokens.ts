import { pressedButton } from '../../channels/index.ts';
import type { Arrival } from '../../http/index.ts';
import { isObject, type World } from '../../kernel/index.ts';
import { findReplyLink } from '../../notifications/index.ts';
import { chatActionToken, isSameSecret, type OutboundIntegration } from '../../outbound/index.ts';
import { jsonOf } from './json-of.ts';

/**
 * Mattermost signs nothing: the button carries the token that we gave it, in what Mattermost shows to nobody. That of a
 * button to one person is forgotten after a week.
 */
export async function isFromMattermost(
  world: World,
  integration: OutboundIntegration,
  { rawBody }: Arrival,
): Promise<boolean | 'ended'> {
  if (!integration.wire.mattermostSettings) return false;
  const { context } = jsonOf(await rawBody());
  if (!isObject(context)) return false;
  const { incidentId, token, reply } = context;
  if (typeof reply === 'string') {
    const pressed = pressedButton(reply);
    const link = pressed && (await findReplyLink(world, pressed.token));
    if (pressed && !link) return 'ended';
    return link?.organizationId === integration.organizationId;
  }
  if (typeof incidentId !== 'string' || typeof token !== 'string') return false;
  return isSameSecret(token, chatActionToken(world, integration.id, incidentId));
}

/** A slash command carries the token that Mattermost made for it. */
export async function isMattermostCommand(
  _world: World,
  { wire }: OutboundIntegration,
  { rawBody }: Arrival,
): Promise<boolean> {
  const { slashCommandToken } = wire.mattermostSettings ?? {};
  if (!slashCommandToken) return false;
  const form = new URLSearchParams((await rawBody())?.toString('utf8') ?? '');
  return isSameSecret(form.get('token') ?? '', slashCommandToken);
}
