import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attemptModel } from '../../src/oidc/attempts.ts';
import { driverCollection } from '../../src/store/index.ts';
import {
  type Account,
  clientId,
  clientSecret,
  newKey,
  publicUrl,
  startProvider,
} from './support/provider.ts';
import { type Begun, failureOf, type Setup, startSetup } from './support/single-sign-on.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.stop());
afterEach(() => {
  setup.provider.intercept = null;
  setup.provider.forge = null;
});

function accountAt(domain: string): Account {
  return { sub: randomUUID(), claims: { email: `ada@${domain}`, email_verified: true } };
}

async function arrived(): Promise<Begun> {
  const connected = await setup.connect();
  return setup.begin(connected, accountAt(connected.domain));
}

/** The same answer, with the parameter changed, or without it. */
function changed(begun: Begun, name: string, value: string | null): Begun {
  const callback = new URL(begun.callback);
  if (value === null) callback.searchParams.delete(name);
  else callback.searchParams.set(name, value);
  return { ...begun, callback };
}

const reasonOf = async (begun: Begun) => (await failureOf(setup.finish(begun))).reason;

describe('an answer that nobody here asked for is refused', () => {
  it.each([
    ['without a state', (begun: Begun) => changed(begun, 'state', null)],
    ['with another state', (begun: Begun) => changed(begun, 'state', 'x'.repeat(43))],
    ['in a browser without a cookie', (begun: Begun) => ({ ...begun, browser: '' })],
    [
      'with two states',
      (begun: Begun) => {
        const callback = new URL(begun.callback);
        callback.searchParams.append('state', callback.searchParams.get('state') ?? '');
        return { ...begun, callback };
      },
    ],
  ])('%s', async (_, change) => {
    const begun = await arrived();
    expect(await reasonOf(change(begun))).toBe('unknown-attempt');
    // It costs the person nothing.
    await setup.finish(begun);
  });

  it('in another browser, which cannot use it up either', async () => {
    const [mine, theirs] = [await arrived(), await arrived()];
    expect(await reasonOf({ ...mine, browser: theirs.browser })).toBe('unknown-attempt');
    await setup.finish(mine);
  });

  it('at the address of another organization', async () => {
    const [mine, theirs] = [await arrived(), await arrived()];
    expect(await reasonOf({ ...mine, connected: theirs.connected })).toBe('unknown-attempt');
  });

  it('a second time', async () => {
    const begun = await arrived();
    await setup.finish(begun);
    expect(await reasonOf(begun)).toBe('unknown-attempt');
  });

  it('a second time at the same moment, in another process', async () => {
    const begun = await arrived();
    const results = await Promise.allSettled([
      setup.finish(begun),
      setup.finish(begun, setup.anotherProcess()),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('after ten minutes', async () => {
    const begun = await arrived();
    setup.server.clock.advance(600);
    expect(await reasonOf(begun)).toBe('unknown-attempt');
  });
});

describe('an answer of somebody else is refused', () => {
  it('a code that was used', async () => {
    const first = await arrived();
    await setup.finish(first);
    const second = await setup.begin(first.connected, accountAt(first.connected.domain));
    const code = first.callback.searchParams.get('code');
    expect(await reasonOf(changed(second, 'code', code))).toBe('answer-refused');
  });

  it('a code of another browser: the verifier is not its own', async () => {
    const mine = await arrived();
    const theirs = await setup.begin(mine.connected, accountAt(mine.connected.domain));
    const code = theirs.callback.searchParams.get('code');
    expect(await reasonOf(changed(mine, 'code', code))).toBe('answer-refused');
  });

  it.each([
    ['another verifier', { verifier: () => 'v'.repeat(43) }],
    ['another nonce', { nonce: () => 'n'.repeat(43) }],
  ])('%s', async (_, change) => {
    const begun = await arrived();
    const { world } = setup.server.app;
    const attempts = driverCollection(attemptModel(world.store));
    const $set = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [
        name,
        name === 'verifier' ? world.secrets.seal(value()) : value(),
      ]),
    );
    await attempts.updateMany({}, { $set });
    expect(await reasonOf(begun)).toBe('answer-refused');
  });

  it.each([
    ['another issuer', 'https://evil.example'],
    ['no issuer, although the provider promises one', null],
  ])('%s', async (_, iss) => {
    setup.provider.requests.length = 0;
    expect(await reasonOf(changed(await arrived(), 'iss', iss))).toBe('answer-refused');
    expect(setup.provider.requests.filter((one) => one.includes('/token'))).toEqual([]);
  });

  it('mixed up: begun with one provider, answered by another; the code goes to neither', async () => {
    const connected = await setup.connect();
    const callback = `${publicUrl}/sign-in/oidc/callback/${connected.organization.id}`;
    const other = await startProvider();
    other.allow(callback);
    const otherId = await connected.organization.api.make('/oidc-connection', {
      displayName: 'Other',
      issuer: other.issuer,
      clientId,
      clientSecret,
    });
    // Somebody who runs the other provider sends the browser on to the honest one, with the state of its own sign-in.
    const { url, browser } = await setup.sso.begin({ connectionId: otherId });
    const honest = await setup.sso.begin({ connectionId: connected.connectionId });
    const lured = new URL(honest.url);
    for (const name of ['state', 'nonce', 'code_challenge'])
      lured.searchParams.set(name, new URL(url).searchParams.get(name) ?? '');
    setup.provider.account = accountAt(connected.domain);
    const { createBrowser } = await import('./support/browser.ts');
    const answer = await createBrowser().follow(lured.href, publicUrl);
    setup.provider.requests.length = 0;
    other.requests.length = 0;
    const begun = { connected, browser, callback: answer };
    const failure = await failureOf(setup.finish(begun));
    expect(failure).toMatchObject({ reason: 'answer-refused', connectionId: otherId });
    for (const { requests } of [setup.provider, other])
      expect(requests.filter((one) => one.includes('/token'))).toEqual([]);
    await other.stop();
  });

  it('the provider says no', async () => {
    const begun = await arrived();
    const callback = new URL(begun.callback);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('error_description', 'Not\u0000 today\u202e');
    const failure = await failureOf(setup.finish({ ...begun, callback }));
    expect(failure).toMatchObject({ reason: 'denied', detail: 'access_denied: Not today' });
  });
});

describe('a forged ID token is refused', () => {
  type Forger = (claims: JWTPayload) => Promise<string>;
  const signed =
    (change: (claims: JWTPayload) => JWTPayload, kid = 'first'): Forger =>
    async (claims) =>
      new SignJWT(change(claims))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(
          await importJWK(kid === 'first' ? (setup.provider.keys[0] ?? {}) : await newKey(kid)),
        );
  const seconds = () => Math.floor(Date.now() / 1000);

  it('and what was not changed passes', async () => {
    await forged(signed((claims) => claims));
  });

  it.each<[string, string, Forger]>([
    ['answer-refused', 'by nobody', async (claims) => new UnsecuredJWT(claims).encode()],
    [
      'answer-refused',
      'by another key with the name of the right one',
      async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'first' })
          .sign(await importJWK(await newKey('first'))),
    ],
    ['keys-changed', 'by a key that is not published', signed((claims) => claims, 'unknown')],
    [
      'answer-refused',
      'by the client secret',
      async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(clientSecret)),
    ],
    ['answer-refused', 'that ended', signed((claims) => ({ ...claims, exp: seconds() - 60 }))],
    ['answer-refused', 'for somebody else', signed((claims) => ({ ...claims, aud: 'other' }))],
    [
      'answer-refused',
      'of another issuer',
      signed((claims) => ({ ...claims, iss: 'https://evil.example' })),
    ],
    ['answer-refused', 'without a nonce', signed(({ nonce: _, ...claims }) => claims)],
    ['answer-refused', 'without a subject', signed(({ sub: _, ...claims }) => claims)],
  ])('%s: %s', async (reason, _, forger) => {
    expect((await failureOf(forged(forger))).reason).toBe(reason);
  });

  it('that does not say when the person signed in proves nothing again', async () => {
    const connected = await setup.connect();
    const account = accountAt(connected.domain);
    const { person } = await setup.signIn(connected, account);
    const as = { purpose: 'confirm' as const, ...person };
    for (const change of [
      ({ auth_time: _, ...claims }: JWTPayload) => claims,
      (claims: JWTPayload) => ({ ...claims, auth_time: seconds() - 1000 }),
    ]) {
      const begun = await setup.begin(connected, account, { as });
      setup.provider.forge = withIdToken(signed(change));
      expect(await reasonOf(begun)).toBe('not-fresh');
    }
  });

  async function forged(forger: Forger) {
    const begun = await arrived();
    setup.provider.forge = withIdToken(forger);
    return setup.finish(begun);
  }

  function withIdToken(forger: Forger) {
    return async (answer: Record<string, unknown>) => ({
      ...answer,
      id_token: await forger(decodeJwt(String(answer.id_token))),
    });
  }
});

