import type { AttributeOverlay } from './overlay.ts';
import { resource } from './overlay.ts';

/** All but the lists of intents, which are empty by default. */
const requiredMembers = [
  'shouldSendSMS',
  'delayInMinSMS',
  'severitiesSMS',
  'shouldCallVoice',
  'delayInMinVoice',
  'severitiesVoice',
  'shouldSendPush',
  'delayInMinPush',
  'severitiesPush',
  'shouldSendEmail',
  'delayInMinEmail',
  'severitiesEmail',
];
const required: AttributeOverlay = { required: true };

export const userIncidentNotificationSettings = resource({
  type: 'tocsin_user_incident_notification_settings',
  category: 'People and teams',
  description:
    'Through which channels, when and of what a user is told, and the phone number for it. Leave both out of the `tocsin_user` then. When the resource is destroyed the user keeps the settings.',
  operations: {
    create: 'createUserIncidentNotificationSettings',
    read: 'getUserIncidentNotificationSettings',
    update: 'replaceUserIncidentNotificationSettings',
    delete: 'deleteUserIncidentNotificationSettings',
  },
  importAttributes: ['id', 'user_id'],
  takesOver: 'allquiet_user_incident_notification_settings',
  ignore: {
    incidentNotificationSettings: 'the same members once more, as one object',
    phoneNumberConfirmations: 'moves while people confirm their numbers, which is no drift',
  },
  attributes: {
    ...Object.fromEntries(requiredMembers.map((name) => [name, required])),
    userId: { required: true, replaces: true, description: 'Id of the user.' },
    // Not hidden as on the user: Terraform writes null for what is hidden when it generates a configuration
    // of an import, and null clears the number.
    phoneNumber: {
      description: 'Phone number, `+` and digits. Leaving it out clears the number of the user.',
    },
  },
  dataSources: [],
});
