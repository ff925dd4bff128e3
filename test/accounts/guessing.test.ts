import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { networkOf } from '../../src/accounts/guessing.ts';
import {
  accountsIdle,
  confirmTotp,
  enrolTotp,
  finishSignIn,
  openLink,
  removeTotp,
  requestRecovery,
  signInWithPassword,
} from '../../src/accounts/index.ts';
import { guessesOf } from '../../src/accounts/model.ts';
import { AppError } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  clock,
  forgetGuesses,
  from,
  goodPassword,
  type Human,
  mailBox,
  signUpOwner,
  totpAt,
} from './support.ts';

let t: TestApp;
let owner: Human;
beforeAll(async () => {
  t = await startTestApp({ clock });
  owner = await signUpOwner(t);
});
afterAll(() => t?.stop());
beforeEach(() => forgetGuesses(t));

/** What came of an attempt: its kind, or the seconds to wait. */
async function outcome(attempt: Promise<{ kind: string }>): Promise<string | number> {
  try {
    return (await attempt).kind;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate-limited') throw error;
    return Number(error.headers?.['Retry-After']);
  }
}

let network = 0;
/** An address in a network that nobody has come from. */
function elsewhere(): string {
  network += 1;
  return `100.${network >> 8}.${network & 255}.9`;
}

const attempt = (password: string, address = elsewhere(), email = owner.email) =>
  outcome(signInWithPassword(t.app.world, { email, password }, { ...from, address }));
const wrong = 'not the password at all';

/** Failures of an account from here and there. */
async function fail(times: number, address?: string): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await attempt(wrong, address)).toBe('refused');
}

describe('guessing the password of an account', () => {
  it.each([
    ['an account', () => owner.email],
    ['an address that nobody has', () => 'nobody@example.com'],
  ])(
    'makes everybody wait from the fifth failure on, longer each time: %s',
    async (_what, email) => {
      for (let n = 0; n < 4; n += 1)
        expect(await attempt(wrong, undefined, email())).toBe('refused');
      const waits: (string | number)[] = [];
      for (let n = 5; n <= 15; n += 1) {
        expect(await attempt(wrong, undefined, email())).toBe('refused');
        const wait = await attempt(wrong, undefined, email());
        waits.push(wait);
        t.clock.advance(Number(wait));
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
    },
  );

  it('never locks: who knows the password gets in once the wait is over', async () => {
    await fail(5);
    expect(await attempt(goodPassword)).toBe(5);
    t.clock.advance(4);
    expect(await attempt(goodPassword)).toBe(1);
    t.clock.advance(1);
    expect(await attempt(goodPassword)).toBe('ok');
    // Everything is forgiven.
    await fail(4);
    expect(await attempt(goodPassword)).toBe('ok');
  });

  it('does not get further by trying many at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => attempt(wrong)));
    expect(all.filter((one) => one === 'refused')).toHaveLength(5);
    expect(all.filter((one) => one === 5)).toHaveLength(15);
  });

  it('does not make people wait who come from where they have signed in before', async () => {
    const office = elsewhere();
    expect(await attempt(goodPassword, office)).toBe('ok');
    await fail(5);
    expect(await attempt(goodPassword)).toBe(5);
    expect(await attempt(goodPassword, office)).toBe('ok');
    // Guessing from there is as slow as from anywhere.
    await fail(5, office);
    expect(await attempt(goodPassword, office)).toBe(5);
  });

  it('is forgotten after a day', async () => {
    await fail(4);
    t.clock.advance(86_400);
    await fail(4);
    expect(await attempt(goodPassword)).toBe('ok');
  });
});

