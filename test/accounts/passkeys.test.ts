import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptLink,
  findAccount,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  inviteUser,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
  whyNoPasskeys,
} from '../../src/accounts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { sessionOf, startSession } from '../../src/sessions/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type AuthenticatorOptions, createAuthenticator } from './authenticator.ts';
import {
  clock,
  forgetGuesses,
  from,
  goodPassword,
  type Human,
  noMail,
  publicUrl,
  signUpOwner,
  tokenOf,
} from './support.ts';

let t: TestApp;
let owner: Human;
beforeAll(async () => {
  t = await startTestApp({ clock });
  owner = await signUpOwner(t);
});
afterAll(() => t?.stop());
beforeEach(() => forgetGuesses(t));

const here = { origin: publicUrl, rpId: 'tocsin.example.com' };

/** A device, and the browser in front of it. */
function device(options?: AuthenticatorOptions) {
  const authenticator = createAuthenticator(options);
  const ask = () => startPasskeySignIn(t.app.world, publicUrl);
  return {
    async register(accountId = owner.accountId, place = here, type?: string) {
      const asked = await startPasskeyRegistration(t.app.world, publicUrl, accountId);
      return authenticator.register(asked, place, type);
    },
    finish: (response: unknown, accountId = owner.accountId) =>
      finishPasskeyRegistration(
        t.app.world,
        publicUrl,
        accountId,
        { response, displayName: 'My phone' },
        from,
      ),
    answer: async (place = here, changes?: AuthenticatorOptions) =>
      authenticator.signIn(await ask(), place, changes),
    answerTo: (challenge: string) => authenticator.signIn({ challenge }, here),
    signIn: async (place = here, changes?: AuthenticatorOptions) =>
      signIn(authenticator.signIn(await ask(), place, changes)),
  };
}

const signIn = async (response: unknown, accountId?: string) =>
  (
    await finishPasskeySignIn(
      t.app.world,
      publicUrl,
      { response, ...(accountId === undefined ? {} : { accountId }) },
      from,
    )
  ).kind;

/** A device with a passkey of the Owner. */
async function registered(options?: AuthenticatorOptions) {
  const made = device(options);
  const account = await made.finish(await made.register());
  return { ...made, id: account.passkeys.at(-1)?.id ?? '' };
}

const refusal = { code: 'validation-failed' };

