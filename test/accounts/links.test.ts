import crypto, { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AccountMail,
  acceptLink,
  accountOfPerson,
  accountsIdle,
  changePassword,
  confirmTotp,
  enrolTotp,
  finishSignIn,
  inviteUser,
  openLink,
  ownerLink,
  peopleOf,
  removeTotp,
  requestEmailChange,
  requestRecovery,
  signInWithPassword,
} from '../../src/accounts/index.ts';
import { accountsOf, linksOf } from '../../src/accounts/model.ts';
import { headsWritten } from '../../src/audit/index.ts';
import { resumePerson, suspendPerson } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { type SessionPerson, sessionOf, startSession } from '../../src/sessions/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { dieAtWrite } from '../support/die-at-write.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';
import {
  clock,
  forgetGuesses,
  from,
  goodPassword,
  type Human,
  type MailBox,
  mailBox,
  noMail,
  publicUrl,
  signUpOwner,
  tokenOf,
  totpAt,
} from './support.ts';

let t: TestApp;
let owner: Human;
let other: TestOrganization;
beforeAll(async () => {
  t = await startTestApp({ clock });
  owner = await signUpOwner(t);
  other = await makeOrganization(t, 'Other');
});
afterAll(() => t?.stop());
beforeEach(() => forgetGuesses(t));

const newPassword = 'another good passphrase';

interface Invited {
  userId: string;
  email: string;
  token: string;
}

/** A new person of an organization, with an invitation by mail or shown. */
async function invite(
  mail: AccountMail | MailBox = noMail,
  email = `${randomUUID()}@example.com`,
  organization?: TestOrganization,
): Promise<Invited> {
  const userId = await (organization?.api ?? t.api).make('/user', { email });
  return { userId, email, token: await reinvite(userId, mail, organization) };
}

async function reinvite(
  userId: string,
  mail: AccountMail | MailBox = noMail,
  organization?: TestOrganization,
): Promise<string> {
  const ctx = systemContext(t.app.world, organization?.id ?? t.organizationId);
  const invitation = await inviteUser(ctx, mail, userId);
  if ('url' in invitation) return tokenOf(invitation.url);
  return tokenOf((mail as MailBox).mails.at(-1)?.text);
}

const accept = (token: string, answer: Parameters<typeof acceptLink>[3], mail = noMail) =>
  acceptLink(t.app.world, mail, token, answer, from);
const signIn = (email: string, password: string, code?: string) =>
  signInWithPassword(t.app.world, { email, password, ...(code ? { code } : {}) }, from);
const open = (token: string) => openLink(t.app.world, token, from);
const gone = { code: 'not-found' };

/** An account of one person of the first organization. */
async function signUp(mail: AccountMail | MailBox = noMail): Promise<Human> {
  const { userId, email, token } = await invite(mail);
  const result = await accept(token, { password: goodPassword });
  if (result.kind !== 'ok') throw new Error(result.kind);
  return { accountId: result.account.id, userId, email };
}

async function startedSession({ accountId, userId }: Human): Promise<() => Promise<boolean>> {
  const person: SessionPerson = { organizationId: t.organizationId, userId, accountId };
  const { token } = await startSession(t.app.world, person, { method: 'password' }, from);
  return async () => (await sessionOf(t.app.world, token)) !== null;
}