describe('guessing from one network', () => {
  it('is slowed down from the twentieth failure on, whatever accounts it tries', async () => {
    for (let n = 0; n < 20; n += 1)
      expect(await attempt(wrong, `203.0.113.${n}`, `n${n}@example.com`)).toBe('refused');
    expect(await attempt(goodPassword, '203.0.113.99')).toBe(5);
    expect(await attempt(goodPassword, '203.0.112.99')).toBe('ok');
    t.clock.advance(5);
    // A success changes nothing for the network.
    expect(await attempt(goodPassword, '203.0.113.99')).toBe('ok');
    expect(await attempt(wrong, '203.0.113.1', 'more@example.com')).toBe('refused');
    expect(await attempt(wrong, '203.0.113.98', 'other@example.com')).toBe(10);
  });

  it.each([
    ['signed in', (address: string) => attempt(goodPassword, address)],
    ['chose a password by a link', (address: string) => signUpOwner(t, { ...from, address })],
  ])('does not make people wait who have %s there', async (_, come) => {
    const address = elsewhere();
    const [network = ''] = address.split(/\.\d+$/);
    await come(address);
    for (let n = 0; n < 20; n += 1)
      expect(await attempt(wrong, `${network}.${n}`, `n${n}@example.com`)).toBe('refused');
    expect(await attempt(wrong, address, 'another@example.com')).toBe(5);
    expect(await attempt(wrong, address)).toBe('refused');
    expect(await attempt(goodPassword, address)).toBe('ok');
  });

  it('warns where a proxy makes one network of everybody', async () => {
    const address = elsewhere();
    const origin = { ...from, address, isBehindUnknownProxy: true };
    const guess = (n: number) =>
      outcome(
        signInWithPassword(t.app.world, { email: `n${n}@example.com`, password: wrong }, origin),
      );
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe('refused');
    const warned = () => t.log.filter(({ msg }) => String(msg).includes('TOCSIN_TRUSTED_PROXIES'));
    const before = warned().length;
    expect(await guess(20)).toBe(5);
    expect(warned()).toHaveLength(before + 1);
    expect(warned().at(-1)).toMatchObject({ address });
  });

  it('counts links that are not there and requests for mails, but no link that is', async () => {
    const address = elsewhere();
    const tryLink = () =>
      openLink(t.app.world, 'x'.repeat(43), { ...from, address }).then(
        () => 'opened',
        (error: AppError) => error.code,
      );
    for (let n = 0; n < 10; n += 1) expect(await tryLink()).toBe('not-found');
    for (let n = 0; n < 10; n += 1)
      await requestRecovery(
        t.app.world,
        mailBox(),
        { email: `n${n}@example.com` },
        { ...from, address },
      );
    await accountsIdle(t.app.world);
    expect(await tryLink()).toBe('rate-limited');
    expect(await attempt(goodPassword, address)).toBe(5);
  });

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2ff:3:4:5:6', '2001:0db8:0001:0200::/56'],
    ['2001:db8:1:200::1', '2001:0db8:0001:0200::/56'],
    ['2001:DB8::1', '2001:0db8:0000:0000::/56'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
    ['::1', '0000:0000:0000:0000::/56'],
    ['1:2:3:4:5:6:7::', '0001:0002:0003:0000::/56'],
  ])('knows %s as %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});

describe('guessing the code of an authenticator app', () => {
  it('counts like passwords, and knowing the password forgives nothing', async () => {
    const { world } = t.app;
    const { secret } = await enrolTotp(world, owner.accountId, from);
    await confirmTotp(world, owner.accountId, totpAt(secret, t.clock.now()), from);
    const begin = () =>
      signInWithPassword(
        world,
        { email: owner.email, password: goodPassword },
        { ...from, address: elsewhere() },
      );
    for (const code of ['000000', '111111', 'aaaa-bbbb-cccc', '222222', '333333']) {
      const begun = await begin();
      if (begun.kind !== 'second-factor') throw new Error(begun.kind);
      const { challenge } = begun;
      const origin = { ...from, address: elsewhere() };
      expect(await outcome(finishSignIn(world, { challenge, code }, origin))).toBe('refused');
    }
    expect(await outcome(begin())).toBe(5);
    t.clock.advance(60);
    await removeTotp(world, owner.accountId, from);
  });
});

it('counts together what several processes see', async () => {
  const another = await startTestApp({ clock, besides: t });
  try {
    another.clock.set(t.clock.now());
    const attemptThere = () =>
      outcome(
        signInWithPassword(
          another.app.world,
          { email: owner.email, password: wrong },
          { ...from, address: elsewhere() },
        ),
      );
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? attempt(wrong) : attemptThere())),
    );
    expect(all.filter((one) => one === 'refused')).toHaveLength(5);
    expect(await attemptThere()).toBe(5);
    expect(await attempt(goodPassword)).toBe(5);
  } finally {
    await another.stop();
  }
});

it('the store keeps no address that somebody typed', async () => {
  await attempt(wrong, undefined, 'secret.person@example.com');
  const all = JSON.stringify(await guessesOf(t.app.world).find().toArray());
  expect(all).toContain('account ');
  expect(all).not.toContain('secret.person');
});
