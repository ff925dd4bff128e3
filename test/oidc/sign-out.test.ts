import { randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectionById, type FinishedSignIn } from '../../src/oidc/index.ts';
import { idTokenOf, sessionOf, startSession } from '../../src/sessions/index.ts';
import { clientId, clientSecret, newKey, publicUrl } from './support/provider.ts';
import { type Connected, type Setup, startSetup } from './support/single-sign-on.ts';

let setup: Setup;
let connected: Connected;
let done: FinishedSignIn;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.stop());
beforeEach(async () => {
  connected = await setup.connect();
  done = await setup.signIn(connected, {
    sub: randomUUID(),
    claims: { email: `ada@${connected.domain}`, email_verified: true },
  });
});

async function startedSession(changes: Partial<FinishedSignIn['oidc']> = {}) {
  const { world } = setup.server.app;
  return startSession(
    world,
    { ...done.person, accountId: null },
    { method: 'oidc', oidc: { ...done.oidc, ...changes } },
    { address: '192.0.2.1', userAgent: 'test', requestId: 'test' },
  );
}
async function isSignedIn(token: string): Promise<boolean> {
  return (await sessionOf(setup.server.app.world, token).catch(() => null)) !== null;
}

describe('who signs out here', () => {
  it('is sent to the provider with the ID token of the session, and back', async () => {
    const { session } = await startedSession();
    const idToken = idTokenOf(setup.server.app.world, session);
    expect(idToken).toBe(done.oidc.idToken);
    const url = await setup.sso.signOutUrl({ connectionId: connected.connectionId, idToken });
    const { origin, searchParams } = new URL(url ?? '');
    expect(origin).toBe(setup.provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: clientId,
      id_token_hint: idToken,
      post_logout_redirect_uri: `${publicUrl}/sign-in`,
    });
    // The provider accepts it.
    expect((await fetch(url ?? '', { redirect: 'manual' })).status).toBe(200);
  });

  it('stays here when the provider cannot be asked', async () => {
    setup.provider.intercept = (req) => {
      req.socket.destroy();
      return true;
    };
    const of = { connectionId: connected.connectionId, idToken: null };
    expect(await setup.anotherProcess().signOutUrl(of)).toBeNull();
    expect(await setup.sso.signOutUrl({ ...of, connectionId: randomUUID() })).toBeNull();
    setup.provider.intercept = null;
  });

  it('is signed out when the connection is deleted', async () => {
    const { token } = await startedSession();
    await connected.organization.api.delete(`/oidc-connection/${connected.connectionId}`);
    await setup.server.app.jobs.runAll();
    expect(await connectionById(setup.server.app.world, connected.connectionId)).toBeNull();
    expect(await isSignedIn(token)).toBe(false);
  });
});