describe('the link of the first start', () => {
  it('makes the account of the Owner', async () => {
    expect((await accountOfPerson(t.app.world, owner.userId))?.id).toBe(owner.accountId);
    expect(await peopleOf(t.app.world, { id: owner.accountId })).toEqual([
      {
        organizationId: t.organizationId,
        userId: owner.userId,
        organizationName: 'Default',
        displayName: 'owner',
        email: 'owner@localhost',
      },
    ]);
  });

  it('of the operator lets an Owner in who lost everything, and nothing of the account stays', async () => {
    const { world } = t.app;
    const { secret } = await enrolTotp(world, owner.accountId, from);
    await confirmTotp(world, owner.accountId, totpAt(secret, t.clock.now()), from);
    const isAlive = await startedSession(owner);
    expect(await isAlive()).toBe(true);
    const link = await ownerLink(world, t.organizationId, owner.email, 'command-line');
    const result = await accept(tokenOf(link?.path), { password: newPassword });
    expect(result).toMatchObject({
      kind: 'ok',
      account: { id: owner.accountId, hasTotp: false, recoveryCodesLeft: 0 },
      maySignIn: true,
    });
    expect(await isAlive()).toBe(false);
    expect((await signIn(owner.email, goodPassword)).kind).toBe('refused');
    expect((await signIn(owner.email, newPassword)).kind).toBe('ok');
  });

  it('goes on working when the Owner gets another address, and makes the account with that', async () => {
    const { world } = t.app;
    const id = await t.api.make('/user', { email: `${randomUUID()}@example.com` });
    await t.api.make('/organization-membership', { userId: id, role: 'Owner' });
    const { body: user } = await t.api.get(`/user/${id}`);
    const link = await ownerLink(world, t.organizationId, String(user.email), 'test');
    const email = `${randomUUID()}@example.com`;
    await t.api.put(`/user/${id}`, { ...user, email });
    expect(await open(tokenOf(link?.path))).toMatchObject({ email });
    const result = await accept(tokenOf(link?.path), { password: goodPassword });
    expect(result).toMatchObject({ kind: 'ok', account: { email } });
  });

  it('is not made for somebody who is no Owner', async () => {
    const { email } = await signUp();
    expect(await ownerLink(t.app.world, t.organizationId, email, 'test')).toBeNull();
  });
});

