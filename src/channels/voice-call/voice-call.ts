import { say } from '../../sentences/index.ts';
import type { Channel } from '../channel.ts';
import {
  type ByPhone,
  missingByPhone,
  openByPhone,
  type PhoneSettings,
  phoneSettings,
} from '../phone-carriers.ts';
import { createTelnyxCalls } from '../telnyx/telnyx-calls.ts';
import { missingTelnyxCalls } from '../telnyx/telnyx-settings.ts';
import { renderVoice } from './render-voice.ts';

/** Nothing: the carrier asks for the words once somebody answers. */
export type CallContent = Readonly<Record<never, never>>;

const byPhone: ByPhone<CallContent> = {
  order: 'voiceCarriers',
  missingTelnyx: missingTelnyxCalls,
  byTwilio: (carrier, message) => carrier.call(message),
  byTelnyx: createTelnyxCalls,
};

/** Voice calls through Twilio, Telnyx, or whichever of both takes them. */
export const voiceCall: Channel<CallContent, string, PhoneSettings> = {
  title: 'Voice calls',
  settings: phoneSettings,
  missing(settings) {
    const variables = missingByPhone(settings, byPhone);
    if (variables.length === 0) return null;
    return say('callsNotConfigured', { settings: variables });
  },
  reachedBy: 'phone',
  addressOf: (person) => person.phone,
  members: {
    isOn: 'shouldCallVoice',
    delayMinutes: 'delayInMinVoice',
    severities: 'severitiesVoice',
    disabledIntents: 'disabledIntentsVoice',
  },
  defaults: { isOn: true, delayMinutes: 2, severities: ['Critical'], intents: 'forAction' },
  isOptional: false,
  isLastResort: false,
  news: 'none',
  contactsAtOnce: 15,
  reply: { by: 'keys', script: renderVoice },
  // A mailbox answers, too, but presses none.
  deliveredBy: 'key',
  render: () => ({}),
  note: null,
  renderTest: () => ({}),
  open: (parts) => openByPhone(parts, byPhone),
};
