import { resource } from './overlay.ts';

export const userNotificationRules = resource({
  type: 'tocsin_user_notification_rules',
  category: 'People and teams',
  description:
    'By which channels alerts reach a user, when and how often: rules by severity, team and hours, repeats, and quiet hours. A user has one; its id is the id of the user. When the resource is destroyed the notification settings of the user decide again.',
  operations: {
    create: 'replaceUserNotificationRules',
    read: 'getUserNotificationRules',
    update: 'replaceUserNotificationRules',
    delete: 'deleteUserNotificationRules',
    list: { operation: 'listUserNotificationRules', items: 'userNotificationRules' },
  },
  parameters: { userId: 'user_id' },
  importAttributes: ['id', 'user_id'],
  replacedBy: 'user_id',
  attributes: {
    userId: { required: true, replaces: true, description: 'Id of the user.' },
    'quietHours.alsoCritical': { nullMeans: false },
  },
  dataSources: [],
});
