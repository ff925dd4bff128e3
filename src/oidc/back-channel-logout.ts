import { errors, type JWTPayload, jwtVerify } from 'jose';
import { isObject } from '../kernel/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import type { OidcConnection } from './connection-kind.ts';
import { failureOf } from './failures.ts';
import { connectionById } from './find-connection.ts';
import { noteObeyed, wasObeyed } from './logout-tokens.ts';
import type { Parts } from './parts.ts';

export type LogoutOutcome =
  | { outcome: 'done'; ended: number }
  /** Why, for the administrator of the provider; holds nothing of the token. */
  | { outcome: 'refused'; reason: string };

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** A symmetric key would be the client secret, and `none` nobody's. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/**
 * `logout+jwt` is recommended only (2.4), and many providers send none, or that of every token. No other kind of token
 * passes for it: those have no events of this kind, and ID tokens a nonce.
 */
const types: readonly unknown[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];
const ageSecondsMax = 600;
const toleranceSeconds = 60;
const tokenCharactersMax = 20_000;

/** Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export async function backChannelLogout(
  parts: Parts,
  connectionId: string,
  token: string,
): Promise<LogoutOutcome> {
  const { world } = parts;
  const connection = await connectionById(world, connectionId);
  if (!connection) return refused('There is no such connection.');
  const claims = await verified(parts, connection, token);
  if (typeof claims === 'string') return refused(claims);
  const { jti, sid, sub: subject } = claims;
  const reason = reasonAgainst(claims);
  if (reason !== null || jti === undefined) return refused(reason ?? 'It has no jti.');
  if (await wasObeyed(world, connection.id, jti)) return refused('It was used before.');
  const issuer = connection.wire.issuer;
  const of = { connectionId: connection.id, issuer: claims.iss ?? issuer };
  const ended = await endSessionsOf(
    world,
    typeof sid === 'string' ? { ...of, sid } : { ...of, subject: subject ?? '' },
    { reason: 'signed out by the identity provider' },
  );
  // Afterwards: a provider that gets no answer sends it again, and then sessions have to end.
  await noteObeyed(world, connection.id, jti);
  return { outcome: 'done', ended };
}

/** The claims, or why there are none. */
async function verified(
  { world, providers }: Parts,
  connection: OidcConnection,
  token: string,
): Promise<JWTPayload | string> {
  if (token.length > tokenCharactersMax) return 'It is too long.';
  try {
    const metadata = (await providers.of(connection)).serverMetadata();
    const keys = await providers.keysOf(connection);
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: connection.wire.clientId,
      algorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: ageSecondsMax,
      clockTolerance: toleranceSeconds,
    });
    return types.includes(protectedHeader.typ?.toLowerCase())
      ? payload
      : 'It is of another type than logout tokens.';
  } catch (error) {
    if (error instanceof errors.JOSEError) return error.message;
    const reason = failureOf(error).detail;
    world.log.warn(
      { connectionId: connection.id, reason },
      'a logout token cannot be verified: the identity provider does not give its keys',
    );
    return reason;
  }
}

function reasonAgainst({ events, nonce, sid, sub }: JWTPayload): string | null {
  if (!isObject(events) || !isObject(events[event])) return `Its events have no ${event}.`;
  if (nonce !== undefined) return 'It has a nonce: it is no logout token.';
  if (sid !== undefined && (typeof sid !== 'string' || sid === '')) return 'Its sid is no text.';
  if (sid === undefined && (sub === undefined || sub === '')) return 'It has neither sid nor sub.';
  return null;
}

function refused(reason: string): LogoutOutcome {
  return { outcome: 'refused', reason };
}
