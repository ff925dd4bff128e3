import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError, invalidField, type World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { type Account, type From, livePeople, toAccount } from './account.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { changeAccount } from './change-account.ts';
import { changeWayIn } from './change-way-in.ts';
import { type AccountDocument, accountsOf, type StoredPasskey } from './model.ts';
import { refuse, type SignInResult } from './sign-in.ts';

const passkeysMax = 20;
const nameMax = 100;
/** EdDSA, ES256, RS256: what devices have. Left to itself the library tries what Node calls experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loaded by whoever uses a passkey first: with its parsers it takes longer than the rest of the module. */
const webauthn = () => import('@simplewebauthn/server');

/** Why no passkeys can be made at this address of the server; null when they can. */
export function whyNoPasskeys(publicUrl: string): Sentence | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (/^[\d.]+$|^\[/.test(hostname)) return say('passkeysNeedName');
  if (protocol !== 'https:' && !isLocal) return say('passkeysNeedHttps');
  return null;
}

/** Options for `navigator.credentials.create`. Throws 409 where there can be none, and from the 20th on. */
export async function startPasskeyRegistration(
  world: World,
  publicUrl: string,
  accountId: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const reason = whyNoPasskeys(publicUrl);
  if (reason !== null) throw new AppError('conflict', reason);
  const account = await demandAccount(world, accountId);
  demandSpace(account);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Tocsin',
    rpID: new URL(publicUrl).hostname,
    userID: new TextEncoder().encode(account._id),
    userName: account.email ?? account._id,
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: account.passkeys.map(({ id }) => ({ id })),
  });
  await keepChallenge(world, options.challenge, 'passkey-registration', accountId);
  return options;
}

/**
 * Throws 400 for an answer that does not fit what was asked within five minutes, 409 for a credential that somebody
 * has.
 */
export async function finishPasskeyRegistration(
  world: World,
  publicUrl: string,
  accountId: string,
  { response, displayName }: { response: unknown; displayName?: string },
  from: From,
): Promise<Account> {
  // The library checks every member that it reads.
  const answer = response as RegistrationResponseJSON;
  const challenge = challengeOf(answer);
  const asked =
    challenge === null ? null : await takeChallenge(world, challenge, 'passkey-registration');
  if (challenge === null || asked?.accountId !== accountId)
    throw unexpected(say('passkeyNotAskedFor'));
  const { origin, hostname } = new URL(publicUrl);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    throw unexpected(
      error instanceof Error
        ? say('passkeyUnexpectedBecause', { why: error.message })
        : say('passkeyUnexpected'),
    );
  });
  if (!verified.verified) throw unexpected(say('passkeyUnexpected'));
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const passkey: StoredPasskey = {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    isBackedUp: credentialBackedUp,
    displayName: nameOf(displayName),
    createdAt: world.clock.now(),
    lastUsedAt: null,
  };
  const changed = await changeAccount(world, accountId, from, (present) => {
    demandSpace(present);
    return {
      set: { passkeys: [...present.passkeys, passkey] },
      note: {
        action: 'user.add-passkey',
        changes: [{ path: 'displayName', after: passkey.displayName }],
      },
    };
  }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('conflict', say('passkeyTaken'));
  });
  if (!changed) throw gone();
  return toAccount(changed);
}

/**
 * Options for `navigator.credentials.get`: the browser offers what it has for this server, so nobody says who they are.
 */
export async function startPasskeySignIn(
  world: World,
  publicUrl: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    userVerification: 'required',
  });
  await keepChallenge(world, options.challenge, 'passkey-sign-in', null);
  return options;
}

/** `accountId`: whose passkey it has to be, when somebody who is signed in confirms who they are. */
export async function finishPasskeySignIn(
  world: World,
  publicUrl: string,
  { response, accountId }: { response: unknown; accountId?: string },
  from: From,
): Promise<SignInResult> {
  const answer = response as AuthenticationResponseJSON;
  const challenge = challengeOf(answer);
  if (!challenge || !(await takeChallenge(world, challenge, 'passkey-sign-in')))
    return { kind: 'refused' };
  const id = typeof answer.id === 'string' ? answer.id : '';
  const account = await accountsOf(world).findOne({ 'passkeys.id': id });
  const passkey = account?.passkeys.find((one) => one.id === id);
  if (!account || !passkey) return { kind: 'refused' };
  if (accountId !== undefined && account._id !== accountId) return { kind: 'refused' };
  const newCounter = await counterOf(publicUrl, answer, challenge, passkey);
  if (newCounter === null) return refuse(world, account, 'passkey', from);
  if ((await livePeople(world, account.people)).length === 0)
    return refuse(world, account, 'nobody', from);
  const changed = await noteUse(world, account._id, id, newCounter, from);
  return changed ? { kind: 'ok', account: toAccount(changed) } : { kind: 'refused' };
}

