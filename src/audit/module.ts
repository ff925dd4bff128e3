import type { Module } from '../kernel/index.ts';
import { anonymisePerson } from './anonymise.ts';
import { auditModel } from './model.ts';
import { chainStartModel, removeLog } from './retention.ts';

export const audit = {
  name: 'audit',
  models: [auditModel, chainStartModel],
  removeWith: { Organization: (world, { id }, stopping) => removeLog(world, id, stopping) },
  forgetPerson: (ctx, { id, membershipIds }) =>
    anonymisePerson(ctx, ctx.organizationId, id, membershipIds),
} satisfies Module;
