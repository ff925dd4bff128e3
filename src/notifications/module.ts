import { removeInSteps } from '../jobs/index.ts';
import type { Module } from '../kernel/index.ts';
import { forgetIn, leavesWithOrganization } from '../resources/index.ts';
import { channelStateModel } from './channel-state.ts';
import { deliveryModel, shiftDeliveries } from './delivery.ts';
import { knowNumbersAgain, replyLinkModel } from './reply-link.ts';
import { removeOldDeliveries } from './retention.ts';

export const notifications = {
  name: 'notifications',
  models: [deliveryModel, replyLinkModel, channelStateModel],
  tasks: (world, settings) => [
    {
      name: 'deliveries-retention',
      everySeconds: 3600,
      run: (stopping) => removeOldDeliveries(world, settings, stopping),
    },
  ],
  secretKeyChanged: knowNumbersAgain,
  clockWentBack: shiftDeliveries,
  forgetPeople: forgetIn({
    model: deliveryModel,
    texts: () => ['note', 'toolNotice', 'attempts', 'exchanges', 'dropReason', 'waitsBecause'],
  }),
  removeWith: {
    ...leavesWithOrganization(deliveryModel, replyLinkModel),
    /** Links in messages to this person acknowledge nothing any more. */
    async User(world, { id, organizationId }, stopping) {
      await removeInSteps(world, replyLinkModel, { organizationId, userId: id }, { stopping });
    },
  },
} satisfies Module;
