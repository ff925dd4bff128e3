import { say, speaker } from '../../sentences/index.ts';
import type { Channel } from '../channel.ts';
import {
  type ByPhone,
  missingByPhone,
  openByPhone,
  type PhoneSettings,
  phoneSettings,
} from '../phone-carriers.ts';
import { missingTelnyx } from '../telnyx/telnyx-settings.ts';
import { createTelnyxTexts } from '../telnyx/telnyx-texts.ts';
import { renderSms, renderSmsNote } from './render-sms.ts';

export interface SmsContent {
  text: string;
}

const byPhone: ByPhone<SmsContent> = {
  order: 'smsCarriers',
  missingTelnyx,
  byTwilio: (carrier, message) => carrier.sms(message),
  byTelnyx: createTelnyxTexts,
};

/** Text messages through Twilio, Telnyx, or whichever of both takes them. */
export const sms: Channel<SmsContent, string, PhoneSettings> = {
  title: 'SMS',
  settings: phoneSettings,
  missing(settings) {
    const variables = missingByPhone(settings, byPhone);
    if (variables.length === 0) return null;
    return say('channelNotConfigured', { channel: 'SMS', settings: variables });
  },
  reachedBy: 'phone',
  addressOf: (person) => person.phone,
  members: {
    isOn: 'shouldSendSMS',
    delayMinutes: 'delayInMinSMS',
    severities: 'severitiesSMS',
    disabledIntents: 'disabledIntentsSMS',
  },
  defaults: { isOn: true, delayMinutes: 0, severities: ['Critical'], intents: 'forAction' },
  isOptional: false,
  isLastResort: false,
  news: 'informing',
  contactsAtOnce: 15,
  reply: { by: 'code' },
  deliveredBy: 'report',
  render: (notification) => ({ text: renderSms(notification) }),
  note: {
    isFallback: true,
    render: (note, publicUrl) => ({ text: renderSmsNote(note, publicUrl) }),
  },
  renderTest: (_publicUrl, speech) => ({ text: speaker(speech)('testBody') }),
  open: (parts) => openByPhone(parts, byPhone),
};
