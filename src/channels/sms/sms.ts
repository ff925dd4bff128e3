import { say } from '../../sentences/index.ts';
import { type Channel, testWords } from '../channel.ts';
import { once } from '../once.ts';
import { inOrder, type Provider } from '../providers.ts';
import { createCarrier } from '../twilio/carrier.ts';
import { missingTwilio, type TwilioSettings, twilioSettings } from '../twilio/twilio-settings.ts';
import { renderSms, renderSmsNote } from './render-sms.ts';

export interface SmsContent {
  text: string;
}

/** Text messages through Twilio. */
export const sms: Channel<SmsContent, string, TwilioSettings> = {
  title: 'SMS',
  settings: twilioSettings,
  missing(settings) {
    const variables = missingTwilio(settings);
    return variables.length === 0
      ? null
      : say('channelNotConfigured', { channel: 'SMS', settings: variables });
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
  renderTest: () => ({ text: testWords }),
  open(parts) {
    const carrier = once(() => createCarrier(parts.settings, parts.timeoutMilliseconds));
    const twilio: Provider<SmsContent, string> = {
      name: 'Twilio',
      send: async (message) => (await carrier.get()).sms(message),
      probe: async () => (await carrier.get()).probe(),
    };
    return inOrder([twilio], parts);
  },
};
