import { timingSafeEqual } from 'node:crypto';
import { Secret } from 'otpauth';
import type { SecretBox } from '../kernel/index.ts';

/** A mail can be answered for so long; its link is known for longer, so that late answers are told that they are. */
export const answerableDays = 5;
const answerableMilliseconds = answerableDays * 86_400_000;

const prefix = 'reply-';
/** As many characters as 35 bytes have in base 32: within the 64 that a mailbox may have. */
const tokenPattern = /^[a-z2-7]{56}$/;
/** 20 characters of the id of a link: 120 bits, which nobody can make meet by chance. */
const idBytes = 15;
const timeBytes = 4;
const signatureBytes = 16;

/** The content of a genuine address. */
export interface AnswerToken {
  /** The first 20 characters of the id of the reply link, which names incident, person and organization. */
  linkIdStart: string;
  expiresAt: Date;
}

/** Where an answer to the mail with this link goes: signed, and the same in any casing. */
export function answerAddress(
  { secrets }: { secrets: SecretBox },
  linkId: string,
  { now, domain }: { now: Date; domain: string },
): string {
  const named = Buffer.alloc(idBytes + timeBytes);
  Buffer.from(linkId.slice(0, 20), 'base64url').copy(named);
  named.writeUInt32BE(Math.floor((now.getTime() + answerableMilliseconds) / 1000), idBytes);
  const token = Buffer.concat([named, signatureOf(secrets, named)]);
  const { base32 } = new Secret({ buffer: new Uint8Array(token).buffer });
  return `${prefix}${base32.toLowerCase()}@${domain}`;
}

/** Null for what this installation has not made. */
export function readAnswerAddress(
  { secrets }: { secrets: SecretBox },
  mailbox: string,
): AnswerToken | null {
  const plain = mailbox.toLowerCase();
  const text = plain.startsWith(prefix) ? plain.slice(prefix.length) : '';
  if (!tokenPattern.test(text)) return null;
  const token = Buffer.from(Secret.fromBase32(text.toUpperCase()).bytes);
  const named = token.subarray(0, idBytes + timeBytes);
  const signature = token.subarray(idBytes + timeBytes);
  if (!timingSafeEqual(signature, signatureOf(secrets, named))) return null;
  return {
    linkIdStart: named.subarray(0, idBytes).toString('base64url'),
    expiresAt: new Date(named.readUInt32BE(idBytes) * 1000),
  };
}

function signatureOf(secrets: SecretBox, named: Buffer): Buffer {
  const signature = secrets.sign(`mail-answer ${named.toString('hex')}`);
  return Buffer.from(signature, 'hex').subarray(0, signatureBytes);
}
