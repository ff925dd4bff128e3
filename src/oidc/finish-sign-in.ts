import { authorizationCodeGrant, fetchUserInfo, type IDToken } from 'openid-client';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { callbackUrl } from './addresses.ts';
import { type Attempt, type Purpose, takeAttempt } from './attempts.ts';
import { freshSeconds, usableConnection } from './begin-sign-in.ts';
import { claimedPerson, needsUserinfo } from './claims.ts';
import type { OidcConnection } from './connection-kind.ts';
import { failureOf, SignInFailure } from './failures.ts';
import type { Parts } from './parts.ts';
import { type Proof, personOf } from './person.ts';
import { withConfiguration } from './with-configuration.ts';

export interface ProviderAnswer {
  /** Organization of the address that the provider called. */
  organizationId: string;
  /** The query of that address. */
  query: URLSearchParams;
  /** Value of the browser's cookie. */
  browser: string | undefined;
  requestId: string;
}

export interface FinishedSignIn {
  purpose: Purpose;
  person: { organizationId: string; userId: string };
  oidc: {
    connectionId: string;
    issuer: string;
    subject: string;
    sid: string | null;
    idToken: string;
  };
  returnTo: string;
}

/**
 * Turns the provider's answer into a person. The attempt is used up first, so an answer counts once, in one browser,
 * whatever comes of it. Throws `SignInFailure`.
 */
export async function finishSignIn(parts: Parts, answer: ProviderAnswer): Promise<FinishedSignIn> {
  const attempt = await attemptOf(parts.world, answer);
  const connection = await usableConnection(parts, attempt.connectionId);
  try {
    const proof = await withConfiguration(parts, connection, () =>
      proofOf(parts, connection, attempt, answer),
    );
    const userId = await personOf(parts.world, connection, attempt, proof, answer.requestId);
    const { issuer, subject, sid, idToken } = proof;
    return {
      purpose: attempt.purpose,
      person: { organizationId: connection.organizationId, userId },
      oidc: { connectionId: connection.id, issuer, subject, sid, idToken },
      returnTo: attempt.returnTo,
    };
  } catch (error) {
    if (error instanceof SignInFailure) error.connectionId = connection.id;
    throw error;
  }
}

async function attemptOf(
  world: World,
  { query, browser, organizationId }: ProviderAnswer,
): Promise<Attempt> {
  const [state, ...more] = query.getAll('state');
  const attempt =
    state !== undefined && more.length === 0 && browser !== undefined
      ? await takeAttempt(world, state, browser)
      : null;
  if (!attempt || attempt.organizationId !== organizationId.toLowerCase())
    throw new SignInFailure('unknown-attempt', say('signInUnknownState'));
  return attempt;
}

async function proofOf(
  { world, providers, publicUrl }: Parts,
  connection: OidcConnection,
  { organizationId, verifier, nonce, purpose }: Attempt,
  { query }: ProviderAnswer,
): Promise<Proof> {
  const configuration = await providers.of(connection);
  const current = new URL(callbackUrl(publicUrl(), organizationId));
  current.search = query.toString();
  const tokens = await authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: verifier,
    expectedState: query.get('state') ?? '',
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(purpose === 'confirm' ? { maxAge: freshSeconds } : {}),
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined)
    throw new SignInFailure('answer-refused', say('signInNoToken'));
  const { groupsClaim } = connection.wire;
  const userinfo = needsUserinfo(claims, groupsClaim)
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(
        (error: unknown) => {
          world.log.warn(
            // Not the error itself: it holds the answer.
            { connectionId: connection.id, reason: failureOf(error).detail },
            'an identity provider did not answer the request for userinfo',
          );
          return null;
        },
      )
    : null;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid: sidOf(claims),
    idToken: tokens.id_token,
    claimed: claimedPerson(claims.iss, claims, userinfo, groupsClaim),
  };
}

function sidOf({ sid }: IDToken): string | null {
  return typeof sid === 'string' && sid !== '' ? sid : null;
}