describe('an invitation', () => {
  it('goes by mail where mail can be sent, in words that escape what people chose', async () => {
    const mail = mailBox();
    const named = await makeOrganization(t, '<b>Ops & "Co"');
    const { email, token } = await invite(mail, undefined, named);
    const [message] = mail.mails;
    expect(message?.to).toBe(email);
    expect(message?.text).toContain(`${publicUrl}/invitation/${token}\n`);
    expect(message?.html).toContain('&lt;b&gt;Ops &amp; &quot;Co&quot;');
    expect(message?.html).not.toContain('<b>');
    expect((await accept(token, { password: goodPassword })).kind).toBe('ok');
    expect(await accountsOf(t.app.world).findOne({ email })).toMatchObject({
      isEmailVerified: true,
    });
  });

  it('is shown once where it cannot, and then proves no address', async () => {
    const { email } = await signUp();
    expect(await accountsOf(t.app.world).findOne({ email })).toMatchObject({
      isEmailVerified: false,
    });
  });

  it('says why the mail was not taken, and leaves no link', async () => {
    const failing: AccountMail = {
      publicUrl: () => publicUrl,
      channels: {
        missing: () => null,
        send: async () => ({ outcome: 'refused', code: '550', error: 'No such mailbox.' }),
      },
    };
    const userId = await t.api.make('/user', { email: `${randomUUID()}@example.com` });
    const ctx = systemContext(t.app.world, t.organizationId);
    await expect(inviteUser(ctx, failing, userId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('No such mailbox.'),
    });
    expect(await linksOf(t.app.world).countDocuments({ userId })).toBe(0);
  });

  it('is used by one of twenty who try at once', async () => {
    const { token, userId } = await invite();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        acceptLink(
          t.app.world,
          noMail,
          token,
          { password: `${goodPassword} ${n}` },
          { ...from, address: `198.51.${n}.1` },
        ),
      ),
    );
    const done = all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    expect(done.filter(({ kind }) => kind === 'ok')).toHaveLength(1);
    // Who reads the link late finds the account of the first, whose password is another.
    for (const one of done)
      if (one.kind !== 'ok' && one.kind !== 'refused') expect(one).toMatchObject(gone);
    expect(await accountsOf(t.app.world).countDocuments({ 'people.userId': userId })).toBe(1);
  });

  it('is not used by looking at it, nor by a password that is too easy', async () => {
    const { token, email } = await invite();
    for (let n = 0; n < 30; n += 1)
      expect(await open(token)).toMatchObject({ email, asks: 'new-password', asksCode: false });
    await expect(accept(token, { password: 'password12345' })).rejects.toMatchObject({
      code: 'validation-failed',
    });
    expect((await accept(token, { password: goodPassword })).kind).toBe('ok');
    await expect(open(token)).rejects.toMatchObject(gone);
  });

  it('ends after a day when it was shown, after a week when it was mailed', async () => {
    const shown = await invite();
    const mailed = await invite(mailBox());
    t.clock.advance(86_400 + 1);
    await expect(open(shown.token)).rejects.toMatchObject(gone);
    await expect(accept(shown.token, { password: goodPassword })).rejects.toMatchObject(gone);
    expect((await open(mailed.token)).email).toBe(mailed.email);
    t.clock.advance(6 * 86_400);
    await expect(open(mailed.token)).rejects.toMatchObject(gone);
  });

  it('is void once there is another one, the person is gone, or has another address', async () => {
    const first = await invite();
    const second = await reinvite(first.userId);
    await expect(open(first.token)).rejects.toMatchObject(gone);
    await t.api.put(`/user/${first.userId}`, { email: `${randomUUID()}@example.com` });
    await expect(open(second)).rejects.toMatchObject(gone);
    const left = await invite();
    await t.api.delete(`/user/${left.userId}`);
    await expect(accept(left.token, { password: goodPassword })).rejects.toMatchObject(gone);
  });

  it('gives nobody an account by the address alone: who has it shows that it is theirs', async () => {
    const human = await signUp();
    const invited = await invite(noMail, human.email, other);
    expect(await open(invited.token)).toMatchObject({ asks: 'present-password' });
    expect((await accept(invited.token, { password: newPassword })).kind).toBe('refused');
    expect(await accountOfPerson(t.app.world, invited.userId)).toBeNull();
    expect((await accept(invited.token, { password: goodPassword })).kind).toBe('ok');
    const people = await peopleOf(t.app.world, { id: human.accountId });
    expect(people.map(({ organizationName }) => organizationName)).toEqual(['Default', 'Other']);
  });

  it('to an account with an authenticator app needs its code, too', async () => {
    const human = await signUp();
    const { world } = t.app;
    const { secret } = await enrolTotp(world, human.accountId, from);
    await confirmTotp(world, human.accountId, totpAt(secret, t.clock.now()), from);
    const { token } = await invite(noMail, human.email, other);
    expect(await open(token)).toMatchObject({ asks: 'present-password', asksCode: true });
    expect((await accept(token, { password: goodPassword })).kind).toBe('code-needed');
    expect((await accept(token, { password: goodPassword, code: '000000' })).kind).toBe('refused');
    t.clock.advance(60);
    const code = totpAt(secret, t.clock.now());
    expect((await accept(token, { password: goodPassword, code })).kind).toBe('ok');
  });

  it('can be taken by the account of somebody who is signed in', async () => {
    const human = await signUp();
    const { token, userId } = await invite(noMail, undefined, other);
    expect((await accept(token, { accountId: human.accountId })).kind).toBe('ok');
    expect((await accountOfPerson(t.app.world, userId))?.id).toBe(human.accountId);
  });

  it('by mail takes an address from an account that never proved it, with nothing else of the account', async () => {
    const squatter = await signUp();
    const { token } = await invite(mailBox(), squatter.email, other);
    const result = await accept(token, { password: newPassword });
    if (result.kind !== 'ok') throw new Error(result.kind);
    expect(result.account.id).not.toBe(squatter.accountId);
    const people = await peopleOf(t.app.world, result.account);
    expect(people.map(({ organizationName }) => organizationName)).toEqual(['Other']);
    expect(await accountsOf(t.app.world).findOne({ _id: squatter.accountId })).toMatchObject({
      email: null,
      people: [{ userId: squatter.userId }],
    });
    expect((await signIn(squatter.email, goodPassword)).kind).toBe('refused');
  });

  it('by mail takes no address from an account that proved it', async () => {
    const human = await signUp(mailBox());
    const { token } = await invite(mailBox(), human.email, other);
    expect((await accept(token, { password: newPassword })).kind).toBe('refused');
    expect((await signIn(human.email, goodPassword)).kind).toBe('ok');
  });

  it('resets the account of a person whom only this organization knows', async () => {
    const human = await signUp();
    const isAlive = await startedSession(human);
    const token = await reinvite(human.userId);
    expect(await open(token)).toMatchObject({ asks: 'new-password' });
    expect(await accept(token, { password: newPassword })).toMatchObject({
      kind: 'ok',
      account: { id: human.accountId },
    });
    expect(await isAlive()).toBe(false);
  });

  it('that resets an account takes along that its address was proven: somebody else may have it now', async () => {
    const mail = mailBox();
    const human = await signUp(mail);
    const shown = await reinvite(human.userId);
    expect(await accept(shown, { password: newPassword })).toMatchObject({
      kind: 'ok',
      account: { isEmailVerified: false },
    });
    const mailed = await reinvite(human.userId, mail);
    expect(await accept(mailed, { password: goodPassword })).toMatchObject({
      kind: 'ok',
      account: { id: human.accountId, isEmailVerified: true },
    });
  });

  it('resets no account that another organization comes to know meanwhile', async () => {
    const human = await signUp();
    const elsewhere = await invite(noMail, human.email, other);
    const token = await reinvite(human.userId);
    // Between the look at the account and the change of it.
    let isJoined = false;
    const { argon2 } = crypto;
    vi.spyOn(crypto, 'argon2').mockImplementation((algorithm, parameters, done) => {
      argon2(algorithm, parameters, (error, key) => {
        if (isJoined) return done(error, key);
        isJoined = true;
        const joining = accept(elsewhere.token, { accountId: human.accountId });
        void joining.then(() => done(error, key));
      });
    });
    await expect(accept(token, { password: newPassword })).rejects.toMatchObject(gone);
    expect(isJoined).toBe(true);
    expect((await signIn(human.email, goodPassword)).kind).toBe('ok');
  });

  it('gives an administrator no way into what the account may do in another organization', async () => {
    const human = await signUp();
    const elsewhere = await invite(noMail, human.email, other);
    await accept(elsewhere.token, { password: goodPassword });
    // The administrator of the first organization makes a link and opens it themselves.
    const token = await reinvite(human.userId);
    expect(await open(token)).toMatchObject({ asks: 'present-password' });
    expect((await accept(token, { password: newPassword })).kind).toBe('refused');
    // With an account of their own they get the person of their organization, and no more.
    const administrator = await signUp();
    expect((await accept(token, { accountId: administrator.accountId })).kind).toBe('ok');
    const kept = await peopleOf(t.app.world, { id: human.accountId });
    expect(kept.map(({ userId }) => userId)).toEqual([elsewhere.userId]);
  });
});

