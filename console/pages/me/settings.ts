import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type Settings = NonNullable<components['schemas']['IncidentNotificationSettings']>;
export type Severity = 'Minor' | 'Warning' | 'Critical';
export type Intent = components['schemas']['Intent'];

export const severities: readonly Severity[] = ['Critical', 'Warning', 'Minor'];

/** The members of the settings by channel, as the API calls them. */
export const channels = {
  Push: {
    isOn: 'shouldSendPush',
    delay: 'delayInMinPush',
    severities: 'severitiesPush',
    disabledIntents: 'disabledIntentsPush',
  },
  VoiceCall: {
    isOn: 'shouldCallVoice',
    delay: 'delayInMinVoice',
    severities: 'severitiesVoice',
    disabledIntents: 'disabledIntentsVoice',
  },
  SMS: {
    isOn: 'shouldSendSMS',
    delay: 'delayInMinSMS',
    severities: 'severitiesSMS',
    disabledIntents: 'disabledIntentsSMS',
  },
  Email: {
    isOn: 'shouldSendEmail',
    delay: 'delayInMinEmail',
    severities: 'severitiesEmail',
    disabledIntents: 'disabledIntentsEmail',
  },
} as const;

export type Channel = keyof typeof channels;
export const channelNames = Object.keys(channels) as Channel[];

/** Intents that messages to people are about. */
export const intents: readonly Intent[] = [
  'Created',
  'Updated',
  'Commented',
  'Investigated',
  'Escalated',
  'Assigned',
  'Snoozed',
  'Unsnoozed',
  'Resolved',
  'Unresolved',
  'Affects',
  'Forwarded',
  'Archived',
  'Unarchived',
  'Deleted',
];
const forAction: readonly Intent[] = [
  'Created',
  'Escalated',
  'Assigned',
  'Unresolved',
  'Unsnoozed',
];
const news: readonly Intent[] = intents.filter((intent) => !forAction.includes(intent));

/** What holds for people who have set nothing; a test compares it with the server. */
export const defaultSettings: Settings = {
  shouldSendPush: true,
  delayInMinPush: 0,
  severitiesPush: ['Minor', 'Warning', 'Critical'],
  disabledIntentsPush: ['Updated'],
  shouldCallVoice: true,
  delayInMinVoice: 2,
  severitiesVoice: ['Critical'],
  disabledIntentsVoice: [...news],
  shouldSendSMS: true,
  delayInMinSMS: 0,
  severitiesSMS: ['Critical'],
  disabledIntentsSMS: [...news],
  shouldSendEmail: true,
  delayInMinEmail: 0,
  severitiesEmail: ['Minor', 'Warning', 'Critical'],
  disabledIntentsEmail: ['Updated'],
};

/** How the person can be reached, whatever they set. */
export interface Reach {
  hasDevice: boolean;
  hasPhone: boolean;
}

export interface Step {
  minutes: number;
  channels: Channel[];
  /** Set, but nothing would arrive. */
  missing: Channel[];
}

/** What happens when an incident of the severity opens, minute by minute, until somebody acknowledges it. */
export function stepsOf(settings: Settings, severity: Severity, reach: Reach): Step[] {
  const steps = new Map<number, Step>();
  for (const channel of channelNames) {
    const names = channels[channel];
    const isWanted =
      settings[names.isOn] &&
      settings[names.severities].includes(severity) &&
      !(settings[names.disabledIntents] ?? []).includes('Created');
    if (!isWanted) continue;
    const minutes = settings[names.delay];
    const step = steps.get(minutes) ?? { minutes, channels: [], missing: [] };
    steps.set(minutes, step);
    (isReached(channel, reach) ? step.channels : step.missing).push(channel);
  }
  return [...steps.values()].toSorted((a, b) => a.minutes - b.minutes);
}

function isReached(channel: Channel, { hasDevice, hasPhone }: Reach): boolean {
  if (channel === 'Email') return true;
  return channel === 'Push' ? hasDevice : hasPhone;
}
