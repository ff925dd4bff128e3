import type { Module } from '../kernel/index.ts';
import { auditModel } from './model.ts';
import { chainStartModel } from './retention.ts';

export const audit = {
  name: 'audit',
  models: [auditModel, chainStartModel],
} satisfies Module;