describe('who signs out at the provider', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  interface Change {
    claims?: Record<string, unknown>;
    header?: Record<string, unknown>;
    key?: JWK | Uint8Array;
  }
  async function tokenWith({ claims = {}, header = {}, key }: Change = {}): Promise<string> {
    const payload = {
      iss: setup.provider.issuer,
      aud: clientId,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 120,
      jti: randomUUID(),
      events: { [event]: {} },
      sub: done.oidc.subject,
      sid: done.oidc.sid,
      ...claims,
    };
    const used = key ?? setup.provider.keys[0] ?? {};
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: 'first', ...header })
      .sign(used instanceof Uint8Array ? used : await importJWK(used, 'RS256'));
  }
  const report = (token: string, connectionId = connected.connectionId) =>
    setup.sso.backChannelLogout(connectionId, token);

  it('is signed out of the session that the token names, and of no other', async () => {
    const [mine, other] = [await startedSession(), await startedSession({ sid: 'another' })];
    expect(await report(await tokenWith())).toEqual({ outcome: 'done', ended: 1 });
    expect(await isSignedIn(mine.token)).toBe(false);
    expect(await isSignedIn(other.token)).toBe(true);
  });

  it.each([undefined, 'JWT', 'application/logout+jwt'])(
    'is signed out by a token of the type %s, as many providers send it',
    async (typ) => {
      const { token } = await startedSession();
      expect(await report(await tokenWith({ header: { typ } }))).toMatchObject({ outcome: 'done' });
      expect(await isSignedIn(token)).toBe(false);
    },
  );

  it('is signed out of every session when the token names only the person', async () => {
    const [one, other] = [await startedSession(), await startedSession({ sid: 'another' })];
    const token = await tokenWith({ claims: { sid: undefined } });
    expect(await report(token)).toEqual({ outcome: 'done', ended: 2 });
    for (const { token: gone } of [one, other]) expect(await isSignedIn(gone)).toBe(false);
  });

  it.each<[string, Change]>([
    ['somebody else', { claims: { sid: 'alien', sub: 'alien' } }],
    ['nobody here', { claims: { sid: undefined, sub: 'alien' } }],
  ])('is left alone when the token names %s', async (_, change) => {
    const { token } = await startedSession();
    expect(await report(await tokenWith(change))).toEqual({ outcome: 'done', ended: 0 });
    expect(await isSignedIn(token)).toBe(true);
  });

  it('is signed out once by one token', async () => {
    const token = await tokenWith();
    expect(await report(token)).toMatchObject({ outcome: 'done' });
    const later = await startedSession();
    expect(await report(token)).toEqual({ outcome: 'refused', reason: 'It was used before.' });
    expect(await isSignedIn(later.token)).toBe(true);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Promise<Change> | Change]>([
    ['by another key', async () => ({ key: await newKey('first') })],
    ['by an unknown key', async () => ({ key: await newKey('x'), header: { kid: 'x' } })],
    [
      'by the client secret',
      () => ({
        key: new TextEncoder().encode(clientSecret),
        header: { alg: 'HS256', kid: undefined },
      }),
    ],
    ['for somebody else', () => ({ claims: { aud: 'other' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['that is an ID token', () => ({ header: { typ: 'JWT' }, claims: { events: undefined } })],
    ['of another type', () => ({ header: { typ: 'at+jwt' } })],
    ['with a nonce', () => ({ claims: { nonce: 'x' } })],
    ['without events', () => ({ claims: { events: undefined } })],
    ['of another event', () => ({ claims: { events: { 'https://x.example': {} } } })],
    ['without a jti', () => ({ claims: { jti: undefined } })],
    ['without a moment', () => ({ claims: { iat: undefined } })],
    ['that is old', () => ({ claims: { iat: seconds() - 3600 } })],
    ['that ended', () => ({ claims: { exp: seconds() - 3600 } })],
    ['that names nobody', () => ({ claims: { sid: undefined, sub: undefined } })],
    ['with a number as sid', () => ({ claims: { sid: 5 } })],
  ])('is not signed out by a token %s', async (_, change) => {
    const { token } = await startedSession();
    const answer = await report(await tokenWith(await change()));
    expect(answer).toEqual({ outcome: 'refused', reason: expect.any(String) });
    expect(await isSignedIn(token)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['no token', 'x.y.z'],
    ['a huge one', 'x'.repeat(30_000)],
    ['an unsigned one', new UnsecuredJWT({ sub: 'x' }).encode()],
  ])('is not signed out by %s', async (_, token) => {
    expect(await report(token)).toMatchObject({ outcome: 'refused' });
  });

  it('is not signed out by a token for another connection, or for none', async () => {
    const { token } = await startedSession();
    const other = await setup.connect();
    expect(await report(await tokenWith(), other.connectionId)).toMatchObject({ ended: 0 });
    expect(await report(await tokenWith(), randomUUID())).toMatchObject({ outcome: 'refused' });
    expect(await isSignedIn(token)).toBe(true);
  });
});
