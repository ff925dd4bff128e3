import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptLink,
  accountsIdle,
  changePassword,
  confirmTotp,
  enrolTotp,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  finishSignIn,
  inviteUser,
  openLink,
  ownerLink,
  peopleOf,
  removeTotp,
  renewRecoveryCodes,
  requestEmailChange,
  requestRecovery,
  signInWithPassword,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '../../src/accounts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { createAuthenticator } from './authenticator.ts';
import { clock, from, goodPassword, mailBox, publicUrl, tokenOf, totpAt } from './support.ts';

let t: TestApp;
let queries: RecordedQueries;
/** Whatever lets somebody in, as text. */
const secrets: Record<string, string> = {};
beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp({ clock });
  t.app.world.log.level = 'trace';
  await liveThrough();
});
afterAll(() => t?.stop());

/** Everything that accounts can do, once. */
async function liveThrough(): Promise<void> {
  const { world } = t.app;
  const mail = mailBox();
  const link = await ownerLink(world, t.organizationId, 'owner@localhost', 'test');
  secrets['token of the first start'] = tokenOf(link?.path);
  secrets.password = goodPassword;
  await openLink(world, tokenOf(link?.path), from);
  await acceptLink(world, mail, tokenOf(link?.path), { password: goodPassword }, from);

  const userId = await t.api.make('/user', { email: 'ada@example.com' });
  await inviteUser(systemContext(world, t.organizationId), mail, userId);
  const invitation = tokenOf(mail.mails.at(-1)?.text);
  secrets['token of an invitation'] = invitation;
  secrets['password of somebody invited'] = 'an invited passphrase';
  const answer = { password: 'an invited passphrase' };
  const accepted = await acceptLink(world, mail, invitation, answer, from);
  if (accepted.kind !== 'ok') throw new Error(accepted.kind);
  const { id } = accepted.account;

  const { secret } = await enrolTotp(world, id, from);
  secrets['secret of an authenticator app'] = secret;
  const { recoveryCodes } = await confirmTotp(world, id, totpAt(secret, t.clock.now()), from);
  t.clock.advance(60);
  const begun = await signInWithPassword(
    world,
    { email: 'ada@example.com', password: 'an invited passphrase' },
    from,
  );
  if (begun.kind !== 'second-factor') throw new Error(begun.kind);
  const { challenge } = begun;
  secrets['challenge of a sign-in'] = challenge;
  secrets['wrong password'] = 'a mistyped passphrase';
  await signInWithPassword(
    world,
    { email: 'ada@example.com', password: 'a mistyped passphrase' },
    from,
  );
  await finishSignIn(world, { challenge, code: recoveryCodes[0] ?? '' }, from);
  const renewed = await renewRecoveryCodes(world, id, from);
  for (const [n, code] of [
    ...recoveryCodes.slice(0, 3),
    ...renewed.recoveryCodes.slice(0, 3),
  ].entries()) {
    secrets[`recovery code ${n}`] = code;
    secrets[`recovery code ${n} without dashes`] = code.replaceAll('-', '');
  }
  await removeTotp(world, id, from);

  const phone = createAuthenticator();
  const here = { origin: publicUrl, rpId: 'tocsin.example.com' };
  const asked = await startPasskeyRegistration(world, publicUrl, id);
  secrets['challenge of a registration'] = asked.challenge;
  const response = phone.register(asked, here);
  await finishPasskeyRegistration(world, publicUrl, id, { response }, from);
  const request = await startPasskeySignIn(world, publicUrl);
  secrets['challenge of a passkey'] = request.challenge;
  const signed = phone.signIn(request, here);
  expect(await finishPasskeySignIn(world, publicUrl, { response: signed }, from)).toMatchObject({
    kind: 'ok',
  });

  await requestRecovery(world, mail, { email: 'ada@example.com' }, from);
  await accountsIdle(world);
  const recovery = tokenOf(mail.mails.at(-1)?.text);
  secrets['token of a recovery'] = recovery;
  secrets['recovered password'] = 'a recovered passphrase';
  await acceptLink(world, mail, recovery, { password: 'a recovered passphrase' }, from);
  secrets['changed password'] = 'a changed passphrase';
  await changePassword(world, mail, id, { password: 'a changed passphrase' }, from);
  await accountsIdle(world);
  await requestEmailChange(world, mail, id, { email: 'ada.l@example.com' }, from);
  await accountsIdle(world);
  const change = tokenOf(mail.mails.at(-1)?.text);
  secrets['token of a change of address'] = change;
  await acceptLink(world, mail, change, {}, from);
  await accountsIdle(world);
  expect(await peopleOf(world, { id })).toHaveLength(1);
  await t.api.delete(`/user/${userId}`);
  await t.app.jobs.runAll();
}

/** A text in each of the forms in which it could have been written. */
const formsOf = (text: string) => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '')),
  Buffer.from(Buffer.from(text).toString('hex')),
];

it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)(
  'nothing that lets somebody in is in the data folder',
  async () => {
    const files = await readdir(t.dataDir, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name))),
    );
    const all = Buffer.concat(contents);
    // The search finds what is there.
    expect(all.includes(Buffer.from('ada.l@example.com'))).toBe(true);
    const found = Object.entries(secrets).filter(([, text]) =>
      formsOf(text).some((form) => all.includes(form)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
    expect(Object.keys(secrets).length).toBeGreaterThan(20);
  },
);

it('nor in the log, nor in the audit log', async () => {
  const { text } = await t.api.get('/auditlog/list?Limit=100');
  const said = JSON.stringify(t.log) + text;
  expect(text).toContain('user.accept-invitation');
  for (const [name, secret] of Object.entries(secrets)) expect(said, name).not.toContain(secret);
});

it('no query of accounts scans a collection', async () => {
  const { seen, scans } = await queries.explainAll(t);
  expect(scans.filter(({ collection }) => collection.startsWith('account'))).toEqual([]);
  for (const place of [
    'accounts find',
    'accounts findAndModify',
    'accounts delete',
    'account_links find',
    'account_links update',
    'account_links delete',
    'account_challenges findAndModify',
    'account_guesses find',
    'account_guesses update',
  ])
    expect([...seen]).toContain(place);
});
