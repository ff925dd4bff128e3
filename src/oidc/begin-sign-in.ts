import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
} from 'openid-client';
import { newToken } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { callbackUrl, localPath } from './addresses.ts';
import { keepAttempt, type Purpose } from './attempts.ts';
import type { OidcConnection } from './connection-kind.ts';
import { SignInFailure } from './failures.ts';
import { connectionById } from './find-connection.ts';
import type { Parts } from './parts.ts';
import { withConfiguration } from './with-configuration.ts';

export interface BeginSignIn {
  connectionId: string;
  /** Value of the browser's cookie, if it has one: several tabs share it. */
  browser?: string | undefined;
  /** Path on this server; anything else counts as the front page. */
  returnTo?: string | undefined;
  /** The address or name that the person entered; the provider need not ask again. */
  loginHint?: string | undefined;
  /** To prove it again, or to link: the person of the session. */
  as?: { purpose: Exclude<Purpose, 'sign-in'>; organizationId: string; userId: string } | undefined;
}

export interface BegunSignIn {
  /** Where the browser goes. */
  url: string;
  /** Value for the browser's cookie. */
  browser: string;
}

/** How long ago the provider may have asked for the password when somebody proves it again. */
export const freshSeconds = 300;

/** Sends a browser to the provider. Throws `SignInFailure`. */
export async function beginSignIn(
  parts: Parts,
  { connectionId, browser = newToken(), returnTo, loginHint, as }: BeginSignIn,
): Promise<BegunSignIn> {
  const { world, publicUrl } = parts;
  const connection = await usableConnection(parts, connectionId);
  const { organizationId, wire } = connection;
  if (as && as.organizationId !== organizationId) throw disabled();
  const purpose = as?.purpose ?? 'sign-in';
  const state = newToken();
  const nonce = newToken();
  const verifier = randomPKCECodeVerifier();
  const challenge = await calculatePKCECodeChallenge(verifier);
  const url = await withConfiguration(parts, connection, async (configuration) =>
    buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(publicUrl(), organizationId),
      scope: scopesOf(wire.scopes),
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(loginHint ? { login_hint: loginHint } : {}),
      ...(purpose === 'confirm' ? { max_age: String(freshSeconds), prompt: 'login' } : {}),
    }),
  );
  await keepAttempt(world, state, browser, {
    organizationId,
    connectionId: connection.id,
    purpose,
    userId: as?.userId.toLowerCase() ?? null,
    verifier,
    nonce,
    returnTo: localPath(returnTo),
  });
  return { url: url.href, browser };
}

/** Throws `SignInFailure` for one that is not there or not enabled: alike, so that ids tell nothing. */
export async function usableConnection(parts: Parts, id: string): Promise<OidcConnection> {
  const connection = await connectionById(parts.world, id);
  if (!connection?.wire.isEnabled) throw disabled();
  return connection;
}

function disabled(): SignInFailure {
  return new SignInFailure('disabled', say('signInDisabled'));
}

function scopesOf(scopes: readonly string[] | null): string {
  return [...new Set(['openid', ...(scopes ?? ['profile', 'email'])])].join(' ');
}
