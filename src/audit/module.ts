import type { Module } from '../kernel/index.ts';
import { anonymisePerson } from './anonymise.ts';
import { auditModel } from './model.ts';
import { chainStartModel } from './retention.ts';

export const audit = {
  name: 'audit',
  models: [auditModel, chainStartModel],
  forgetPerson: (ctx, { id, membershipIds }) =>
    anonymisePerson(ctx, ctx.organizationId, id, membershipIds),
} satisfies Module;
