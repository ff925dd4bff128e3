import { resource } from './overlay.ts';

export const userNotificationRules = resource({
  type: 'tocsin_user_notification_rules',
  category: 'People and teams',
  description:
    'By which channels alerts reach a user, when and how often: rules by severity, team, schedule and hours, repeats, further phone numbers and addresses, and quiet hours. A user has one; its id is the id of the user. When the resource is destroyed the notification settings of the user decide again.',
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
    'contacts[].id': {
      serverChooses: true,
      description: 'Steps name the contact by it; one is made up where it is left out.',
    },
    'quietHours.alsoCritical': { nullMeans: false },
  },
  dataSources: [],
});
