import type { Module } from '../kernel/index.ts';
import { settleAccounts } from './change-account.ts';
import { accountModel, challengeModel, guessModel, linkModel } from './model.ts';
import { forgetOrganization, forgetUser } from './people.ts';

export const accounts = {
  name: 'accounts',
  models: [accountModel, linkModel, challengeModel, guessModel],
  settleAudit: settleAccounts,
  tasks: (world) => [
    { name: 'account-audit-outbox', everySeconds: 30, run: () => settleAccounts(world) },
  ],
  removeWith: {
    User: (ctx, { id }) => forgetUser(ctx, id),
    Organization: (ctx, { id }, stopping) => forgetOrganization(ctx, id, stopping),
  },
} satisfies Module;
