import { createHmac } from 'node:crypto';
import { type AccountMail, acceptLink, type From, ownerLink } from '../../src/accounts/index.ts';
import { guessesOf } from '../../src/accounts/model.ts';
import type { MessageOf } from '../../src/channels/index.ts';
import { words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';

export const from: From = { address: '203.0.113.7', userAgent: 'Test', requestId: 'test' };
export const publicUrl = 'https://tocsin.example.com';
export const goodPassword = 'correct horse battery staple';

/** Later than now: the database removes what has expired by its own clock. */
export const clock = '2040-03-02T10:00:00.000Z';

export interface MailBox extends AccountMail {
  mails: MessageOf<'Email'>[];
}

/** A mail server that takes everything. */
export function mailBox(): MailBox {
  const mails: MessageOf<'Email'>[] = [];
  return {
    mails,
    publicUrl: () => publicUrl,
    channels: {
      missing: () => null,
      async send(_channel, message) {
        mails.push(message);
        return { outcome: 'sent', code: '250', providerId: null };
      },
    },
  };
}

/** No mail can be sent. */
export const noMail: AccountMail = {
  publicUrl: () => publicUrl,
  channels: {
    missing: () => words('Set TOCSIN_SMTP_URL.'),
    send: async () => ({ outcome: 'unconfigured', code: null, error: 'Set TOCSIN_SMTP_URL.' }),
  },
};

/** The token at the end of a link. */
export function tokenOf(link: string | undefined): string {
  const token = /\/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/.exec(link ?? '')?.[1];
  if (!token) throw new Error(`There is no token in ${link}.`);
  return token;
}

export interface Human {
  accountId: string;
  userId: string;
  email: string;
}

/** The Owner of the first organization, with an account. */
export async function signUpOwner(t: TestApp, origin: From = from): Promise<Human> {
  const { world, firstStart } = t.app;
  const link = await ownerLink(world, t.organizationId, firstStart.ownerEmail, 'test');
  const result = await acceptLink(
    world,
    noMail,
    tokenOf(link?.path),
    { password: goodPassword },
    origin,
  );
  if (result.kind !== 'ok' || !result.person) throw new Error(result.kind);
  return {
    accountId: result.account.id,
    userId: result.person.userId,
    email: firstStart.ownerEmail,
  };
}

/** Nothing that happened before makes anybody wait. */
export async function forgetGuesses(t: TestApp): Promise<void> {
  await guessesOf(t.app.world).deleteMany({});
}

/** What an app shows at this moment: RFC 6238 by hand, so that the test does not believe the library. */
export function totpAt(secretBase32: string, at: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', fromBase32(secretBase32)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