describe('when the provider changes its keys', () => {
  it('those that were published before work at once', async () => {
    const [old, next] = [setup.provider.keys[0] ?? {}, await newKey('next')];
    setup.provider.rekey([old, next]);
    const first = await arrived();
    await setup.finish(first);
    setup.provider.rekey([next, old]);
    await setup.signIn(first.connected, setup.provider.account);
  });

  it('at once, one sign-in fails and the next one works', async () => {
    const first = await arrived();
    await setup.finish(first);
    setup.provider.rekey([await newKey('swapped')]);
    const account = setup.provider.account;
    const failing = await setup.begin(first.connected, account);
    expect(await reasonOf(failing)).toBe('keys-changed');
    await setup.signIn(first.connected, account);
    // Also where the new key has the name of the old one.
    setup.provider.rekey([await newKey('swapped')]);
    expect(await reasonOf(await setup.begin(first.connected, account))).toBe('answer-refused');
    await setup.signIn(first.connected, account);
    setup.provider.rekey([await newKey('first')]);
  });
});

describe('when the provider is not well', () => {
  const begin = async (sso = setup.anotherProcess()) => {
    const { connectionId } = await setup.connect();
    return { connectionId, failure: await failureOf(sso.begin({ connectionId })), sso };
  };

  it('it is slow: people are not kept waiting, and it is asked again', async () => {
    setup.provider.intercept = () => true;
    const { connectionId, failure, sso } = await begin(
      setup.anotherProcess({ timeoutSeconds: 0.2 }),
    );
    expect(failure.reason).toBe('unreachable');
    setup.provider.intercept = null;
    await sso.begin({ connectionId });
  });

  it('it is down', async () => {
    setup.provider.intercept = (req) => {
      req.socket.destroy();
      return true;
    };
    const { failure } = await begin();
    expect(failure).toMatchObject({ reason: 'unreachable', connectionId: expect.any(String) });
  });

  it('its answer has no end', async () => {
    setup.provider.intercept = (_req, res) => {
      res.setHeader('content-type', 'application/json');
      res.end(`{"issuer":"${'x'.repeat(100_000)}"}`);
      return true;
    };
    const { failure } = await begin();
    expect(failure).toMatchObject({
      reason: 'unreachable',
      detail: 'The answer is larger than 64 KiB.',
    });
  });

  it('it redirects to where the cloud keeps its secrets, which nobody follows', async () => {
    let asked = 0;
    setup.provider.intercept = (_req, res) => {
      asked += 1;
      res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return true;
    };
    expect((await begin()).failure.reason).toBe('misconfigured');
    expect(asked).toBe(1);
  });

  it.each([
    ['no JSON', 'text/html', '<html>'],
    ['another issuer', 'application/json', '{"issuer":"https://evil.example"}'],
    ['an error', 'application/json', null],
  ])('it answers %s', async (_, type, body) => {
    setup.provider.intercept = (_req, res) => {
      res.writeHead(body === null ? 500 : 200, { 'content-type': type }).end(body ?? '{}');
      return true;
    };
    expect((await begin()).failure.reason).toBe('misconfigured');
  });

  it('its token endpoint is gone: the sign-in is over, and says so', async () => {
    const begun = await arrived();
    setup.provider.intercept = (req) => {
      if (!req.url?.startsWith('/token')) return false;
      req.socket.destroy();
      return true;
    };
    expect(await reasonOf(begun)).toBe('unreachable');
  });

  it('it is inside, and nobody has allowed that', async () => {
    const { failure } = await begin(setup.anotherProcess({ isOpen: false }));
    expect(failure.reason).toBe('unreachable');
    expect(failure.detail).toContain('TOCSIN_ALLOW_PRIVATE_TARGETS');
  });
});

it('secrets are neither in the log nor in clear in the data folder', async () => {
  const begun = await arrived();
  const kept: string[] = [clientSecret];
  setup.provider.forge = async (answer) => {
    kept.push(String(answer.id_token), String(answer.access_token));
    return answer;
  };
  await setup.finish(begun);
  const waiting = await arrived();
  for (const { callback, browser } of [begun, waiting])
    kept.push(
      callback.searchParams.get('code') ?? '',
      callback.searchParams.get('state') ?? '',
      browser,
    );
  expect(kept).toHaveLength(9);
  const log = JSON.stringify(setup.server.log);
  const folder = setup.server.dataDir;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
  );
  for (const secret of kept) {
    expect(secret.length).toBeGreaterThan(20);
    expect(log).not.toContain(secret);
    for (const content of contents) expect(content.includes(secret)).toBe(false);
  }
});
