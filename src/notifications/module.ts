import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization, logTask } from '../resources/index.ts';
import { deliveryModel } from './delivery.ts';
import { notificationLog } from './log.ts';
import { replyLinkModel } from './reply-link.ts';

export const notifications = {
  name: 'notifications',
  models: [notificationLog.model, deliveryModel, replyLinkModel],
  tasks: (world, settings) => [logTask(world, notificationLog, settings)],
  removeWith: leavesWithOrganization(notificationLog.model, deliveryModel, replyLinkModel),
} satisfies Module;
