import type { Module } from '../kernel/index.ts';
import { leaseModel } from './model.ts';

export const jobs = {
  name: 'jobs',
  models: [leaseModel],
} satisfies Module;