describe('a forgotten password', () => {
  const request = async (email: string, mail: AccountMail) => {
    await requestRecovery(t.app.world, mail, { email }, from);
    await accountsIdle(t.app.world);
  };

  it('is replaced by a link in a mail, which ends every session', async () => {
    const mail = mailBox();
    const human = await signUp(mail);
    const isAlive = await startedSession(human);
    await request(human.email.toUpperCase(), mail);
    const message = mail.mails.at(-1);
    expect(message?.to).toBe(human.email);
    const token = tokenOf(message?.text);
    expect(message?.text).toContain(`${publicUrl}/recover/${token}\n`);
    expect(await open(token)).toMatchObject({ purpose: 'recovery', asks: 'new-password' });
    expect(await accept(token, { password: newPassword }, mail)).toMatchObject({
      kind: 'ok',
      maySignIn: true,
    });
    expect(await isAlive()).toBe(false);
    await expect(accept(token, { password: newPassword })).rejects.toMatchObject(gone);
    expect((await signIn(human.email, newPassword)).kind).toBe('ok');
    await accountsIdle(t.app.world);
    expect(mail.mails.at(-1)?.subject).toBe('Your password for Tocsin was changed');
  });

  it('is answered alike for an unknown address, to which no mail goes', async () => {
    const mail = mailBox();
    const human = await signUp();
    const answers = await Promise.all(
      [human.email, 'nobody@example.com'].map((email) =>
        requestRecovery(t.app.world, mail, { email }, from),
      ),
    );
    expect(answers).toEqual([undefined, undefined]);
    await accountsIdle(t.app.world);
    expect(mail.mails.map(({ to }) => to)).toEqual([human.email]);
  });

  it('leaves the authenticator app, without which the link lets nobody in', async () => {
    const mail = mailBox();
    const human = await signUp(mail);
    const { world } = t.app;
    const { secret } = await enrolTotp(world, human.accountId, from);
    await confirmTotp(world, human.accountId, totpAt(secret, t.clock.now()), from);
    await request(human.email, mail);
    const result = await accept(tokenOf(mail.mails.at(-1)?.text), { password: newPassword });
    expect(result).toMatchObject({ kind: 'ok', maySignIn: false, account: { hasTotp: true } });
    expect((await signIn(human.email, newPassword)).kind).toBe('second-factor');
    await removeTotp(world, human.accountId, from);
  });

  it('of an account that never proved its address takes along what was added before', async () => {
    const mail = mailBox();
    const human = await signUp();
    const { world } = t.app;
    const { secret } = await enrolTotp(world, human.accountId, from);
    await confirmTotp(world, human.accountId, totpAt(secret, t.clock.now()), from);
    await request(human.email, mail);
    const result = await accept(tokenOf(mail.mails.at(-1)?.text), { password: newPassword });
    expect(result).toMatchObject({
      kind: 'ok',
      account: { hasTotp: false, recoveryCodesLeft: 0, isEmailVerified: true },
    });
  });

  it('ends after half an hour, and with the next password', async () => {
    const mail = mailBox();
    const human = await signUp(mail);
    await request(human.email, mail);
    const first = tokenOf(mail.mails.at(-1)?.text);
    t.clock.advance(1801);
    await expect(open(first)).rejects.toMatchObject(gone);
    await request(human.email, mail);
    const second = tokenOf(mail.mails.at(-1)?.text);
    const answer = { password: newPassword };
    await changePassword(t.app.world, noMail, human.accountId, answer, from);
    await expect(open(second)).rejects.toMatchObject(gone);
  });

  it('mails nobody more than a few times, whoever asks', async () => {
    const mail = mailBox();
    const human = await signUp();
    for (let n = 0; n < 12; n += 1) {
      const elsewhere = { ...from, address: `198.51.${n}.1` };
      await requestRecovery(t.app.world, mail, { email: human.email }, elsewhere);
      await accountsIdle(t.app.world);
    }
    expect(mail.mails).toHaveLength(3);
  });
});

