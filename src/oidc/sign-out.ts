import { buildEndSessionUrl } from 'openid-client';
import { signedOutUrl } from './addresses.ts';
import { failureOf } from './failures.ts';
import { connectionById } from './find-connection.ts';
import type { Parts } from './parts.ts';

/**
 * Where the browser goes to sign out of the provider, too; null when that is not possible. The session here has ended
 * before: whatever the provider does, nobody stays signed in here.
 */
export async function providerSignOutUrl(
  { world, providers, publicUrl }: Parts,
  { connectionId, idToken }: { connectionId: string; idToken: string | null },
): Promise<string | null> {
  const connection = await connectionById(world, connectionId);
  if (!connection) return null;
  try {
    const configuration = await providers.of(connection);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: signedOutUrl(publicUrl()),
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    world.log.warn(
      { connectionId, reason: failureOf(error).detail },
      'an identity provider cannot be asked to sign somebody out',
    );
    return null;
  }
}