/** The counter that a valid answer holds; null for any other answer. */
async function counterOf(
  publicUrl: string,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { id, publicKey }: StoredPasskey,
): Promise<number | null> {
  const { origin, hostname } = new URL(publicUrl);
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      // 0: the library would refuse a counter that stands still or goes back; passkeys on several devices have none.
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** A counter that went back may mean a copy of the passkey, so it is recorded. */
function noteUse(
  world: World,
  accountId: string,
  id: string,
  counter: number,
  from: From,
): Promise<AccountDocument | null> {
  return changeAccount(world, accountId, from, ({ passkeys }) => {
    const present = passkeys.find((one) => one.id === id);
    if (!present) return null;
    const wentBack = present.counter > 0 && counter <= present.counter;
    const used = { ...present, counter, lastUsedAt: world.clock.now() };
    return {
      set: { passkeys: passkeys.map((one) => (one.id === id ? used : one)) },
      note: wentBack
        ? {
            action: 'user.passkey-counter-went-back',
            by: 'system',
            changes: [
              { path: 'displayName', after: present.displayName },
              { path: 'counter', before: present.counter, after: counter },
            ],
          }
        : null,
    };
  });
}

/** Throws 404 without such a passkey. */
export async function renamePasskey(
  world: World,
  accountId: string,
  id: string,
  displayName: string,
  from: From,
): Promise<Account> {
  const changed = await changeAccount(world, accountId, from, ({ passkeys }) => {
    if (!passkeys.some((one) => one.id === id)) return null;
    const name = nameOf(displayName);
    return {
      set: {
        passkeys: passkeys.map((one) => (one.id === id ? { ...one, displayName: name } : one)),
      },
      note: null,
    };
  });
  if (!changed) throw noPasskey();
  return toAccount(changed);
}

/**
 * Other sessions than `keepSession` end: whoever has the device may have one. Throws 404 without such a passkey, 409
 * for the last one of an account without a password.
 */
export async function removePasskey(
  world: World,
  accountId: string,
  { id, keepSession }: { id: string; keepSession?: string },
  from: From,
): Promise<Account> {
  const ended = { reason: 'way to sign in changed', keepSession } as const;
  const changed = await changeWayIn(world, accountId, from, ended, (present) => {
    const { passkeys, passwordHash } = present;
    const removed = passkeys.find((one) => one.id === id);
    if (!removed) return null;
    if (passkeys.length === 1 && passwordHash === null)
      throw new AppError('conflict', say('lastWayIn'));
    return {
      set: { passkeys: passkeys.filter((one) => one.id !== id) },
      note: {
        action: 'user.remove-passkey',
        changes: [{ path: 'displayName', before: removed.displayName }],
      },
    };
  });
  if (!changed) throw noPasskey();
  return toAccount(changed);
}

/** The challenge that an answer claims to be for; it says itself which of ours it is. */
function challengeOf(answer: { response?: { clientDataJSON?: unknown } }): string | null {
  try {
    const text = Buffer.from(String(answer.response?.clientDataJSON), 'base64url').toString('utf8');
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

async function demandAccount(world: World, accountId: string): Promise<AccountDocument> {
  const account = await accountsOf(world).findOne({ _id: accountId });
  if (!account) throw gone();
  return account;
}

function demandSpace({ passkeys }: AccountDocument): void {
  if (passkeys.length >= passkeysMax)
    throw new AppError('conflict', say('passkeysTooMany', { max: passkeysMax }));
}

function nameOf(displayName: string | undefined): string {
  return displayName?.trim().slice(0, nameMax) || 'Passkey';
}

function gone(): AppError {
  return new AppError('not-found', say('accountGone'));
}

function noPasskey(): AppError {
  return new AppError('not-found', say('noSuchPasskey'));
}

function unexpected(why: Sentence): AppError {
  return invalidField('response', why);
}
