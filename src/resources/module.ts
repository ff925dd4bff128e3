import type { Module } from '../kernel/index.ts';
import { removalTask } from './finish-removals.ts';
import { sweepOutboxes } from './outbox.ts';
import { removalModel } from './removals.ts';
import { removeObjectsOf } from './remove-organization.ts';

export const resources = {
  name: 'resources',
  models: [removalModel],
  settleAudit: sweepOutboxes,
  removeWith: { Organization: removeObjectsOf },
  tasks: (world) => [
    { name: 'audit-outbox', everySeconds: 30, run: () => sweepOutboxes(world) },
    removalTask(world),
  ],
} satisfies Module;
