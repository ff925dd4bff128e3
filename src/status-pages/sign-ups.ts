import { createHmac, timingSafeEqual } from 'node:crypto';
import { removeInSteps } from '../jobs/index.ts';
import { AppError, orderedId, systemContext, type World } from '../kernel/index.ts';
import { createResource } from '../resources/index.ts';
import type { Speech } from '../sentences/index.ts';
import type { StatusPage } from './status-pages.ts';
import { emailSubscriberKind, smsSubscriberKind } from './subscribers.ts';
import {
  type SignUpDocument,
  type SubscriberChannel,
  signUpModel,
  signUpsOf,
} from './subscription-models.ts';

/** Mails are read after the weekend; codes at once. Afterwards the address is forgotten. */
const validSeconds: Readonly<Record<SubscriberChannel, number>> = { email: 3 * 86_400, sms: 3600 };
/** Messages that one address gets within a day, from all pages together, whoever enters it. */
const perDayMax = 3;
const failuresMax = 5;
const purpose = 'status-page-sign-up';
const day = 86_400_000;

export interface NewSignUp {
  channel: SubscriberChannel;
  address: string;
  speech: Speech;
}

/**
 * Remembers an address until it is confirmed; null for one that has been written to often enough today. Says nothing of
 * who is subscribed.
 */
export async function signUp(
  world: World,
  page: StatusPage,
  { channel, address, speech }: NewSignUp,
): Promise<SignUpDocument | null> {
  const now = world.clock.now();
  const contact = address.toLowerCase();
  const lately = { contact, createdAt: { $gt: new Date(now.getTime() - day) } };
  if ((await signUpsOf(world).countDocuments(lately, { limit: perDayMax })) >= perDayMax)
    return null;
  const document: SignUpDocument = {
    _id: orderedId(now.getTime()),
    organizationId: page.organizationId,
    statusPageId: page.id,
    channel,
    address,
    contact,
    speech,
    failures: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validSeconds[channel] * 1000),
  };
  await signUpsOf(world).insertOne(document);
  return document;
}

export async function findSignUp(world: World, id: string): Promise<SignUpDocument | null> {
  const found = await signUpsOf(world).findOne({ _id: id });
  return found && found.expiresAt > world.clock.now() ? found : null;
}

/** The token in the link of a mail: not stored, so nobody who reads the database can confirm. */
export function signUpToken(world: World, { _id }: Pick<SignUpDocument, '_id'>): string {
  return tokenFor(world, _id, purpose);
}

/** Whether the token is one of ours, whether or not it still confirms something. */
export function isSignUpToken(world: World, token: string): boolean {
  return idOfToken(world, token, purpose) !== null;
}

/** Six digits. */
export function signUpCode(world: World, { _id }: Pick<SignUpDocument, '_id'>): string {
  const digest = createHmac('sha256', world.secrets.sign(`status-page-code ${_id}`)).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** The sign-up of a link, while it is valid. */
export async function signUpOfToken(
  world: World,
  page: StatusPage,
  token: string,
): Promise<SignUpDocument | null> {
  const id = idOfToken(world, token, purpose);
  const found = id === null ? null : await findSignUp(world, id);
  return found?.statusPageId === page.id && found.channel === 'email' ? found : null;
}

/** Subscribes the address of a link or of a code. Doing it twice is harmless. */
export async function confirmSignUp(world: World, document: SignUpDocument): Promise<void> {
  const ctx = systemContext(world, document.organizationId);
  const { statusPageId, address, speech } = document;
  const internal = { speech };
  try {
    if (document.channel === 'email')
      await createResource(
        ctx,
        emailSubscriberKind,
        { statusPageId, email: address },
        { internal },
      );
    else
      await createResource(
        ctx,
        smsSubscriberKind,
        { statusPageId, telephoneNumber: address },
        { internal },
      );
  } catch (error) {
    // Subscribed already: an administrator entered the address, or the link was opened twice.
    if (!(error instanceof AppError && error.code === 'validation-failed')) throw error;
  }
  // Used up; what is left limits how often the address is written to.
  await signUpsOf(world).updateOne(
    { _id: document._id },
    { $set: { expiresAt: world.clock.now() } },
  );
}

/** True when the code is that of the sign-up; five wrong ones end it. */
export async function confirmCode(
  world: World,
  page: StatusPage,
  id: string,
  code: string,
): Promise<boolean> {
  const found = await findSignUp(world, id);
  if (found?.statusPageId !== page.id || found.channel !== 'sms') return false;
  // Counted before it is judged, so that many at once are no way around the limit.
  const { matchedCount } = await signUpsOf(world).updateOne(
    { _id: id, failures: { $lt: failuresMax } },
    { $inc: { failures: 1 } },
  );
  if (matchedCount === 0 || !isSame(code.replaceAll(/\D/g, ''), signUpCode(world, found)))
    return false;
  await confirmSignUp(world, found);
  return true;
}

/** A token of `id` for a purpose, and back: null for one that nobody here made. */
export function idOfToken(world: World, token: string, purpose: string): string | null {
  const [id = '', given = ''] = token.split('.', 2);
  return isSame(given, mark(world, `${purpose} ${id}`)) ? id : null;
}

export function tokenFor(world: World, id: string, purpose: string): string {
  return `${id}.${mark(world, `${purpose} ${id}`)}`;
}

/** Forgets addresses that nobody confirmed. */
export async function removeOldSignUps(world: World, stopping: AbortSignal): Promise<void> {
  // A day at least, because they limit how often an address is written to.
  const now = world.clock.now();
  await removeInSteps(
    world,
    signUpModel,
    { expiresAt: { $lte: now }, createdAt: { $lte: new Date(now.getTime() - day) } },
    { stopping },
  );
}

/** 132 bits. */
function mark({ secrets }: World, text: string): string {
  return Buffer.from(secrets.sign(text), 'hex').toString('base64url').slice(0, 22);
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