describe('a passkey', () => {
  it('signs its account in, without anybody saying who they are', async () => {
    const phone = await registered();
    const asked = await startPasskeySignIn(t.app.world, publicUrl);
    expect(asked).toMatchObject({ userVerification: 'required', rpId: 'tocsin.example.com' });
    expect(asked.allowCredentials ?? []).toEqual([]);
    expect(await phone.signIn()).toBe('ok');
    expect(await phone.signIn()).toBe('ok');
    const account = await findAccount(t.app.world, owner.accountId);
    expect(account?.passkeys.find(({ id }) => id === phone.id)).toMatchObject({
      displayName: 'My phone',
      lastUsedAt: t.clock.now(),
    });
  });

  it('asks for one that the device finds by itself, protected by its owner, and not twice on one device', async () => {
    const phone = await registered();
    const asked = await startPasskeyRegistration(t.app.world, publicUrl, owner.accountId);
    expect(asked).toMatchObject({
      rp: { id: 'tocsin.example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(asked.excludeCredentials?.map(({ id }) => id)).toContain(phone.id);
  });

  it('confirms who somebody is only for its own account', async () => {
    const phone = await registered();
    expect(await signIn(await phone.answer(), owner.accountId)).toBe('ok');
    const another = await signUpAnother();
    expect(await signIn(await phone.answer(), another)).toBe('refused');
  });

  it('without a counter works as often as it likes; one that goes back is recorded', async () => {
    const synced = await registered({ counterStep: 0 });
    for (let n = 0; n < 3; n += 1) expect(await synced.signIn()).toBe('ok');
    const counting = await registered();
    const before = await recorded('user.passkey-counter-went-back');
    expect(await counting.signIn()).toBe('ok');
    expect(await recorded('user.passkey-counter-went-back')).toBe(before);
    await t.app.world.store.connection
      .collection<{ _id: string }>('accounts')
      .updateOne(
        { _id: owner.accountId },
        { $set: { 'passkeys.$[one].counter': 1000 } },
        { arrayFilters: [{ 'one.id': counting.id }] },
      );
    expect(await counting.signIn()).toBe('ok');
    expect(await recorded('user.passkey-counter-went-back')).toBe(before + 1);
  });
});

describe('an answer that is refused, although its passkey is right', () => {
  it.each([
    'https://evil.example.com',
    'https://tocsin.example.com:8443',
    'http://tocsin.example.com',
  ])('from a page at %s', async (origin) => {
    const phone = await registered();
    expect(await phone.signIn({ ...here, origin })).toBe('refused');
    const fresh = device();
    await expect(
      fresh.finish(await fresh.register(owner.accountId, { ...here, origin })),
    ).rejects.toMatchObject(refusal);
    expect(await phone.signIn()).toBe('ok');
  });

  it.each(['example.com', 'evil.tocsin.example.com', 'localhost'])(
    'for the domain %s',
    async (rpId) => {
      const phone = await registered();
      expect(await phone.signIn({ ...here, rpId })).toBe('refused');
      const fresh = device();
      await expect(
        fresh.finish(await fresh.register(owner.accountId, { ...here, rpId })),
      ).rejects.toMatchObject(refusal);
      expect(await phone.signIn()).toBe('ok');
    },
  );

  it('that came before', async () => {
    const phone = await registered();
    const answer = await phone.answer();
    expect(await signIn(answer)).toBe('ok');
    expect(await signIn(answer)).toBe('refused');
    const fresh = device();
    const registration = await fresh.register();
    await fresh.finish(registration);
    await expect(fresh.finish(registration)).rejects.toMatchObject(refusal);
  });

  it('that twenty send at once, but for one', async () => {
    const phone = await registered();
    const answer = await phone.answer();
    const all = await Promise.all(Array.from({ length: 20 }, () => signIn(answer)));
    expect(all.filter((kind) => kind === 'ok')).toHaveLength(1);
  });

  it('that comes after five minutes', async () => {
    const phone = await registered();
    const answer = await phone.answer();
    const other = device();
    const registration = await other.register();
    t.clock.advance(301);
    expect(await signIn(answer)).toBe('refused');
    await expect(other.finish(registration)).rejects.toMatchObject(refusal);
  });

  it('that was not asked for, or for another account or another purpose', async () => {
    const phone = await registered();
    expect(await signIn(phone.answerTo(Buffer.alloc(32).toString('base64url')))).toBe('refused');
    const another = await signUpAnother();
    const mine = device();
    await expect(mine.finish(await mine.register(), another)).rejects.toMatchObject(refusal);
    const asked = await startPasskeyRegistration(t.app.world, publicUrl, owner.accountId);
    expect(await signIn(phone.answerTo(asked.challenge))).toBe('refused');
    await expect(
      mine.finish(await mine.register(owner.accountId, here, 'webauthn.get')),
    ).rejects.toMatchObject(refusal);
    expect(await phone.signIn()).toBe('ok');
  });

  it('without the owner of the device having been verified', async () => {
    const lent = device({ isVerified: false });
    await expect(lent.finish(await lent.register())).rejects.toMatchObject(refusal);
    const phone = await registered();
    expect(await phone.signIn(here, { isVerified: false })).toBe('refused');
    expect(await phone.signIn()).toBe('ok');
  });

  it('with another signature', async () => {
    const phone = await registered();
    const [one, two] = [await phone.answer(), await phone.answer()];
    const { signature } = one.response;
    expect(await signIn({ ...two, response: { ...two.response, signature } })).toBe('refused');
  });

  it.each([[null], ['text'], [{}], [{ id: 'x' }], [{ id: 'x', response: { clientDataJSON: 7 } }]])(
    'that is no answer at all: %j',
    async (answer) => {
      expect(await signIn(answer)).toBe('refused');
      await expect(device().finish(answer)).rejects.toMatchObject(refusal);
    },
  );
});

describe('the passkeys of an account', () => {
  it('can be renamed and removed; removing one ends other sessions', async () => {
    const { world } = t.app;
    const phone = await registered();
    const renamed = await renamePasskey(world, owner.accountId, phone.id, ' Old phone ', from);
    expect(renamed.passkeys.find(({ id }) => id === phone.id)?.displayName).toBe('Old phone');
    const person = { organizationId: t.organizationId, ...owner };
    const [kept, ended] = await Promise.all(
      [1, 2].map(() => startSession(world, person, { method: 'passkey' }, from)),
    );
    const removal = { id: phone.id, keepSession: kept?.session.id ?? '' };
    const left = await removePasskey(world, owner.accountId, removal, from);
    expect(left.passkeys.some(({ id }) => id === phone.id)).toBe(false);
    expect(await phone.signIn()).toBe('refused');
    expect(await sessionOf(world, kept?.token ?? '')).not.toBeNull();
    expect(await sessionOf(world, ended?.token ?? '')).toBeNull();
    await expect(
      removePasskey(world, owner.accountId, { id: phone.id }, from),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('belong to one account: a credential of somebody else is not taken', async () => {
    const phone = await registered();
    const another = await signUpAnother();
    const theirs = device();
    const made = await theirs.register(another);
    await t.app.world.store.connection
      .collection<{ _id: string }>('accounts')
      .updateOne(
        { _id: owner.accountId },
        { $set: { 'passkeys.$[one].id': made.id } },
        { arrayFilters: [{ 'one.id': phone.id }] },
      );
    await expect(theirs.finish(made, another)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are at most twenty', async () => {
    const another = await signUpAnother();
    for (let n = 0; n < 20; n += 1) {
      const one = device();
      await one.finish(await one.register(another), another);
    }
    await expect(device().register(another)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['https://tocsin.example.com', null],
    ['http://localhost:8080', null],
    ['http://tocsin.example.com', 'https'],
    ['http://127.0.0.1:8080', 'IP address'],
    ['https://[::1]:8443', 'IP address'],
  ])('can be made at %s: %s', async (url, why) => {
    const sentence = whyNoPasskeys(url);
    const reason = sentence && inEnglish(sentence);
    if (why === null) expect(reason).toBeNull();
    else {
      expect(reason).toContain(why);
      await expect(
        startPasskeyRegistration(t.app.world, url, owner.accountId),
      ).rejects.toMatchObject({ code: 'conflict', message: reason });
    }
  });
});

async function signUpAnother(): Promise<string> {
  const userId = await t.api.make('/user', { email: `${crypto.randomUUID()}@example.com` });
  const invitation = await inviteUser(systemContext(t.app.world, t.organizationId), noMail, userId);
  const token = tokenOf('url' in invitation ? invitation.url : '');
  const result = await acceptLink(t.app.world, noMail, token, { password: goodPassword }, from);
  if (result.kind !== 'ok') throw new Error(result.kind);
  return result.account.id;
}

async function recorded(action: string): Promise<number> {
  const { body } = await t.api.get(`/auditlog/list?Action=${action}&Limit=100`);
  return (body.items as object[]).length;
}
