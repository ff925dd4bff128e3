import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { deliveryModel } from './delivery.ts';
import { replyLinkModel } from './reply-link.ts';
import { removeOldDeliveries } from './retention.ts';

export const notifications = {
  name: 'notifications',
  models: [deliveryModel, replyLinkModel],
  tasks: (world, { retention }) => [
    {
      name: 'deliveries-retention',
      everySeconds: 3600,
      run: (stopping) => removeOldDeliveries(world, retention, stopping),
    },
  ],
  removeWith: leavesWithOrganization(deliveryModel, replyLinkModel),
} satisfies Module;
