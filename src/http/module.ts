import type { Module } from '../kernel/index.ts';
import { idempotentRequestModel } from './idempotency.ts';
import { counterModel } from './shared-rate-limiter.ts';

export const http = {
  name: 'http',
  models: [counterModel, idempotentRequestModel],
  removeWith: {
    Organization: async ({ store }, { id }) =>
      void (await idempotentRequestModel(store).deleteMany({ organizationId: id })),
  },
} satisfies Module;
