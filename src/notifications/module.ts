import type { Module } from '../kernel/index.ts';
import { notificationLog } from './log.ts';

export const notifications = {
  name: 'notifications',
  models: [notificationLog.model],
} satisfies Module;