describe('another address to sign in with', () => {
  const request = async (human: Human, email: string, mail: AccountMail) => {
    await requestEmailChange(t.app.world, mail, human.accountId, { email, language: 'de' }, from);
    await accountsIdle(t.app.world);
  };

  it('counts once the link in a mail to it was used; the old one is told', async () => {
    const mail = mailBox();
    const human = await signUp(mail);
    const wanted = `${randomUUID()}@example.com`;
    await request(human, wanted, mail);
    const message = mail.mails.at(-1);
    expect(message).toMatchObject({ to: wanted, subject: 'E-Mail-Adresse für Tocsin bestätigen' });
    expect((await signIn(wanted, goodPassword)).kind).toBe('refused');
    const token = tokenOf(message?.text);
    expect(await open(token)).toMatchObject({ asks: 'nothing', email: wanted });
    expect(await accept(token, {}, mail)).toMatchObject({
      kind: 'ok',
      account: { email: wanted, isEmailVerified: true },
    });
    await accountsIdle(t.app.world);
    expect(mail.mails.at(-1)).toMatchObject({ to: human.email });
    expect(mail.mails.at(-1)?.text).toContain(wanted);
    expect((await signIn(wanted, goodPassword)).kind).toBe('ok');
    expect((await signIn(human.email, goodPassword)).kind).toBe('refused');
  });

  it('says nothing of whether somebody has it, and is not taken from them', async () => {
    const mail = mailBox();
    const [one, two] = [await signUp(mail), await signUp(mail)];
    const before = mail.mails.length;
    await request(one, two.email, mail);
    expect(mail.mails).toHaveLength(before);
    // Somebody else gets the address after the mail was sent.
    const wanted = `${randomUUID()}@example.com`;
    await request(one, wanted, mail);
    const token = tokenOf(mail.mails.at(-1)?.text);
    await accountsOf(t.app.world).updateOne({ _id: two.accountId }, { $set: { email: wanted } });
    await expect(accept(token, {})).rejects.toMatchObject({ code: 'conflict' });
  });

  it('cannot be asked for without a mail server, which the answer names', async () => {
    const human = await signUp();
    await expect(request(human, 'new@example.com', noMail)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('TOCSIN_SMTP_URL'),
    });
    await expect(request(human, 'no address', mailBox())).rejects.toMatchObject({
      code: 'validation-failed',
    });
  });
});

