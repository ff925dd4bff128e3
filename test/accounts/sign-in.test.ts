import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accountsIdle,
  changePassword,
  confirmTotp,
  confirmWithPassword,
  enrolTotp,
  finishSignIn,
  removeTotp,
  renewRecoveryCodes,
  signInWithPassword,
  verifyPassword,
} from '../../src/accounts/index.ts';
import { accountsOf } from '../../src/accounts/model.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hashAsInProduction } from '../support/cheap-hash.ts';
import {
  clock,
  forgetGuesses,
  from,
  goodPassword,
  type Human,
  noMail,
  signUpOwner,
  totpAt,
} from './support.ts';

let t: TestApp;
let owner: Human;
beforeAll(async () => {
  hashAsInProduction();
  t = await startTestApp({ clock });
  owner = await signUpOwner(t);
});
afterAll(() => t?.stop());
beforeEach(() => forgetGuesses(t));

const signIn = (password: string, email = owner.email, code?: string) =>
  signInWithPassword(t.app.world, { email, password, ...(code ? { code } : {}) }, from);

describe('signing in with a password', () => {
  it('takes the password of the account, whatever the case of the address', async () => {
    expect(await signIn(goodPassword)).toMatchObject({
      kind: 'ok',
      account: { id: owner.accountId },
    });
    expect((await signIn(goodPassword, ` ${owner.email.toUpperCase()} `)).kind).toBe('ok');
  });

  it('takes a password that is typed in another form of the same characters', async () => {
    const password = 'fünf Bücher auf dem Tisch';
    await changePassword(t.app.world, noMail, owner.accountId, { password }, from);
    expect((await signIn(password.normalize('NFD'))).kind).toBe('ok');
    await changePassword(t.app.world, noMail, owner.accountId, { password: goodPassword }, from);
  });

  it('answers an unknown address like a wrong password, for the same amount of hashing', async () => {
    const hashing = vi.spyOn(crypto, 'argon2');
    const known = await signIn('a wrong password');
    const ofKnown = hashing.mock.calls.splice(0);
    const unknown = await signIn('a wrong password', 'nobody@example.com');
    const ofUnknown = hashing.mock.calls.splice(0);
    expect(unknown).toEqual(known);
    expect(known).toEqual({ kind: 'refused' });
    const costs = (calls: typeof ofKnown) =>
      calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => [
        algorithm,
        { memory, passes, parallelism, tagLength },
      ]);
    expect(costs(ofKnown)).toHaveLength(1);
    expect(costs(ofUnknown)).toEqual(costs(ofKnown));
  });

  it('makes the hash anew when it was made with another cost', async () => {
    const accounts = accountsOf(t.app.world);
    const cheap = await new Promise<Buffer>((resolve, reject) =>
      crypto.argon2(
        'argon2id',
        {
          message: Buffer.from(goodPassword),
          nonce: Buffer.from('sixteen bytes ok'),
          memory: 8192,
          passes: 1,
          parallelism: 1,
          tagLength: 32,
        },
        (error, key) => (error ? reject(error) : resolve(key)),
      ),
    );
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${text(Buffer.from('sixteen bytes ok'))}$${text(cheap)}`;
    await accounts.updateOne({ _id: owner.accountId }, { $set: { passwordHash } });
    expect((await signIn('another wrong one')).kind).toBe('refused');
    expect((await accounts.findOne({ _id: owner.accountId }))?.passwordHash).toBe(passwordHash);
    expect((await signIn(goodPassword)).kind).toBe('ok');
    expect((await accounts.findOne({ _id: owner.accountId }))?.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
    expect((await signIn(goodPassword)).kind).toBe('ok');
  });

  it('hashes two passwords at a time, however many come, and refuses more than it can queue', async () => {
    const [runningMax, waitingMax, arrivals] = [2, 40, 60];
    const begun: (() => void)[] = [];
    let isHeld = true;
    let most = 0;
    vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, { tagLength }, done) => {
      begun.push(() => done(null, Buffer.alloc(tagLength)));
      most = Math.max(most, begun.length);
      if (!isHeld) setImmediate(() => begun.shift()?.());
    });
    const refused: unknown[] = [];
    const flood = Array.from({ length: arrivals }, (_, n) =>
      signInWithPassword(
        t.app.world,
        { email: `n${n}@example.com`, password: goodPassword },
        { ...from, address: `198.51.${n}.1` },
      ).then(
        ({ kind }) => kind,
        (error: unknown) => void refused.push(error),
      ),
    );
    await expect.poll(() => refused).toHaveLength(arrivals - runningMax - waitingMax);
    // Who guesses the password of a status page waits for nobody here, and nobody for him.
    const guess = verifyPassword('a guess', null, 'page');
    await expect.poll(() => begun).toHaveLength(runningMax + 1);
    begun.pop()?.();
    expect(await guess).toBe(false);
    most = runningMax;
    isHeld = false;
    for (const finish of begun.splice(0)) finish();
    const kinds = await Promise.all(flood);
    expect(most).toBe(runningMax);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(runningMax + waitingMax);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '2' } });
  });

  it.each([
    ['short', 'at least 12'],
    ['elevenchars', 'at least 12'],
    ['ab cd ef gh '.repeat(22), 'at most 256'],
    ['aaaaaaaaaaaaaa', 'common'],
    ['abababababababab', 'common'],
    ['0123456789012', 'common'],
    ['password12345', 'common'],
    ['Password!!!!!', 'common'],
    ['1qaz2wsx3edc', 'common'],
    ['owner@localhost', 'your address'],
    ['Tocsin123456!', 'your address'],
    ['tocsintocsin', 'your address'],
  ])('refuses to set %s', async (password, said) => {
    const setting = changePassword(t.app.world, noMail, owner.accountId, { password }, from);
    await expect(setting).rejects.toMatchObject({
      code: 'validation-failed',
      message: expect.stringContaining(said),
    });
  });

  it.each([
    'twelve chars',
    'ein sehr langer Satz',
    '73!8b291-55#8x',
    '密码密碼你好世界今天天气真好',
  ])('lets set %s', async (password) => {
    await changePassword(t.app.world, noMail, owner.accountId, { password }, from);
    expect((await signIn(password)).kind).toBe('ok');
    await changePassword(t.app.world, noMail, owner.accountId, { password: goodPassword }, from);
  });
});

describe('an authenticator app', () => {
  /** The app, and the recovery codes. */
  async function enrol(): Promise<{ app: () => string; recoveryCodes: string[] }> {
    const { world } = t.app;
    const { secret, uri, qrSvg } = await enrolTotp(world, owner.accountId, from);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(qrSvg).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
    expect((await signIn(goodPassword)).kind, 'counts only when confirmed').toBe('ok');
    const app = () => totpAt(secret, t.clock.now());
    const { recoveryCodes } = await confirmTotp(world, owner.accountId, app(), from);
    t.clock.advance(90);
    return { app, recoveryCodes };
  }
  const remove = () => removeTotp(t.app.world, owner.accountId, from);

  it('is asked for after the password, and its code counts once', async () => {
    const { app } = await enrol();
    const begun = await signIn(goodPassword);
    if (begun.kind !== 'second-factor') throw new Error(begun.kind);
    const { challenge } = begun;
    const finish = (code: string) => finishSignIn(t.app.world, { challenge, code }, from);
    expect((await finish('000000')).kind).toBe('refused');
    const code = app();
    expect((await finish(code)).kind).toBe('ok');
    expect((await finish(code)).kind, 'the challenge is spent').toBe('refused');
    expect((await signIn(goodPassword, owner.email, code)).kind, 'replayed').toBe('refused');
    t.clock.advance(30);
    expect((await signIn(goodPassword, owner.email, app())).kind).toBe('ok');
    await remove();
    expect((await signIn(goodPassword)).kind).toBe('ok');
  });

  it('lets one of twenty in who come with the same code at once', async () => {
    const { app } = await enrol();
    const { world } = t.app;
    const code = app();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        confirmWithPassword(
          world,
          owner.accountId,
          { password: goodPassword, code },
          { ...from, address: `198.51.${n}.1` },
        ),
      ),
    );
    const kinds = all.map((one) => (one.status === 'fulfilled' ? one.value.kind : one.reason.code));
    expect(kinds.filter((kind) => kind === 'ok')).toHaveLength(1);
    expect(new Set(kinds)).toEqual(new Set(['ok', 'refused', 'rate-limited']));
    await forgetGuesses(t);
    await remove();
  });

  it('may be off by one step, not by two, and no earlier code counts after a later one', async () => {
    const { app } = await enrol();
    const at = (seconds: number) => {
      t.clock.advance(seconds);
      const code = app();
      t.clock.advance(-seconds);
      return code;
    };
    const refusedThen = async (code: string) => {
      await forgetGuesses(t);
      return (await signIn(goodPassword, owner.email, code)).kind;
    };
    expect(await refusedThen(at(60))).toBe('refused');
    expect(await refusedThen(at(-60))).toBe('refused');
    expect(await refusedThen(at(30))).toBe('ok');
    expect(await refusedThen(at(0))).toBe('refused');
    await remove();
  });

  it('has ten recovery codes for those who lost it, each of which works once', async () => {
    const { recoveryCodes } = await enrol();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes.slice(0, 3)) {
      await forgetGuesses(t);
      const all = await Promise.all(
        [code, code.toUpperCase().replaceAll('-', ' ')].map((typed) =>
          signIn(goodPassword, owner.email, typed),
        ),
      );
      expect(all.map(({ kind }) => kind).toSorted()).toEqual(['ok', 'refused']);
    }
    await forgetGuesses(t);
    const { recoveryCodes: renewed } = await renewRecoveryCodes(t.app.world, owner.accountId, from);
    expect((await signIn(goodPassword, owner.email, recoveryCodes[5])).kind).toBe('refused');
    expect((await signIn(goodPassword, owner.email, renewed[5])).kind).toBe('ok');
    await remove();
  });

  it('a challenge ends after five minutes, and stands for nobody else', async () => {
    const { app } = await enrol();
    const begun = await signIn(goodPassword);
    if (begun.kind !== 'second-factor') throw new Error(begun.kind);
    const finish = (challenge: string) =>
      finishSignIn(t.app.world, { challenge, code: app() }, from);
    expect((await finish(`${begun.challenge}x`)).kind).toBe('refused');
    t.clock.advance(301);
    expect((await finish(begun.challenge)).kind).toBe('refused');
    await remove();
  });
});

it('records what happens to an account, and who failed to sign in from where', async () => {
  await signIn('a wrong password once more');
  await accountsIdle(t.app.world);
  const { body } = await t.api.get(`/auditlog/list?EntityId=${owner.userId}&Limit=100`);
  const entries = body.items as { action: string; changes: object[] }[];
  const actions = new Set(entries.map(({ action }) => action));
  for (const action of [
    'user.make-sign-in-link',
    'user.accept-sign-in-link',
    'user.change-password',
    'user.add-totp',
    'user.remove-totp',
    'user.use-recovery-code',
    'user.renew-recovery-codes',
    'user.refuse-sign-in',
  ])
    expect(actions).toContain(action);
  expect(entries.find(({ action }) => action === 'user.refuse-sign-in')?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'wrong', after: 'password' }),
      expect.objectContaining({ path: 'address', after: from.address }),
    ]),
  );
});
