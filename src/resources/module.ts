import type { Module } from '../kernel/index.ts';
import { sweepOutboxes } from './outbox.ts';

export const resources = {
  name: 'resources',
  tasks: (world) => [{ name: 'audit-outbox', everySeconds: 30, run: () => sweepOutboxes(world) }],
} satisfies Module;
