/**
 * Accounts: how people sign in where no identity provider does it: password, authenticator app, passkeys, links that
 * work once. Knows no browser and no session.
 *
 * Design notes: an account is a human's, a user is a person as one organization knows them. `people` links the two. A
 * link is made only by somebody who has a link that was made for exactly that person; never because two addresses are
 * the same. An organization learns nothing of the others that an account has, and cannot get at them. Whatever is asked
 * about an unknown address is answered like for a known one, at the same cost.
 */

export { acceptLink, type LinkAnswer } from './accept-link.ts';
export {
  type Account,
  accountOfPerson,
  type From,
  findAccount,
  type Person,
  peopleOf,
} from './account.ts';
export { accountsIdle } from './background.ts';
export { requestEmailChange } from './email-change.ts';
export { networkOf } from './guessing.ts';
export { hashPassword, verifyPassword } from './hash-password.ts';
export { inviteUser, ownerLink } from './invite.ts';
export type { Language } from './mail-texts.ts';
export { type AccountMail, whyNoMail } from './mails.ts';
export { accounts } from './module.ts';
export { tellOfNewAddress } from './new-address.ts';
export { type LinkView, openLink, unusableLink } from './open-link.ts';
export {
  finishPasskeyRegistration,
  finishPasskeySignIn,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
  whyNoPasskeys,
} from './passkeys.ts';
export { changePassword } from './password.ts';
export { requestRecovery } from './recovery.ts';
export { renewRecoveryCodes } from './recovery-codes.ts';
export {
  confirmWithPassword,
  finishSignIn,
  type SignInResult,
  signInWithPassword,
} from './sign-in.ts';
export { confirmTotp, enrolTotp, removeTotp } from './totp.ts';
