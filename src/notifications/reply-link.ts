import { randomInt } from 'node:crypto';
import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { VoiceScript } from '../channels/index.ts';
import { notificationRulesKind } from '../contacts/index.ts';
import { userKind } from '../identity/index.ts';
import { hashOfToken, type SecretBox, type World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { defineModel, driverCollection, isDuplicateKey, schemaOf } from '../store/index.ts';

/** Lets the receiver of a message answer it without signing in. Holds no token, only its hash. */
export interface ReplyLink {
  /** Hash of the token. */
  _id: string;
  organizationId: string;
  userId: string;
  /** Several for a bundle. */
  incidentIds: string[];
  /** The cover request that may be answered instead. */
  coverRequestId?: string;
  /** Keyed hash of the number that was texted; with `code`, what a text back is recognized by. */
  phone?: string;
  code?: string;
  /** The words of a call. */
  script?: VoiceScript;
  createdAt: Date;
  expiresAt: Date;
  /** When it was answered: a text without a code means one that nobody has answered. */
  usedAt: Date | null;
  /** Signatures of mails that answered it: one that is sent again does nothing again. */
  mailsTaken?: string[];
}

const schema = schemaOf<ReplyLink>({
  _id: String,
  organizationId: String,
  userId: String,
  incidentIds: [String],
  coverRequestId: String,
  phone: String,
  code: String,
  script: Schema.Types.Mixed,
  createdAt: Date,
  expiresAt: Date,
  usedAt: Date,
  mailsTaken: { type: [String], default: undefined },
});
// A text back, and those that it may mean.
schema.index(
  { phone: 1, code: 1 },
  { unique: true, partialFilterExpression: { code: { $exists: true } } },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// For the removal of an organization or a person.
schema.index({ organizationId: 1, userId: 1 });

export const replyLinkModel = defineModel<ReplyLink>('reply_links', schema);

function replyLinksOf(world: World): Collection<ReplyLink> {
  return driverCollection(replyLinkModel(world.store));
}

const keptMilliseconds = 7 * 86_400_000;

export interface NewReplyLink {
  organizationId: string;
  userId: string;
  /** Incidents that may be acknowledged: one, or those of a bundle. */
  incidentIds: readonly string[];
  /** The cover request that may be answered instead. */
  coverRequestId?: string;
  /**
   * The same for all messages that one answer is enough for, at every attempt: incident and generation. Another one
   * once the incident was reopened or escalated: then there is something to answer again.
   */
  round: string;
  /** Confirmed number that is texted; null: no code is needed. */
  phoneNumber: string | null;
  /** The words of a call. */
  script?: VoiceScript;
}

/** The token for links and calls, and the code for texts. Asked again for the same round it gives the same. */
export async function issueReplyLink(
  world: World,
  { organizationId, userId, incidentIds, coverRequestId, round, phoneNumber, script }: NewReplyLink,
): Promise<{ id: string; token: string; code: string | null }> {
  // 128 bits that only this installation can make, so that no copy of it needs to be stored.
  const name = JSON.stringify(['reply-link', organizationId, userId, round]);
  const token = Buffer.from(world.secrets.sign(name), 'hex').subarray(0, 16).toString('base64url');
  const _id = hashOfToken(token);
  const now = world.clock.now();
  const links = replyLinksOf(world);
  await links
    .updateOne(
      { _id },
      {
        $set: {
          expiresAt: new Date(now.getTime() + keptMilliseconds),
          incidentIds: [...incidentIds],
          ...(coverRequestId === undefined ? {} : { coverRequestId }),
          ...(script === undefined ? {} : { script }),
        },
        $setOnInsert: { organizationId, userId, createdAt: now, usedAt: null },
      },
      { upsert: true },
    )
    .catch((error: unknown) => {
      // Another message of the round was written at the same time.
      if (!isDuplicateKey(error)) throw error;
    });
  if (phoneNumber === null) return { id: _id, token, code: null };
  return { id: _id, token, code: await giveCode(world, _id, phoneOf(world, phoneNumber)) };
}

/** Short, because people type it; unique among those of this number that are still valid. */
async function giveCode(world: World, _id: string, phone: string): Promise<string> {
  const links = replyLinksOf(world);
  const valid = { phone, code: { $exists: true }, expiresAt: { $gt: world.clock.now() } };
  const digits = codeDigits(await links.countDocuments(valid));
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const present = await links.findOne({ _id });
    if (present?.code !== undefined && present.phone === phone) return present.code;
    const code = String(randomInt(10 ** (digits - 1), 10 ** digits));
    try {
      await links.updateOne(
        { _id, ...(present?.code === undefined ? { code: { $exists: false } } : {}) },
        { $set: { phone, code } },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw new Error('No free reply code was found.');
}

/** The most wrong texts per number in an hour (`text-reply` of the rate limits): bounds guessing by a forged sender. */
const guessesAnHour = 5;
/** SECURITY.md: an hour of guesses finds one of the codes of a number with this chance at most. */
const guessedMax = 1 / 500;
const digitsMin = 4;

/**
 * How long the next code of a number is that has so many valid ones: of each length there are only so many that
 * guessing does not pay. Pure.
 */
export function codeDigits(validCount: number): number {
  let digits = digitsMin;
  while ((validCount + 1) * guessesAnHour > guessedMax * 9 * 10 ** (digits - 1)) digits += 1;
  return digits;
}

/** The link of a token that is still valid, used or not; else null. */
export function findReplyLink(world: World, token: string): Promise<ReplyLink | null> {
  return replyLinksOf(world).findOne({
    _id: hashOfToken(token),
    expiresAt: { $gt: world.clock.now() },
  });
}

/** One by which this number was texted lately, so that an answer to it is no answer to a stranger; else null. */
export function findTextedLink(world: World, phoneNumber: string): Promise<ReplyLink | null> {
  const sent = { phone: phoneOf(world, phoneNumber), code: { $exists: true } };
  return replyLinksOf(world).findOne(sent);
}

/** Finds the link that a text back means: by its code, else the only open one of this number. */
export async function findReplyLinkByText(
  world: World,
  phoneNumber: string,
  code: string | null,
): Promise<ReplyLink | null> {
  const phone = phoneOf(world, phoneNumber);
  const valid = { phone, expiresAt: { $gt: world.clock.now() } };
  if (code !== null) return replyLinksOf(world).findOne({ ...valid, code });
  const open = await replyLinksOf(world)
    .find({ ...valid, code: { $exists: true }, usedAt: null })
    .limit(2)
    .toArray();
  return open.length === 1 ? (open[0] ?? null) : null;
}

/** The link whose id begins so, as an address for answers names it; null once nobody knows it any more. */
export function findAnsweredLink(world: World, idStart: string): Promise<ReplyLink | null> {
  // Behind all characters that an id has.
  return replyLinksOf(world).findOne({ _id: { $gte: idStart, $lt: `${idStart}~` } });
}

/** Whether a message quotes the alert of this link: whoever was not sent it does not know the token in it. */
export function isQuoted({ _id }: ReplyLink, text: string): boolean {
  const tokens = text.matchAll(/(?:\/|%2f)a(?:\/|%2f)([\w-]{22})(?![\w-])/gi);
  return tokens.take(quotedMax).some(([, token = '']) => hashOfToken(token) === _id);
}

const quotedMax = 100;

export async function noteMailTaken(
  world: World,
  { _id }: ReplyLink,
  signatures: readonly string[],
): Promise<void> {
  await replyLinksOf(world).updateOne(
    { _id },
    { $addToSet: { mailsTaken: { $each: [...signatures] } } },
  );
}

export async function markUsed(world: World, { _id }: ReplyLink): Promise<void> {
  await replyLinksOf(world).updateOne(
    { _id, usedAt: null },
    { $set: { usedAt: world.clock.now() } },
  );
}

function phoneOf({ secrets }: Pick<World, 'secrets'>, phoneNumber: string): string {
  return secrets.sign(`reply-phone ${phoneNumber}`);
}

/** Texts back are recognized after the secret key was replaced, too: by the numbers that their people have. */
export async function knowNumbersAgain(world: World, former: SecretBox): Promise<void> {
  const links = replyLinksOf(world);
  const users = userKind.model(world.store);
  const rules = notificationRulesKind.model(world.store);
  for await (const { _id, userId, phone } of links.find({ _id: { $gt: '' } })) {
    if (phone === undefined) continue;
    const user = await users
      .findOne(storedFilter(userKind, { _id: userId }), { 'wire.phoneNumber': 1 })
      .lean<{ wire: { phoneNumber: string | null } }>();
    const own = await rules
      .findOne(storedFilter(notificationRulesKind, { _id: userId }), { 'wire.contacts': 1 })
      .lean<{ wire: { contacts?: { target: string }[] } }>();
    const further = (own?.wire.contacts ?? []).map(({ target }) => target);
    const number = [user?.wire.phoneNumber ?? '', ...further].find(
      (one) => phoneOf({ secrets: former }, one) === phone,
    );
    if (number !== undefined)
      await links.updateOne({ _id }, { $set: { phone: phoneOf(world, number) } });
  }
}
