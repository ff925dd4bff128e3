import {
  changePassword,
  confirmTotp,
  confirmWithPassword,
  enrolTotp,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  requestEmailChange,
  type SignInResult,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '../../../accounts/index.ts';
import type { OperationAnswer, OperationHandler } from '../../../http/index.ts';
import { type SignInMethod, sessionCookie } from '../../../sessions/index.ts';
import { confirmedSession } from '../confirmed-session.ts';
import { demandAccount, type Parts } from '../parts.ts';
import type { Traits } from '../traits.ts';
import { type SignedIn, signedIn, type Visitor } from '../visitor.ts';
import { bodyOf, passkeysView } from './me.ts';

type Handler = OperationHandler<Visitor, Traits>;

export function waysInOperations(parts: Parts): Record<string, Handler> {
  const { world, mail, publicUrl } = parts;
  /** With the account of the session; throws 409 where it has none. */
  const withAccount =
    (
      work: (
        person: SignedIn & { accountId: string },
        request: Parameters<Handler>[1],
      ) => Promise<unknown>,
    ): Handler =>
    async (visitor, request) => {
      const person = signedIn(world, visitor);
      const { id } = await demandAccount(parts, person.active);
      return { status: 200, body: (await work({ ...person, accountId: id }, request)) ?? {} };
    };
  return {
    async confirmWithPassword(visitor, request) {
      const person = signedIn(world, visitor);
      const { id } = await demandAccount(parts, person.active);
      const proof = bodyOf<{ password: string; code?: string }>(request);
      const result = await confirmWithPassword(world, id, proof, person.from);
      return confirmation(person, result, 'password');
    },
    async confirmWithPasskey(visitor, request) {
      const person = signedIn(world, visitor);
      const { id: accountId } = await demandAccount(parts, person.active);
      const { response } = bodyOf<{ response: object }>(request);
      const proof = { response, accountId };
      const result = await finishPasskeySignIn(world, publicUrl(), proof, person.from);
      return confirmation(person, result, 'passkey');
    },
    changePassword: withAccount(async ({ accountId, active, language, from }, request) => {
      const { password } = bodyOf<{ password: string }>(request);
      const given = { password, keepSession: active.session.id, language };
      await changePassword(world, mail, accountId, given, from);
    }),
    requestEmailChange: withAccount(async ({ accountId, language, from }, request) => {
      const { email } = bodyOf<{ email: string }>(request);
      await requestEmailChange(world, mail, accountId, { email, language }, from);
    }),
    listPasskeys: withAccount(async ({ active }) => ({
      passkeys: passkeysView(await demandAccount(parts, active)),
    })),
    createPasskeyRegistrationOptions: withAccount(({ accountId }) =>
      startPasskeyRegistration(world, publicUrl(), accountId),
    ),
    createPasskeySignInOptions: async () => ({
      status: 200,
      body: await startPasskeySignIn(world, publicUrl()),
    }),
    addPasskey: withAccount(async ({ accountId, from }, request) => {
      const given = bodyOf<{ response: object; displayName?: string }>(request);
      const account = await finishPasskeyRegistration(world, publicUrl(), accountId, given, from);
      return { passkeys: passkeysView(account) };
    }),
    renamePasskey: withAccount(async ({ accountId, from }, request) => {
      const { displayName } = bodyOf<{ displayName: string }>(request);
      const id = request.params.id ?? '';
      return {
        passkeys: passkeysView(await renamePasskey(world, accountId, id, displayName, from)),
      };
    }),
    removePasskey: withAccount(async ({ accountId, active, from }, { params }) => {
      const wanted = { id: params.id ?? '', keepSession: active.session.id };
      return { passkeys: passkeysView(await removePasskey(world, accountId, wanted, from)) };
    }),
    enrolTotp: withAccount(({ accountId, from }) => enrolTotp(world, accountId, from)),
    confirmTotp: withAccount(({ accountId, from }, request) =>
      confirmTotp(world, accountId, bodyOf<{ code: string }>(request).code, from),
    ),
    removeTotp: withAccount(({ accountId, from }) => removeTotp(world, accountId, from)),
    renewRecoveryCodes: withAccount(({ accountId, from }) =>
      renewRecoveryCodes(world, accountId, from),
    ),
  };

  async function confirmation(
    person: SignedIn,
    { kind }: SignInResult,
    method: SignInMethod,
  ): Promise<OperationAnswer> {
    if (kind !== 'ok') {
      const result = kind === 'second-factor' ? 'code-needed' : 'refused';
      return { status: 200, body: { result } };
    }
    const { token, session } = await confirmedSession(world, person, method);
    return {
      status: 200,
      headers: { 'set-cookie': sessionCookie(token, session) },
      body: { result: 'confirmed' },
    };
  }
}
