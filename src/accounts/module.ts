import type { Module } from '../kernel/index.ts';
import { accountOfPerson } from './account.ts';
import { settleAccounts } from './change-account.ts';
import { accountModel, challengeModel, guessModel, linkModel } from './model.ts';
import { forgetOrganization, forgetUser } from './people.ts';
import { takeInvitation } from './take-invitation.ts';

export const accounts = {
  name: 'accounts',
  models: [accountModel, linkModel, challengeModel, guessModel],
  settleAudit: settleAccounts,
  tasks: (world) => [
    { name: 'account-audit-outbox', everySeconds: 30, run: () => settleAccounts(world) },
  ],
  async hasOwnSignIn(world, _organizationId, userId) {
    const account = await accountOfPerson(world, userId);
    return account !== null && (account.hasPassword || account.passkeys.length > 0);
  },
  takeInvitation,
  removeWith: {
    User: (ctx, { id }) => forgetUser(ctx, id),
    Organization: (ctx, { id }, stopping) => forgetOrganization(ctx, id, stopping),
  },
} satisfies Module;