describe('people who leave', () => {
  it('cannot sign in while they are suspended, and are nobody of the account', async () => {
    const human = await signUp();
    const ctx = systemContext(t.app.world, t.organizationId);
    const { token } = await invite();
    await suspendPerson(ctx, human.userId);
    expect(await peopleOf(t.app.world, { id: human.accountId })).toEqual([]);
    expect((await signIn(human.email, goodPassword)).kind).toBe('refused');
    await expect(reinvite(human.userId)).rejects.toMatchObject({ code: 'forbidden' });
    await resumePerson(ctx, human.userId);
    expect((await signIn(human.email, goodPassword)).kind).toBe('ok');
    expect((await open(token)).purpose).toBe('invitation');
  });

  it('take along their link to the account, and the account with the last one', async () => {
    const human = await signUp();
    const elsewhere = await invite(noMail, human.email, other);
    await accept(elsewhere.token, { password: goodPassword });
    await requestRecovery(t.app.world, mailBox(), { email: human.email }, from);
    await accountsIdle(t.app.world);
    await t.api.delete(`/user/${human.userId}`);
    expect((await peopleOf(t.app.world, { id: human.accountId })).map((one) => one.userId)).toEqual(
      [elsewhere.userId],
    );
    await t.app.jobs.runAll();
    expect(await accountsOf(t.app.world).findOne({ _id: human.accountId })).toMatchObject({
      people: [{ userId: elsewhere.userId }],
    });
    await other.api.delete(`/user/${elsewhere.userId}`);
    await t.app.jobs.runAll();
    expect(await accountsOf(t.app.world).findOne({ _id: human.accountId })).toBeNull();
    expect(await linksOf(t.app.world).findOne({ accountId: human.accountId })).toBeNull();
  });

  it('all leave with their organization', async () => {
    const leaving = await makeOrganization(t);
    const human = await signUp();
    const both = await invite(noMail, human.email, leaving);
    await accept(both.token, { password: goodPassword });
    const alone = await invite(noMail, undefined, leaving);
    await accept(alone.token, { password: goodPassword });
    const pending = await invite(noMail, undefined, leaving);
    expect((await t.api.delete(`/organizations/${leaving.id}`)).status).toBe(200);
    await t.app.jobs.runAll();
    expect(await accountOfPerson(t.app.world, both.userId)).toBeNull();
    expect(await accountOfPerson(t.app.world, alone.userId)).toBeNull();
    expect(await accountsOf(t.app.world).findOne({ email: alone.email })).toBeNull();
    expect((await accountOfPerson(t.app.world, human.userId))?.id).toBe(human.accountId);
    expect(await linksOf(t.app.world).findOne({ userId: pending.userId })).toBeNull();
  });
});

describe('a new password', () => {
  const password = newPassword;
  const ways: Record<string, (human: Human) => Promise<() => Promise<unknown>>> = {
    chosen: async ({ accountId }) => {
      return () => changePassword(t.app.world, noMail, accountId, { password }, from);
    },
    'by a link': async ({ userId }) => {
      const token = await reinvite(userId);
      return () => accept(token, { password });
    },
  };

  it.each(Object.entries(ways))(
    '%s leaves no session of before, at whichever write the process dies',
    async (_way, prepare) => {
      for (let n = 1; ; n += 1) {
        await forgetGuesses(t);
        const human = await signUp();
        const isAlive = await startedSession(human);
        const change = await prepare(human);
        const process = dieAtWrite(n);
        const answered = await change().catch(() => null);
        await headsWritten(t.app.world);
        vi.restoreAllMocks();
        await accountsIdle(t.app.world);
        const isNew = (await signIn(human.email, password)).kind === 'ok';
        if (isNew) expect(await isAlive(), `died at write ${n}`).toBe(false);
        if (process.written() >= n) continue;
        expect(answered).not.toBeNull();
        expect([isNew, n > 4]).toEqual([true, true]);
        return;
      }
    },
  );

  it('ends a sign-in with the former one that has yet to show its code', async () => {
    const { world } = t.app;
    const human = await signUp();
    const { secret } = await enrolTotp(world, human.accountId, from);
    await confirmTotp(world, human.accountId, totpAt(secret, t.clock.now()), from);
    const begun = await signIn(human.email, goodPassword);
    if (begun.kind !== 'second-factor') throw new Error(begun.kind);
    await changePassword(world, noMail, human.accountId, { password }, from);
    t.clock.advance(30);
    const given = { challenge: begun.challenge, code: totpAt(secret, t.clock.now()) };
    expect((await finishSignIn(world, given, from)).kind).toBe('refused');
  });
});
